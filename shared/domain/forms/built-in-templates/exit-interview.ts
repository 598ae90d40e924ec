import { type BuiltIn, oneByOne, spamProtection } from './template-parts.ts';

export const exitInterview: BuiltIn = {
  id: 'tpl_0000000000000000000000002C',
  name: 'Exit interview',
  description: 'Why people leave, and what would have kept them.',
  category: 'hiring',
  form: {
    title: 'Before you go',
    fields: [
      {
        id: 'reasons',
        type: 'multiselect',
        label: 'Why are you leaving?',
        required: true,
        options: ['A new challenge', 'Pay', 'My manager', 'Workload', 'Moving away'],
        other: true,
      },
      {
        id: 'statements',
        type: 'matrix',
        label: 'Do you agree?',
        rows: ['I had what I needed to do my work', 'I could grow here', 'My work was appreciated'],
        columns: ['No', 'Partly', 'Yes'],
      },
      {
        id: 'change',
        type: 'textarea',
        label: 'What would have made you stay?',
        placeholder: 'Be as open as you like',
        validate: { maxLength: 3000 },
      },
      {
        id: 'recommend',
        type: 'scale',
        label: 'How likely are you to recommend us as an employer?',
        required: true,
        lowLabel: 'Not at all',
        highLabel: 'Certainly',
      },
      { id: 'talk', type: 'checkbox', label: 'I would like to talk about it in person' },
    ],
    ui: oneByOne,
    spamProtection,
  },
};
