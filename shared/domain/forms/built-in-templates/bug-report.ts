import { allAtOnce, type BuiltIn, optionalEmail, spamProtection } from './template-parts.ts';

export const bugReport: BuiltIn = {
  id: 'tpl_00000000000000000000000020',
  name: 'Bug report',
  description: 'What happened, what was expected, and how to reproduce it.',
  category: 'support',
  form: {
    title: 'Report a bug',
    fields: [
      {
        id: 'summary',
        type: 'text',
        label: 'What is wrong, in one sentence?',
        required: true,
        placeholder: 'The export is empty when I choose a date',
        validate: { minLength: 10, maxLength: 150 },
      },
      {
        id: 'severity',
        type: 'select',
        label: 'How bad is it?',
        required: true,
        placeholder: 'Choose a severity',
        options: ['I cannot work', 'I can work around it', 'It is a nuisance', 'It only looks wrong'],
      },
      {
        id: 'steps',
        type: 'textarea',
        label: 'Which steps reproduce it?',
        required: true,
        placeholder: '1. Open the list\n2. Choose a date\n3. Press “Export”',
        validate: { minLength: 10, maxLength: 5000 },
      },
      {
        id: 'expected',
        type: 'textarea',
        label: 'What did you expect to happen?',
        placeholder: 'A file with the rows of that day',
        validate: { maxLength: 2000 },
      },
      {
        id: 'actual',
        type: 'textarea',
        label: 'What happened instead? If there was a message, what did it say?',
        required: true,
        placeholder: 'A file with only the header',
        validate: { maxLength: 5000 },
      },
      {
        id: 'software',
        type: 'text',
        label: 'Version, browser and operating system',
        placeholder: '2.4.1, Firefox 140, Ubuntu 24.04',
        validate: { maxLength: 200 },
      },
      { id: 'screenshot', type: 'file', label: 'Screenshot', placeholder: 'Choose a file', pii: true },
      optionalEmail,
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
