import { allAtOnce, type BuiltIn, email, name, spamProtection } from './template-parts.ts';

export const orderForm: BuiltIn = {
  id: 'tpl_0000000000000000000000000E',
  name: 'Order form',
  description: 'Products with quantities, the total, and an address.',
  category: 'orders',
  form: {
    title: 'Place an order',
    fields: [
      {
        id: 'mugs',
        type: 'number',
        label: 'Mugs (12 each)',
        placeholder: '0',
        validate: { min: 0, max: 100, integer: true },
      },
      {
        id: 'shirts',
        type: 'number',
        label: 'T-shirts (25 each)',
        placeholder: '0',
        validate: { min: 0, max: 100, integer: true },
      },
      {
        id: 'size',
        type: 'select',
        label: 'Which size are the T-shirts?',
        required: true,
        placeholder: 'Choose a size',
        options: ['S', 'M', 'L', 'XL'],
        visibleIf: { field: 'shirts', op: 'gt', value: 0 },
      },
      {
        id: 'total',
        type: 'calculated',
        label: 'Total',
        compute: {
          op: '+',
          args: [
            { op: '*', args: [{ field: 'mugs', else: 0 }, 12] },
            { op: '*', args: [{ field: 'shirts', else: 0 }, 25] },
          ],
        },
      },
      { id: 'delivery', type: 'page', label: 'Delivery' },
      name,
      email,
      {
        id: 'address',
        type: 'textarea',
        label: 'Delivery address',
        required: true,
        placeholder: '12 St. James’s Square, London',
        autocomplete: 'street-address',
        validate: { maxLength: 500 },
        pii: true,
      },
      {
        id: 'notes',
        type: 'text',
        label: 'Notes on your order',
        placeholder: 'Please leave it with the neighbors',
        validate: { maxLength: 500 },
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
