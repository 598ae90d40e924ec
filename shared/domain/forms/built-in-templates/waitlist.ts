import { allAtOnce, type BuiltIn, email, spamProtection } from './template-parts.ts';

export const waitlist: BuiltIn = {
  id: 'tpl_0000000000000000000000001A',
  name: 'Waitlist',
  description: 'Who wants to be first when you open.',
  category: 'marketing',
  form: {
    title: 'Join the waitlist',
    fields: [
      email,
      {
        id: 'use',
        type: 'text',
        label: 'What would you use it for?',
        placeholder: 'Sign-ups for our summer camp',
        validate: { maxLength: 300 },
      },
      {
        id: 'consent',
        type: 'consent',
        label: 'Consent',
        required: true,
        text: 'Email me when a place is free. I can unsubscribe at any time.',
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
