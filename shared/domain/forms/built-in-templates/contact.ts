import { allAtOnce, type BuiltIn, email, name, phone, spamProtection } from './template-parts.ts';

export const contact: BuiltIn = {
  id: 'tpl_00000000000000000000000060',
  name: 'Contact',
  description: 'Questions and requests from visitors to your site.',
  category: 'contact',
  form: {
    title: 'Contact us',
    fields: [
      name,
      email,
      phone,
      {
        id: 'topic',
        type: 'select',
        label: 'What is it about?',
        required: true,
        placeholder: 'Choose a topic',
        options: ['A question', 'A quote', 'Help with something I bought', 'Press', 'Something else'],
      },
      {
        id: 'message',
        type: 'textarea',
        label: 'Your message',
        required: true,
        placeholder: 'How can we help?',
        validate: { minLength: 10, maxLength: 5000 },
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
