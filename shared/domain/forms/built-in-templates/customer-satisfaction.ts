import { type BuiltIn, oneByOne, optionalEmail, spamProtection } from './template-parts.ts';

export const customerSatisfaction: BuiltIn = {
  id: 'tpl_0000000000000000000000004E',
  name: 'Customer satisfaction',
  description: 'Ratings for product, service and price in one table.',
  category: 'feedback',
  form: {
    title: 'How satisfied are you?',
    fields: [
      {
        id: 'overall',
        type: 'rating',
        label: 'How satisfied are you overall?',
        required: true,
        lowLabel: 'Very dissatisfied',
        highLabel: 'Very satisfied',
      },
      {
        id: 'aspects',
        type: 'matrix',
        label: 'How satisfied are you with each of these?',
        rows: ['Quality', 'Price', 'Delivery', 'Support'],
        columns: ['Dissatisfied', 'Neutral', 'Satisfied'],
      },
      {
        id: 'reason',
        type: 'textarea',
        label: 'What went wrong?',
        placeholder: 'What we should fix first',
        validate: { maxLength: 2000 },
        visibleIf: { field: 'overall', op: 'lte', value: 2 },
      },
      { id: 'again', type: 'radio', label: 'Would you buy from us again?', options: ['Yes', 'Maybe', 'No'] },
      optionalEmail,
    ],
    ui: oneByOne,
    spamProtection,
  },
};
