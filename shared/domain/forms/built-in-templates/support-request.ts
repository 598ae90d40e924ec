import { allAtOnce, type BuiltIn, email, name, spamProtection } from './template-parts.ts';

export const supportRequest: BuiltIn = {
  id: 'tpl_00000000000000000000000028',
  name: 'Support request',
  description: 'A question with its urgency, files and an email address for the answer.',
  category: 'support',
  form: {
    title: 'Contact support',
    fields: [
      name,
      email,
      {
        id: 'subject',
        type: 'text',
        label: 'Subject',
        required: true,
        placeholder: 'I cannot sign in',
        validate: { minLength: 3, maxLength: 150 },
      },
      {
        id: 'area',
        type: 'select',
        label: 'What is it about?',
        required: true,
        placeholder: 'Choose an area',
        options: ['Account', 'Billing', 'Product', 'Something else'],
      },
      {
        id: 'invoice',
        type: 'text',
        label: 'Invoice number',
        placeholder: '2026-0042',
        validate: { maxLength: 50 },
        visibleIf: { field: 'area', op: 'eq', value: 'Billing' },
      },
      {
        id: 'urgency',
        type: 'radio',
        label: 'How urgent is it?',
        required: true,
        options: ['I am blocked', 'This week', 'Whenever you can'],
      },
      {
        id: 'description',
        type: 'textarea',
        label: 'What happened?',
        required: true,
        placeholder: 'What you did, and what you saw',
        validate: { minLength: 10, maxLength: 5000 },
      },
      {
        id: 'files',
        type: 'file',
        label: 'Screenshots or documents',
        placeholder: 'Choose files',
        validate: { maxFiles: 5 },
        pii: true,
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
