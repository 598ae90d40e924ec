import { allAtOnce, type BuiltIn, name, spamProtection } from './template-parts.ts';

export const interviewScorecard: BuiltIn = {
  id: 'tpl_0000000000000000000000002E',
  name: 'Interview scorecard',
  description: 'An interviewer’s scores for a candidate, with the average.',
  category: 'hiring',
  form: {
    title: 'Interview scorecard',
    fields: [
      { ...name, id: 'candidateName', label: 'Candidate', placeholder: 'Grace Hopper', autocomplete: 'off' },
      {
        id: 'position',
        type: 'text',
        label: 'Position',
        required: true,
        placeholder: 'Software engineer',
        validate: { maxLength: 150 },
      },
      {
        id: 'skills',
        type: 'scale',
        label: 'Skills',
        required: true,
        lowLabel: 'Weak',
        highLabel: 'Outstanding',
        validate: { min: 1, max: 5 },
      },
      {
        id: 'communication',
        type: 'scale',
        label: 'Communication',
        required: true,
        lowLabel: 'Weak',
        highLabel: 'Outstanding',
        validate: { min: 1, max: 5 },
      },
      {
        id: 'motivation',
        type: 'scale',
        label: 'Motivation',
        required: true,
        lowLabel: 'Weak',
        highLabel: 'Outstanding',
        validate: { min: 1, max: 5 },
      },
      {
        id: 'average',
        type: 'calculated',
        label: 'Average',
        compute: {
          op: 'round',
          args: [
            {
              op: '/',
              args: [{ op: '+', args: [{ field: 'skills' }, { field: 'communication' }, { field: 'motivation' }] }, 3],
            },
            1,
          ],
        },
      },
      {
        id: 'decision',
        type: 'radio',
        label: 'Your recommendation',
        required: true,
        options: ['Hire', 'Another interview', 'Do not hire'],
      },
      {
        id: 'reasons',
        type: 'textarea',
        label: 'Why?',
        required: true,
        placeholder: 'What you saw and heard, not what you felt',
        validate: { maxLength: 5000 },
        pii: true,
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
