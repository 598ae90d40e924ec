import { type BuiltIn, oneByOne, spamProtection } from './template-parts.ts';

export const eventFeedback: BuiltIn = {
  id: 'tpl_00000000000000000000000048',
  name: 'Event feedback',
  description: 'What guests thought of talks, venue and food.',
  category: 'feedback',
  form: {
    title: 'How was the event?',
    fields: [
      {
        id: 'overall',
        type: 'rating',
        label: 'How did you like the event?',
        required: true,
        lowLabel: 'Not at all',
        highLabel: 'Very much',
      },
      {
        id: 'parts',
        type: 'matrix',
        label: 'How would you rate each of these?',
        rows: ['Talks', 'Venue', 'Food', 'Organization'],
        columns: ['Poor', 'Fair', 'Good', 'Excellent'],
      },
      {
        id: 'highlight',
        type: 'text',
        label: 'What was your highlight?',
        placeholder: 'A talk, a person, a moment',
        validate: { maxLength: 300 },
      },
      {
        id: 'improve',
        type: 'textarea',
        label: 'What should we do better next time?',
        placeholder: 'One thing is enough',
        validate: { maxLength: 2000 },
      },
      {
        id: 'return',
        type: 'scale',
        label: 'How likely are you to come again?',
        lowLabel: 'Not at all',
        highLabel: 'Certainly',
      },
    ],
    ui: oneByOne,
    spamProtection,
  },
};
