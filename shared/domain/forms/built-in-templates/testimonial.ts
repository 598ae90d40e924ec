import { allAtOnce, type BuiltIn, name, spamProtection } from './template-parts.ts';

export const testimonial: BuiltIn = {
  id: 'tpl_00000000000000000000000014',
  name: 'Testimonial',
  description: 'A customer’s words, with permission to publish them.',
  category: 'marketing',
  form: {
    title: 'Share your story',
    fields: [
      name,
      {
        id: 'role',
        type: 'text',
        label: 'Job title and company',
        placeholder: 'Countess, Analytical Engines Ltd.',
        validate: { maxLength: 200 },
        pii: true,
      },
      { id: 'rating', type: 'rating', label: 'How many stars do you give us?', required: true },
      {
        id: 'story',
        type: 'textarea',
        label: 'What did we do for you?',
        required: true,
        placeholder: 'Before, we … Now, we …',
        validate: { minLength: 20, maxLength: 2000 },
      },
      {
        id: 'photo',
        type: 'file',
        label: 'Your photo',
        placeholder: 'Choose a photo',
        validate: { accept: ['image/*'] },
        pii: true,
      },
      {
        id: 'permission',
        type: 'consent',
        label: 'Permission',
        required: true,
        text: 'You may publish my words with my name and photo. I can withdraw this at any time.',
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
