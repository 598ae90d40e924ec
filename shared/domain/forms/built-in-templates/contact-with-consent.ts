import { allAtOnce, type BuiltIn, email, name, phone, spamProtection } from './template-parts.ts';

export const contactWithConsent: BuiltIn = {
  id: 'tpl_00000000000000000000000055',
  name: 'Contact with consent',
  description: 'Questions from visitors, with their consent to how you use their data.',
  category: 'contact',
  form: {
    title: 'Write to us',
    fields: [
      name,
      email,
      phone,
      {
        id: 'message',
        type: 'textarea',
        label: 'Your message',
        required: true,
        placeholder: 'How can we help?',
        validate: { minLength: 10, maxLength: 5000 },
      },
      {
        id: 'privacy',
        type: 'consent',
        label: 'I agree',
        required: true,
        text: 'We use what you send to answer you, and delete it after **180 days**. You can withdraw your consent at any time by replying to our answer.',
      },
      {
        id: 'news',
        type: 'consent',
        label: 'Yes, please',
        text: 'Email me your news about once a month. I can unsubscribe at any time with the link in each email.',
      },
    ],
    ui: allAtOnce,
    spamProtection,
    retention: { days: 180, policy: 'delete' },
  },
};
