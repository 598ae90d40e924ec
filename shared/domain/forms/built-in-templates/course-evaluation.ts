import { type BuiltIn, oneByOne, spamProtection } from './template-parts.ts';

export const courseEvaluation: BuiltIn = {
  id: 'tpl_00000000000000000000000042',
  name: 'Course evaluation',
  description: 'What learners thought of content, pace and teacher.',
  category: 'feedback',
  form: {
    title: 'Evaluate the course',
    fields: [
      {
        id: 'course',
        type: 'text',
        label: 'Which course did you take?',
        required: true,
        placeholder: 'Introduction to statistics',
        validate: { maxLength: 150 },
      },
      {
        id: 'statements',
        type: 'matrix',
        label: 'Do you agree?',
        required: true,
        rows: [
          'The goals were clear',
          'The examples helped me',
          'The teacher explained well',
          'I can use what I learned',
        ],
        columns: ['No', 'Partly', 'Yes'],
      },
      {
        id: 'pace',
        type: 'radio',
        label: 'How was the pace?',
        required: true,
        options: ['Too slow', 'Just right', 'Too fast'],
      },
      {
        id: 'hours',
        type: 'number',
        label: 'How many hours a week did you study?',
        placeholder: '4',
        validate: { min: 0, max: 80 },
      },
      {
        id: 'best',
        type: 'textarea',
        label: 'What helped you most?',
        placeholder: 'What we should keep',
        validate: { maxLength: 2000 },
      },
      {
        id: 'improve',
        type: 'textarea',
        label: 'What should change?',
        placeholder: 'What we should do differently',
        validate: { maxLength: 2000 },
      },
    ],
    ui: oneByOne,
    spamProtection,
  },
};
