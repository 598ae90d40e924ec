import { allAtOnce, type BuiltIn, optionalEmail, spamProtection } from './template-parts.ts';

export const featureRequest: BuiltIn = {
  id: 'tpl_00000000000000000000000043',
  name: 'Feature request',
  description: 'What users need, why, and how much it matters.',
  category: 'feedback',
  form: {
    title: 'Request a feature',
    fields: [
      {
        id: 'problem',
        type: 'textarea',
        label: 'What are you trying to do?',
        required: true,
        placeholder: 'I want to send every answer to my accountant',
        validate: { minLength: 10, maxLength: 2000 },
      },
      {
        id: 'today',
        type: 'textarea',
        label: 'How do you do it today?',
        placeholder: 'I copy each answer by hand',
        validate: { maxLength: 2000 },
      },
      {
        id: 'idea',
        type: 'textarea',
        label: 'What would you like to see?',
        placeholder: 'A button that sends it',
        validate: { maxLength: 2000 },
      },
      {
        id: 'importance',
        type: 'scale',
        label: 'How important is it to you?',
        required: true,
        lowLabel: 'Nice to have',
        highLabel: 'I can’t work without it',
        validate: { min: 1, max: 5 },
      },
      optionalEmail,
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
