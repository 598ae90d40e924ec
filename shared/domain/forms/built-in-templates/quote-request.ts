import { allAtOnce, type BuiltIn, company, email, name, spamProtection } from './template-parts.ts';

export const quoteRequest: BuiltIn = {
  id: 'tpl_00000000000000000000000057',
  name: 'Quote request',
  description: 'What a customer needs, by when, and for what budget.',
  category: 'contact',
  form: {
    title: 'Request a quote',
    fields: [
      name,
      email,
      company,
      {
        id: 'service',
        type: 'multiselect',
        label: 'What do you need?',
        required: true,
        options: ['Consulting', 'Design', 'Development', 'Support'],
        other: true,
      },
      {
        id: 'project',
        type: 'textarea',
        label: 'Describe your project',
        required: true,
        placeholder: 'What should be different when we are done?',
        validate: { minLength: 10, maxLength: 5000 },
      },
      {
        id: 'budget',
        type: 'select',
        label: 'What is your budget?',
        placeholder: 'Choose a range',
        options: ['Up to 5,000', '5,000 to 20,000', '20,000 to 50,000', 'More than 50,000', 'I don’t know yet'],
      },
      { id: 'deadline', type: 'date', label: 'When do you need it?', placeholder: 'YYYY-MM-DD' },
      { id: 'brief', type: 'file', label: 'Brief or drawings', placeholder: 'Choose files', validate: { maxFiles: 3 } },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
