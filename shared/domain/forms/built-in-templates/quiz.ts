import { type BuiltIn, oneByOne, spamProtection } from './template-parts.ts';

export const quiz: BuiltIn = {
  id: 'tpl_00000000000000000000000016',
  name: 'Quiz',
  description: 'Three questions with a score and an end for each result.',
  category: 'marketing',
  form: {
    title: 'How well do you know the planets?',
    fields: [
      {
        id: 'largest',
        type: 'radio',
        label: 'Which planet is the largest?',
        required: true,
        options: ['Earth', 'Jupiter', 'Saturn'],
      },
      {
        id: 'hottest',
        type: 'radio',
        label: 'Which planet is the hottest?',
        required: true,
        options: ['Mercury', 'Venus', 'Mars'],
      },
      {
        id: 'moons',
        type: 'radio',
        label: 'How many moons does Mars have?',
        required: true,
        options: ['One', 'Two', 'Four'],
      },
      {
        id: 'score',
        type: 'calculated',
        label: 'Score',
        compute: {
          op: '+',
          args: [
            { score: 'largest', values: { Jupiter: 1 } },
            { score: 'hottest', values: { Venus: 1 } },
            { score: 'moons', values: { Two: 1 } },
          ],
        },
      },
    ],
    ui: oneByOne,
    spamProtection,
    thankYou: { text: 'Good try! Jupiter is the largest, Venus the hottest, and Mars has two moons.' },
    endings: [
      { id: 'perfect', if: { field: 'score', op: 'eq', value: 3 }, text: '**Three of three!** You know your planets.' },
    ],
  },
};
