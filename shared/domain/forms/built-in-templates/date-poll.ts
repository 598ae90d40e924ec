import { allAtOnce, type BuiltIn, name, spamProtection } from './template-parts.ts';

export const datePoll: BuiltIn = {
  id: 'tpl_00000000000000000000000033',
  name: 'Date poll',
  description: 'When most people can meet.',
  category: 'events',
  form: {
    title: 'When can you meet?',
    fields: [
      { ...name, label: 'Your name' },
      {
        id: 'dates',
        type: 'matrix',
        label: 'Which dates suit you?',
        required: true,
        rows: ['Monday, 6 p.m.', 'Tuesday, 6 p.m.', 'Wednesday, 6 p.m.', 'Thursday, 6 p.m.'],
        columns: ['Yes', 'If need be', 'No'],
      },
      {
        id: 'note',
        type: 'text',
        label: 'Anything to add?',
        placeholder: 'I will be ten minutes late',
        validate: { maxLength: 300 },
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
