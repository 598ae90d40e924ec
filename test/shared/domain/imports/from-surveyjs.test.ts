import { expect, it } from '@jest/globals';
import { fromSurveyJs } from '../../../../shared/domain/imports/from-surveyjs.ts';

const fieldOf = (element: object) => fromSurveyJs({ elements: [{ name: 'a', ...element }] }).form.fields[0];

it.each([
  [{ type: 'text' }, { type: 'text' }],
  [
    { type: 'text', maxLength: 9, min: 1, max: 2, step: 3 },
    { type: 'text', validate: { maxLength: 9 } },
  ],
  [{ type: 'text', inputType: 'email', maxLength: 9 }, { type: 'email' }],
  [
    { type: 'text', inputType: 'number', min: 0, max: 9, step: '0.5', maxLength: 1 },
    { type: 'number', validate: { min: 0, max: 9, step: 0.5 } },
  ],
  [{ type: 'text', inputType: 'range' }, { type: 'number' }],
  [
    { type: 'text', maskType: 'currency', maskSettings: { prefix: '€ ', min: 1 } },
    { type: 'currency', currency: 'EUR', validate: { min: 1 } },
  ],
  [
    { type: 'text', maskType: 'currency', maskSettings: { suffix: ' chf' } },
    { type: 'currency', currency: 'CHF' },
  ],
  [
    { type: 'text', maskType: 'currency' },
    { type: 'currency', currency: 'USD' },
  ],
  [{ type: 'text', inputType: 'date', min: '2026-01-31' }, { type: 'date' }],
  [{ type: 'text', inputType: 'tel' }, { type: 'phone' }],
  [{ type: 'text', inputType: 'url' }, { type: 'url' }],
  [{ type: 'text', inputType: 'time' }, { type: 'time' }],
  [{ type: 'text', inputType: 'color' }, { type: 'text' }],
  [
    { type: 'comment', maxLength: 9 },
    { type: 'textarea', validate: { maxLength: 9 } },
  ],
  [
    { type: 'radiogroup', choices: [1, 'b', { value: 'c', text: 'Sea' }, { value: 'd', text: 'd' }, { value: 'e' }] },
    { type: 'radio', options: ['1', 'b', { value: 'c', label: 'Sea' }, 'd', 'e'] },
  ],
  [
    { type: 'dropdown', choices: ['a', { value: 'a', text: { default: 'A', de: 'AA' } }], hasOther: true },
    { type: 'select', options: [{ value: 'a', label: 'A' }], other: true },
  ],
  [
    { type: 'checkbox', choices: ['a'], minSelectedChoices: 0, maxSelectedChoices: 2, showOtherItem: true },
    { type: 'multiselect', options: ['a'], other: true, validate: { maxSelected: 2 } },
  ],
  [
    { type: 'tagbox', choices: ['a'], minSelectedChoices: 1, maxSelectedChoices: 0 },
    { type: 'multiselect', options: ['a'], validate: { minSelected: 1 } },
  ],
  [
    { type: 'radiogroup', choices: ['a'], minSelectedChoices: 1 },
    { type: 'radio', options: ['a'] },
  ],
  [{ type: 'boolean' }, { type: 'checkbox' }],
  [{ type: 'rating' }, { type: 'rating', validate: { max: 5 } }],
  [
    { type: 'rating', rateMax: 4, minRateDescription: 'bad', maxRateDescription: { default: 'good' } },
    { type: 'rating', lowLabel: 'bad', highLabel: 'good', validate: { max: 4 } },
  ],
  [
    { type: 'rating', rateMax: 12 },
    { type: 'scale', validate: { min: 1, max: 10 } },
  ],
  [
    { type: 'rating', rateMin: 0, rateMax: 3 },
    { type: 'scale', validate: { min: 0, max: 3 } },
  ],
  [
    { type: 'ranking', choices: ['a'] },
    { type: 'ranking', options: ['a'] },
  ],
  [
    { type: 'file', allowMultiple: true, acceptedTypes: '.pdf', maxSize: 9 },
    { type: 'file', validate: { accept: ['.pdf'], maxBytes: 9, maxFiles: 5 } },
  ],
  [{ type: 'file' }, { type: 'file' }],
  [
    { type: 'matrix', rows: ['r'], columns: ['c'] },
    { type: 'matrix', rows: ['r'], columns: ['c'] },
  ],
  [
    { type: 'html', html: '<p class="x">Hello <b>you</b></p>', isRequired: true },
    { type: 'statement', text: 'Hello  you' },
  ],
  [
    { type: 'html', html: { default: '<br>' } },
    { type: 'statement', text: '–' },
  ],
  [{ type: 'html' }, { type: 'statement', text: '–' }],
])('the question %j becomes %j', (element, field) =>
  expect(fieldOf(element)).toEqual({ id: 'a', label: 'a', ...field }),
);

it('a question has its texts, in the default language', () => {
  const texts = { title: { default: 'Name', de: 'Name?' }, description: 'Of you', isRequired: true };
  expect(fieldOf({ type: 'text', ...texts })).toEqual({
    ...{ id: 'a', type: 'text', label: 'Name', help: 'Of you', required: true },
  });
  expect(fieldOf({ type: 'text', title: { de: 'Name?' } })).toEqual({ id: 'a', type: 'text', label: 'a' });
  expect(fieldOf({ type: 'text', title: null })).toEqual({ id: 'a', type: 'text', label: 'a' });
});

it('a survey has its pages, old names of them too, and what stands beside them', () => {
  const text = (name: string) => ({ type: 'text', name });
  const { form } = fromSurveyJs({
    title: { default: 'Survey' },
    pages: [
      { name: 'one', title: 'One', questions: [text('a')] },
      { elements: [{ type: 'panel', elements: [text('b')] }] },
    ],
    questions: [text('c')],
  });
  expect(form.title).toBe('Survey');
  expect(form.fields.map(({ id, type }) => `${id} ${type}`)).toEqual(['a text', 'page page', 'b text', 'c text']);
});

it('what has no place is left out, and said so', () => {
  const expressions = [
    'visibleIf',
    'enableIf',
    'requiredIf',
    'setValueExpression',
    'defaultValueExpression',
    'validators',
  ];
  const asked = { type: 'text', name: 'a', ...Object.fromEntries(expressions.map(name => [name, 'x'])) };
  const panel = { type: 'panel', visibleIf: 'x', elements: [{ type: 'signaturepad', name: 's' }] };
  const { form, warnings } = fromSurveyJs({
    pages: [{ elements: [asked, panel] }],
    ...{ triggers: [1], calculatedValues: [1], completedHtmlOnCondition: [1] },
  });
  expect(form.fields).toEqual([{ id: 'a', type: 'text', label: 'a' }]);
  const byHand = 'was left out: set up conditions and rules by hand';
  expect(warnings).toEqual([
    ...expressions.map(name => ({ path: `pages[0].elements[0].${name}`, message: byHand })),
    { path: 'pages[0].elements[1].visibleIf', message: byHand },
    {
      path: 'pages[0].elements[1].elements[0]',
      message: 'a question of type signaturepad has no counterpart, and was left out',
    },
    ...['triggers', 'calculatedValues', 'completedHtmlOnCondition'].map(path => ({
      path,
      message: 'has no place in a form',
    })),
  ]);
  expect(fromSurveyJs({ elements: [{ type: 'text' }], triggers: [] })).toMatchObject({
    form: { fields: [{ id: 'field', type: 'text' }] },
    warnings: [],
  });
});
