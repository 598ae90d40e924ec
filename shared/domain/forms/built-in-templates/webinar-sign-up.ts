import { allAtOnce, type BuiltIn, email, name, spamProtection } from './template-parts.ts';

export const webinarSignUp: BuiltIn = {
  id: 'tpl_00000000000000000000000038',
  name: 'Webinar sign-up',
  description: 'Who takes part online, and what they want to hear.',
  category: 'events',
  form: {
    title: 'Join the webinar',
    fields: [
      name,
      email,
      {
        id: 'role',
        type: 'text',
        label: 'Job title',
        placeholder: 'Product manager',
        autocomplete: 'organization-title',
        validate: { maxLength: 150 },
      },
      {
        id: 'question',
        type: 'textarea',
        label: 'What should we talk about?',
        placeholder: 'Your question to the speakers',
        validate: { maxLength: 1000 },
      },
      {
        id: 'source',
        type: 'select',
        label: 'How did you hear about it?',
        placeholder: 'Choose one',
        options: ['Newsletter', 'Social media', 'A colleague', 'Search'],
        other: true,
      },
      { id: 'recording', type: 'checkbox', label: 'Send me the recording' },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
