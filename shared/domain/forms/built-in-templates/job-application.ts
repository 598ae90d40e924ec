import { type BuiltIn, email, name, oneByOne, phone, spamProtection } from './template-parts.ts';

export const jobApplication: BuiltIn = {
  id: 'tpl_00000000000000000000000030',
  name: 'Job application',
  description: 'An application with a résumé as a file.',
  category: 'hiring',
  form: {
    title: 'Apply for a job',
    fields: [
      name,
      email,
      phone,
      {
        id: 'position',
        type: 'text',
        label: 'Which position are you applying for?',
        required: true,
        placeholder: 'Software engineer',
        validate: { maxLength: 150 },
      },
      { id: 'resume', type: 'file', label: 'Résumé', required: true, placeholder: 'Choose a file', pii: true },
      {
        id: 'coverLetter',
        type: 'textarea',
        label: 'Cover letter',
        placeholder: 'Why this position, and why you?',
        validate: { maxLength: 10_000 },
        pii: true,
      },
      {
        id: 'portfolio',
        type: 'url',
        label: 'Link to your portfolio or profile',
        placeholder: 'https://example.com/ada',
        pii: true,
      },
      { id: 'availableFrom', type: 'date', label: 'When could you start?', placeholder: 'YYYY-MM-DD' },
    ],
    ui: { ...oneByOne, progress: 'steps' },
    spamProtection,
  },
};
