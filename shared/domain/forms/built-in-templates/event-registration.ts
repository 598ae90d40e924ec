import { allAtOnce, type BuiltIn, email, name, needs, spamProtection } from './template-parts.ts';

export const eventRegistration: BuiltIn = {
  id: 'tpl_00000000000000000000000040',
  name: 'Event registration',
  description: 'Who is coming, how many, and what they need.',
  category: 'events',
  form: {
    title: 'Register for the event',
    fields: [
      name,
      email,
      {
        id: 'company',
        type: 'text',
        label: 'Company or organization',
        placeholder: 'Analytical Engines Ltd.',
        validate: { maxLength: 150 },
      },
      {
        id: 'attendance',
        type: 'radio',
        label: 'How will you take part?',
        required: true,
        options: ['In person', 'Online'],
      },
      {
        id: 'guests',
        type: 'number',
        label: 'How many guests will you bring?',
        placeholder: '0',
        validate: { min: 0, max: 10, integer: true },
      },
      { id: 'arrival', type: 'date', label: 'Day of arrival', placeholder: 'YYYY-MM-DD' },
      needs,
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
