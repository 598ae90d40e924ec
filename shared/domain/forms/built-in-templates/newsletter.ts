import { allAtOnce, type BuiltIn, email, spamProtection } from './template-parts.ts';

export const newsletter: BuiltIn = {
  id: 'tpl_00000000000000000000000010',
  name: 'Newsletter sign-up',
  description: 'An email address with consent, and little else.',
  category: 'marketing',
  form: {
    title: 'Get our newsletter',
    fields: [
      email,
      {
        id: 'firstName',
        type: 'text',
        label: 'First name',
        placeholder: 'Ada',
        validate: { maxLength: 100 },
        pii: true,
      },
      {
        id: 'frequency',
        type: 'select',
        label: 'How often would you like to hear from us?',
        placeholder: 'Choose one',
        options: ['Every week', 'Every month', 'Only for big news'],
      },
      {
        id: 'consent',
        type: 'consent',
        label: 'Consent',
        text: 'Send me the newsletter. I can unsubscribe at any time, with the link in every issue.',
        required: true,
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
