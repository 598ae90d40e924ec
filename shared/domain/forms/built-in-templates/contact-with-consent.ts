import { allAtOnce, type BuiltIn, email, name, phone, spamProtection } from './template-parts.ts';

export const contactWithConsent: BuiltIn = {
  id: 'tpl_00000000000000000000000055',
  name: 'Contact with consent',
  description: 'Questions from visitors who consent to how you use their data. Stores what they agreed to, and when.',
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
        text: 'We use what you send to answer you, and delete it **180 days** later. You may withdraw your consent at any time, by a line to the address that we answer from.',
      },
      {
        id: 'news',
        type: 'consent',
        label: 'Yes, please',
        text: 'You may send me news by e-mail, about once a month. Every one of them has a link to unsubscribe.',
      },
    ],
    ui: allAtOnce,
    spamProtection,
    retention: { days: 180, policy: 'delete' },
  },
};
