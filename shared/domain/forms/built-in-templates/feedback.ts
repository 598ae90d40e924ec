import { type BuiltIn, oneByOne, optionalEmail, spamProtection } from './parts.ts';

export const feedback: BuiltIn = {
  id: 'tpl_00000000000000000000000050',
  name: 'Feedback',
  description: 'How satisfied somebody is, what went well, and what could be better.',
  category: 'feedback',
  form: {
    title: 'Tell us how we did',
    fields: [
      {
        id: 'rating',
        type: 'select',
        label: 'How was your experience?',
        required: true,
        placeholder: 'Choose a rating',
        options: ['5 – Excellent', '4 – Good', '3 – Fair', '2 – Poor', '1 – Very poor'],
      },
      {
        id: 'recommendation',
        type: 'number',
        label: 'How likely are you to recommend us, from 0 (not at all) to 10 (certainly)?',
        placeholder: '0 to 10',
        validate: { min: 0, max: 10 },
      },
      {
        id: 'liked',
        type: 'textarea',
        label: 'What did you like?',
        placeholder: 'What we should keep doing',
        validate: { maxLength: 2000 },
      },
      {
        id: 'improve',
        type: 'textarea',
        label: 'What could we do better?',
        placeholder: 'What got in your way, or was missing',
        validate: { maxLength: 2000 },
      },
      optionalEmail,
    ],
    ui: oneByOne,
    spamProtection,
  },
};
