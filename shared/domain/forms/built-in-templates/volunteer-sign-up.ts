import { allAtOnce, type BuiltIn, email, name, phone, spamProtection } from './template-parts.ts';

export const volunteerSignUp: BuiltIn = {
  id: 'tpl_00000000000000000000000034',
  name: 'Volunteer sign-up',
  description: 'Who helps, with what, and on which shifts.',
  category: 'events',
  form: {
    title: 'Help us out',
    fields: [
      name,
      email,
      { ...phone, required: true },
      {
        id: 'tasks',
        type: 'multiselect',
        label: 'What would you like to do?',
        required: true,
        options: ['Set up', 'Welcome guests', 'Food and drinks', 'Clean up'],
        other: true,
      },
      {
        id: 'shifts',
        type: 'multiselect',
        label: 'Which shifts can you take?',
        required: true,
        options: ['Friday evening', 'Saturday morning', 'Saturday afternoon', 'Sunday'],
      },
      {
        id: 'hours',
        type: 'number',
        label: 'How many hours can you give?',
        placeholder: '4',
        validate: { min: 1, max: 40, integer: true },
      },
      { id: 'adult', type: 'checkbox', label: 'I am 18 or older' },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
