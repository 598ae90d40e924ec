import { allAtOnce, type BuiltIn, company, email, name, spamProtection } from './template-parts.ts';

export const demoRequest: BuiltIn = {
  id: 'tpl_0000000000000000000000001C',
  name: 'Demo request',
  description: 'Who would like to see your product, and how big their team is.',
  category: 'marketing',
  form: {
    title: 'Book a demo',
    fields: [
      name,
      { ...email, label: 'Work email' },
      { ...company, required: true },
      {
        id: 'size',
        type: 'select',
        label: 'How big is your team?',
        required: true,
        placeholder: 'Choose a size',
        options: ['1 to 10', '11 to 50', '51 to 200', 'More than 200'],
      },
      {
        id: 'goal',
        type: 'textarea',
        label: 'What would you like to achieve?',
        placeholder: 'This helps us show you what matters',
        validate: { maxLength: 2000 },
      },
      { id: 'source', type: 'hidden', label: 'Campaign', query: 'utm_campaign' },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
