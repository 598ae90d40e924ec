import { allAtOnce, type BuiltIn, email, name, needs, spamProtection } from './template-parts.ts';

export const workshopChoice: BuiltIn = {
  id: 'tpl_0000000000000000000000003E',
  name: 'Workshop choice',
  description: 'Which sessions people would like most, in order.',
  category: 'events',
  form: {
    title: 'Choose your workshops',
    fields: [
      name,
      email,
      {
        id: 'workshops',
        type: 'ranking',
        label: 'Put the workshops in your order of preference',
        required: true,
        help: 'Put your first choice at the top.',
        options: ['Writing', 'Photography', 'Programming', 'Cooking'],
      },
      {
        id: 'level',
        type: 'radio',
        label: 'How much experience do you have?',
        required: true,
        options: ['None', 'Some', 'A lot'],
      },
      needs,
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
