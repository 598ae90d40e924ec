import { allAtOnce, type BuiltIn, email, name, spamProtection } from './template-parts.ts';

export const returnRequest: BuiltIn = {
  id: 'tpl_00000000000000000000000026',
  name: 'Return request',
  description: 'An order to send back, the reason, and a refund or exchange.',
  category: 'support',
  form: {
    title: 'Return an order',
    fields: [
      name,
      email,
      {
        id: 'order',
        type: 'text',
        label: 'Order number',
        required: true,
        placeholder: 'A-10042',
        validate: { maxLength: 50 },
      },
      {
        id: 'items',
        type: 'textarea',
        label: 'Which items would you like to return?',
        required: true,
        placeholder: '1 lamp, 2 cables',
        validate: { maxLength: 1000 },
      },
      {
        id: 'reason',
        type: 'select',
        label: 'Why?',
        required: true,
        placeholder: 'Choose a reason',
        options: ['Damaged', 'Wrong item', 'Not as described', 'I changed my mind'],
        other: true,
      },
      {
        id: 'photo',
        type: 'file',
        label: 'Photo of the damage',
        placeholder: 'Choose a photo',
        validate: { accept: ['image/*'], maxFiles: 3 },
        visibleIf: { field: 'reason', op: 'eq', value: 'Damaged' },
      },
      {
        id: 'wish',
        type: 'radio',
        label: 'What would you like?',
        required: true,
        options: ['A refund', 'An exchange', 'A voucher'],
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
