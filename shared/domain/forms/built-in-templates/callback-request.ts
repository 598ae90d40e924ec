import { allAtOnce, type BuiltIn, name, phone, spamProtection } from './template-parts.ts';

export const callbackRequest: BuiltIn = {
  id: 'tpl_00000000000000000000000058',
  name: 'Callback request',
  description: 'A phone number, the subject, and the best time to call.',
  category: 'contact',
  form: {
    title: 'Ask us to call you',
    fields: [
      name,
      { ...phone, required: true },
      { id: 'day', type: 'date', label: 'Which day suits you?', placeholder: 'YYYY-MM-DD' },
      {
        id: 'time',
        type: 'radio',
        label: 'What time suits you best?',
        required: true,
        options: ['In the morning', 'At noon', 'In the afternoon', 'Any time'],
      },
      {
        id: 'subject',
        type: 'textarea',
        label: 'What would you like to talk about?',
        placeholder: 'This helps us have the right person call you',
        validate: { maxLength: 1000 },
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
