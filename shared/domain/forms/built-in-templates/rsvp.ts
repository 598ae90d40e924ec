import { allAtOnce, type BuiltIn, email, name, spamProtection } from './template-parts.ts';

const isComing = { field: 'attendance', op: 'eq', value: 'yes' } as const;

export const rsvp: BuiltIn = {
  id: 'tpl_00000000000000000000000035',
  name: 'RSVP',
  description: 'Who accepts your invitation, who they bring, and what they eat.',
  category: 'events',
  form: {
    title: 'Will you join us?',
    fields: [
      name,
      { ...email, required: false },
      {
        id: 'attendance',
        type: 'radio',
        label: 'Are you coming?',
        required: true,
        options: [
          { value: 'yes', label: 'Yes, with pleasure' },
          { value: 'no', label: 'Sorry, I cannot make it' },
        ],
      },
      {
        id: 'guests',
        type: 'number',
        label: 'How many people will come, including you?',
        placeholder: '1',
        default: 1,
        validate: { min: 1, max: 10, integer: true },
        visibleIf: isComing,
      },
      {
        id: 'meals',
        type: 'multiselect',
        label: 'Which meals should we prepare?',
        options: ['Meat', 'Fish', 'Vegetarian', 'Vegan', 'For children'],
        visibleIf: isComing,
      },
      {
        id: 'needs',
        type: 'textarea',
        label: 'Allergies or access needs',
        placeholder: 'For example nuts, or step-free access',
        validate: { maxLength: 1000 },
        pii: true,
        visibleIf: isComing,
      },
      {
        id: 'message',
        type: 'textarea',
        label: 'A message to your hosts',
        placeholder: 'We look forward to seeing you',
        validate: { maxLength: 2000 },
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
