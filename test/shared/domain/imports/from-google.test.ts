import { describe, expect, it } from '@jest/globals';
import { fromGoogle } from '../../../../shared/domain/imports/from-google.ts';

const imported = (...items: unknown[]) => fromGoogle({ items });
const asked = (question: object, more: object = {}) =>
  imported({ title: 'Q', questionItem: { question: { questionId: 'q', ...question }, ...more } });
const options = [{ value: 'a' }, { value: 'b' }];

describe('a question of Google', () => {
  it.each([
    [{ textQuestion: {} }, { type: 'text' }],
    [{ textQuestion: { paragraph: true } }, { type: 'textarea' }],
    [{ dateQuestion: {} }, { type: 'date' }],
    [{ timeQuestion: {} }, { type: 'time' }],
    [{ ratingQuestion: { ratingScaleLevel: 7 } }, { type: 'rating', validate: { max: 7 } }],
    [{ scaleQuestion: { high: 5 } }, { type: 'scale', validate: { min: 0, max: 5 } }],
    [
      { scaleQuestion: { low: 1, high: 5, lowLabel: 'no', highLabel: 'yes' } },
      { type: 'scale', lowLabel: 'no', highLabel: 'yes', validate: { min: 1, max: 5 } },
    ],
    [{ choiceQuestion: { type: 'RADIO', options } }, { type: 'radio', options: ['a', 'b'] }],
    [{ choiceQuestion: { type: 'CHECKBOX', options } }, { type: 'multiselect', options: ['a', 'b'] }],
    [
      { choiceQuestion: { type: 'DROP_DOWN', options: [...options, { isOther: true }] } },
      { type: 'select', options: ['a', 'b'], other: true },
    ],
    [{ fileUploadQuestion: {} }, { type: 'file' }],
    [{ fileUploadQuestion: { types: ['ANY'] } }, { type: 'file' }],
    [
      { fileUploadQuestion: { types: ['PDF', 'VIDEO'], maxFiles: 2, maxFileSize: '9' } },
      { type: 'file', validate: { accept: ['.pdf', 'video/*'], maxBytes: 9, maxFiles: 2 } },
    ],
    [
      { textQuestion: {}, required: true },
      { type: 'text', required: true },
    ],
  ])('%j becomes %j', (question, field) => {
    expect(asked(question)).toEqual({
      form: { title: 'Imported form', fields: [{ id: 'q', label: 'Q', ...field }] },
      warnings: [],
    });
  });

  it.each([
    [{ textQuestion: {} }, { image: {} }, 'items[0].questionItem.image', 'pictures were left out'],
    [{ dateQuestion: { includeTime: true } }, {}, 'items[0]', 'the time of the date is not asked for'],
    [{ timeQuestion: { duration: true } }, {}, 'items[0]', 'a duration is asked for as a time'],
    [{ textQuestion: {}, grading: {} }, {}, 'items[0]', 'points and right answers of a quiz were left out'],
    ...[{ goToAction: 'NEXT_SECTION' }, { goToSectionId: '1' }].map(jump => [
      { choiceQuestion: { type: 'RADIO', options: [{ value: 'a' }, { value: 'b', ...jump }] } },
      {},
      'items[0]',
      'options that lead to sections do so no longer: set up visibleIf by hand',
    ]),
  ] as [object, object, string, string][])(
    '%j, %j loses something, and it is said',
    (question, more, path, message) => {
      const { form, warnings } = asked(question, more);
      expect([form.fields.length, warnings]).toEqual([1, [{ path, message }]]);
    },
  );

  it.each([{ choiceQuestion: { type: 'NEW' } }, { newQuestion: {} }])('%j has no counterpart', question => {
    const { form, warnings } = asked(question);
    const message = 'a question of this kind has no counterpart, and was left out';
    expect([form.fields, warnings]).toEqual([[], [{ path: 'items[0]', message }]]);
  });
});

it('the items of Google that ask for nothing stay, or it is said', () => {
  const { form, warnings } = imported(
    { title: ' Page ', pageBreakItem: {} },
    { title: 'Hello', description: 'you', textItem: {} },
    { itemId: 'i', title: 'Hello', textItem: {} },
    { textItem: {} },
    { title: 'Film', videoItem: {} },
    { questionItem: {} },
  );
  expect(form.fields).toEqual([
    { id: 'page', type: 'page', label: 'Page' },
    { id: 'text', type: 'statement', label: 'Hello', text: 'you' },
    { id: 'i', type: 'statement', label: 'Hello', text: 'Hello' },
    { id: 'text_2', type: 'statement', text: '–' },
  ]);
  const message = 'a picture, a film or an unknown item was left out';
  expect(warnings).toEqual([4, 5].map(at => ({ path: `items[${at}]`, message })));
});

it('a grid of Google is a matrix of one answer a row, required where all rows are', () => {
  const grid = (required: boolean[], columns: unknown) => ({
    ...{ title: 'Taste', itemId: 'g' },
    questionGroupItem: {
      questions: required.map((each, at) => ({ required: each, rowQuestion: { title: `r${at}` } })),
      grid: { columns },
    },
  });
  const matrix = { id: 'g', type: 'matrix', label: 'Taste', rows: ['r0', 'r1'], columns: ['a', 'b'] };
  expect(imported(grid([true, true], { type: 'RADIO', options }))).toMatchObject({
    form: { fields: [{ ...matrix, required: true }] },
    warnings: [],
  });
  const several = imported(grid([true, false], { type: 'CHECKBOX', options }));
  expect(several.form.fields).toEqual([matrix]);
  expect(several.warnings).toEqual([
    { path: 'items[0]', message: 'a row of a matrix takes one answer, and took several' },
  ]);
  const [empty, without] = imported({ questionGroupItem: { questions: [{}], grid: {} } }, { questionGroupItem: {} })
    .form.fields;
  expect(empty).toEqual({ id: 'grid', type: 'matrix', rows: [], columns: [] });
  expect(without).toMatchObject({ id: 'grid_2', rows: [], columns: [] });
});

it.each([
  [{ info: { title: 'A', documentTitle: 'B' } }, 'A', []],
  [{ info: { documentTitle: 'B', description: 'Hi' } }, 'B', [{ id: 'description', type: 'statement', text: 'Hi' }]],
  [{ info: { description: ' ' } }, 'Imported form', []],
  [{}, 'Imported form', []],
])('the form %j is called %s', (form, title, fields) => expect(fromGoogle(form).form).toEqual({ title, fields }));
