import { type BuiltIn, oneByOne, optionalEmail, spamProtection } from './template-parts.ts';

export const feedback: BuiltIn = {
  id: 'tpl_00000000000000000000000050',
  name: 'Feedback',
  description: 'How satisfied people are, what went well, and what could be better.',
  category: 'feedback',
  form: {
    title: 'Tell us how we did',
    fields: [
      {
        id: 'rating',
        type: 'rating',
        label: 'How was your experience?',
        required: true,
        lowLabel: 'Very poor',
        highLabel: 'Excellent',
      },
      {
        id: 'recommendation',
        type: 'scale',
        label: 'How likely are you to recommend us?',
        lowLabel: 'Not at all',
        highLabel: 'Certainly',
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
