import { type BuiltIn, oneByOne, spamProtection } from './template-parts.ts';

export const teamPulse: BuiltIn = {
  id: 'tpl_00000000000000000000000041',
  name: 'Team pulse',
  description: 'How a team feels this week, without names.',
  category: 'feedback',
  form: {
    title: 'How was your week?',
    fields: [
      {
        id: 'mood',
        type: 'scale',
        label: 'How do you feel about your work this week?',
        required: true,
        lowLabel: 'Bad',
        highLabel: 'Great',
        validate: { min: 1, max: 10 },
      },
      {
        id: 'workload',
        type: 'radio',
        label: 'How was your workload?',
        required: true,
        options: ['Too little', 'About right', 'Too much'],
      },
      {
        id: 'focus',
        type: 'ranking',
        label: 'What should we improve first?',
        options: ['Meetings', 'Tools', 'Priorities', 'Communication'],
      },
      {
        id: 'win',
        type: 'textarea',
        label: 'What went well?',
        placeholder: 'A success, large or small',
        validate: { maxLength: 1000 },
      },
      {
        id: 'blocker',
        type: 'textarea',
        label: 'What got in your way?',
        placeholder: 'What would have helped?',
        validate: { maxLength: 1000 },
      },
    ],
    ui: oneByOne,
    spamProtection,
  },
};
