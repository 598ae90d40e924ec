import { type BuiltIn, oneByOne, optionalEmail, spamProtection } from './template-parts.ts';

export const npsSurvey: BuiltIn = {
  id: 'tpl_00000000000000000000000045',
  name: 'NPS survey',
  description: 'How likely people are to recommend you, from 0 to 10, and why.',
  category: 'feedback',
  form: {
    title: 'Would you recommend us?',
    fields: [
      {
        id: 'score',
        type: 'scale',
        label: 'How likely are you to recommend us to a friend or colleague?',
        required: true,
        lowLabel: 'Not at all likely',
        highLabel: 'Extremely likely',
        validate: { min: 0, max: 10 },
      },
      {
        id: 'disappointed',
        type: 'textarea',
        label: 'What disappointed you most?',
        placeholder: 'What should we change first?',
        validate: { maxLength: 2000 },
        visibleIf: { field: 'score', op: 'lte', value: 6 },
      },
      {
        id: 'missing',
        type: 'textarea',
        label: 'What is missing for a 9 or a 10?',
        placeholder: 'What would make the difference',
        validate: { maxLength: 2000 },
        visibleIf: {
          all: [
            { field: 'score', op: 'gte', value: 7 },
            { field: 'score', op: 'lte', value: 8 },
          ],
        },
      },
      {
        id: 'valued',
        type: 'textarea',
        label: 'What do you value most?',
        placeholder: 'What we should never change',
        validate: { maxLength: 2000 },
        visibleIf: { field: 'score', op: 'gte', value: 9 },
      },
      optionalEmail,
    ],
    ui: oneByOne,
    spamProtection,
  },
};
