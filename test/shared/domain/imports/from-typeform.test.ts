import { describe, expect, it } from '@jest/globals';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { fromTypeform } from '../../../../shared/domain/imports/from-typeform.ts';

const choices = [
  { ref: 'c_a', label: 'A' },
  { ref: 'c_b', label: ' B ' },
];
const fieldOf = (field: object) => fromTypeform({ fields: [{ ref: 'a', title: 'Q', ...field }] }).form.fields[0];

describe('a question of Typeform', () => {
  it.each<[object, object]>([
    [
      { type: 'short_text', validations: { max_length: 9 } },
      { type: 'text', validate: { maxLength: 9 } },
    ],
    [{ type: 'long_text' }, { type: 'textarea' }],
    [
      { type: 'email', validations: { required: true } },
      { type: 'email', required: true },
    ],
    [
      { type: 'number', validations: { min_value: 0, max_value: 9 } },
      { type: 'number', validate: { min: 0, max: 9 } },
    ],
    [
      { type: 'phone_number', properties: { description: 'Of you' } },
      { type: 'phone', help: 'Of you' },
    ],
    [{ type: 'website' }, { type: 'url' }],
    [{ type: 'date' }, { type: 'date' }],
    [{ type: 'file_upload' }, { type: 'file' }],
    [
      { type: 'multiple_choice', properties: { choices }, validations: { min_selection: 1, max_selection: 2 } },
      { type: 'radio', options: ['A', 'B'] },
    ],
    [
      {
        ...{ type: 'multiple_choice', validations: { min_selection: 0, max_selection: 2 } },
        properties: { choices, allow_multiple_selection: true, allow_other_choice: true },
      },
      { type: 'multiselect', options: ['A', 'B'], other: true, validate: { maxSelected: 2 } },
    ],
    [
      {
        ...{ type: 'multiple_choice', validations: { min_selection: 1 } },
        properties: { choices, allow_multiple_selection: true },
      },
      { type: 'multiselect', options: ['A', 'B'], validate: { minSelected: 1 } },
    ],
    [
      { type: 'dropdown', properties: { choices } },
      { type: 'select', options: ['A', 'B'] },
    ],
    [
      { type: 'ranking', properties: { choices } },
      { type: 'ranking', options: ['A', 'B'] },
    ],
    [{ type: 'yes_no' }, { type: 'radio', options: ['Yes', 'No'] }],
    [
      { type: 'legal', properties: { description: 'Terms' } },
      { type: 'consent', text: 'Terms' },
    ],
    [{ type: 'legal' }, { type: 'consent', text: 'I accept' }],
    [{ type: 'rating' }, { type: 'rating', validate: { max: 5 } }],
    [
      { type: 'rating', properties: { steps: 3 } },
      { type: 'rating', validate: { max: 3 } },
    ],
    [
      { type: 'rating', properties: { steps: 12 } },
      { type: 'rating', validate: { max: 10 } },
    ],
    [{ type: 'opinion_scale' }, { type: 'scale', validate: { min: 0, max: 10 } }],
    [
      { type: 'opinion_scale', properties: { steps: 5, labels: { left: 'no', right: 'yes' } } },
      { type: 'scale', lowLabel: 'no', highLabel: 'yes', validate: { min: 0, max: 4 } },
    ],
    [
      { type: 'opinion_scale', properties: { steps: 5, start_at_one: true } },
      { type: 'scale', validate: { min: 1, max: 5 } },
    ],
    [
      { type: 'nps', properties: { steps: 3, start_at_one: true, labels: { left: 'no' } } },
      { type: 'scale', lowLabel: 'no', validate: { min: 0, max: 10 } },
    ],
    [
      { type: 'statement', properties: { description: 'Hi' }, validations: { required: true } },
      { type: 'statement', text: 'Hi' },
    ],
    [{ type: 'statement' }, { type: 'statement', text: 'Q' }],
  ])('%j becomes %j', (question, field) => expect(fieldOf(question)).toEqual({ id: 'a', label: 'Q', ...field }));

  it('that says nothing says something', () =>
    expect(fieldOf({ type: 'statement', title: undefined })).toEqual({ id: 'a', type: 'statement', text: '–' }));

  it('has the id that it had, where it has no ref', () =>
    expect(fromTypeform({ fields: [{ id: 'x', type: 'email' }] }).form.fields).toEqual([{ id: 'x', type: 'email' }]));
});

it('a form of Typeform has its groups as pages, and what the address hands over', () => {
  const group = {
    type: 'group',
    ref: 'g',
    title: 'More',
    properties: { fields: [{ ref: 'b', type: 'email' }, { type: 'x' }] },
  };
  const { form, warnings } = fromTypeform({
    ...{ title: 'Pets', fields: [{ type: 'group', ref: 'empty' }, group], hidden: ['utm_source'] },
    thankyou_screens: [{ ref: 'default_tys', title: 'Typeform' }, { ref: 'a', title: ' Woof ' }, { ref: 'b' }],
    ...{ variables: [1], welcome_screens: [1], theme: [1], workspace: [1] },
  });
  expect(form).toEqual({
    title: 'Pets',
    fields: [
      { id: 'empty', type: 'page' },
      { id: 'g', type: 'page', label: 'More' },
      { id: 'b', type: 'email' },
      { id: 'utm_source', type: 'hidden', query: 'utm_source' },
    ],
    thankYou: { text: 'Woof' },
  });
  expect(warnings).toEqual([
    { path: 'fields[1].properties.fields[1]', message: 'a field of type x has no counterpart, and was left out' },
    ...['variables', 'welcome_screens', 'theme', 'workspace'].map(path => ({
      path,
      message: 'has no place in a form',
    })),
    { path: 'thankyou_screens', message: 'a form has one thank-you text: the first was taken' },
  ]);
});

it('a form of Typeform without anything is one without fields', () =>
  expect(fromTypeform({ theme: 'x', thankyou_screens: [{ ref: 'default_tys', title: 'x' }] })).toEqual({
    form: { title: 'Imported form', fields: [] },
    warnings: [],
  }));

it('pictures of choices are left out, and it is said', () =>
  expect(fromTypeform({ fields: [{ ref: 'a', type: 'picture_choice', properties: { choices } }] })).toEqual({
    form: { title: 'Imported form', fields: [{ id: 'a', type: 'radio', options: ['A', 'B'] }] },
    warnings: [{ path: 'fields[0]', message: 'pictures of choices were left out' }],
  }));

describe('a jump of Typeform', () => {
  const fields = [
    { ref: 'one', type: 'multiple_choice', properties: { choices } },
    { ref: 'some', type: 'multiple_choice', properties: { choices, allow_multiple_selection: true } },
    { ref: 'yes', type: 'yes_no' },
    { ref: 'terms', type: 'legal' },
    { type: 'group', ref: 'g', properties: { fields: [{ ref: 'age', type: 'number' }] } },
    { ref: 'from', type: 'short_text' },
    { ref: 'skipped', type: 'email' },
    { ref: 'to', type: 'email' },
  ];
  const vars = (field: string, value: unknown, type = 'constant') => [
    { type: 'field', value: field },
    { type, value },
  ];
  const jump = (condition: unknown, to: unknown = { type: 'field', value: 'to' }, action = 'jump') => ({
    action,
    details: { to },
    condition,
  });
  const imported = (...actions: unknown[]) => fromTypeform({ fields, logic: [{ ref: 'from', actions }] });
  /** When the field is hidden that the jump skips. */
  const hiddenIf = (...actions: unknown[]) => {
    const { form, warnings } = imported(...actions);
    expect(warnings).toEqual([]);
    return form.fields.map(({ id, visibleIf }) => [id, visibleIf] as const).filter(([, condition]) => condition);
  };
  const isAge = (op: string, value = 9) => ({ op, vars: vars('age', value) });
  const age = (op: string, value = 9) => ({ field: 'age', op, value });

  it.each([
    ['is', 'eq'],
    ['equal', 'eq'],
    ['on', 'eq'],
    ['is_not', 'ne'],
    ['not_equal', 'ne'],
    ['not_on', 'ne'],
    ['lower_than', 'lt'],
    ['earlier_than', 'lt'],
    ['greater_than', 'gt'],
    ['later_than', 'gt'],
    ['lower_equal_than', 'lte'],
    ['greater_equal_than', 'gte'],
    ['contains', 'contains'],
    ['begins_with', 'startsWith'],
    ['ends_with', 'endsWith'],
  ])('by %s hides what it skips by %s', (op, ours) =>
    expect(hiddenIf(jump(isAge(op)))).toEqual([['skipped', { not: age(ours) }]]),
  );

  it.each([
    [
      { op: 'is', vars: vars('one', 'c_b', 'choice') },
      { field: 'one', op: 'eq', value: 'B' },
    ],
    [
      { op: 'is', vars: vars('some', 'c_a', 'choice') },
      { field: 'some', op: 'includesAny', value: ['A'] },
    ],
    [
      { op: 'is_not', vars: vars('some', 'c_a', 'choice') },
      { not: { field: 'some', op: 'includesAny', value: ['A'] } },
    ],
    [
      { op: 'is', vars: vars('yes', true) },
      { field: 'yes', op: 'eq', value: 'Yes' },
    ],
    [
      { op: 'is', vars: vars('yes', false) },
      { field: 'yes', op: 'eq', value: 'No' },
    ],
    [
      { op: 'is', vars: vars('terms', true) },
      { field: 'terms', op: 'eq', value: true },
    ],
    [{ op: 'and', vars: [isAge('is'), isAge('is_not', 8)] }, { all: [age('eq'), age('ne', 8)] }],
    [{ op: 'or', vars: [isAge('is'), isAge('is', 8)] }, { any: [age('eq'), age('eq', 8)] }],
    [
      { op: 'is', vars: vars('from', 'x') },
      { field: 'from', op: 'eq', value: 'x' },
    ],
  ])('by the condition %j hides by %j', (condition, ours) =>
    expect(hiddenIf(jump(condition))).toEqual([['skipped', { not: ours }]]),
  );

  it('is made only where none before it was', () =>
    expect(hiddenIf(jump(isAge('is', 1)), jump(isAge('is', 2), { type: 'thankyou' }), jump({ op: 'always' }))).toEqual([
      [
        'skipped',
        {
          all: [
            { not: age('eq', 1) },
            { not: { all: [age('eq', 2), { not: age('eq', 1) }] } },
            { not: { all: [{ not: age('eq', 1) }, { not: age('eq', 2) }] } },
          ],
        },
      ],
      ['to', { not: { all: [age('eq', 2), { not: age('eq', 1) }] } }],
    ]));

  const manyJumps = (count: number) =>
    imported(...Array.from({ length: count }, (_, index) => jump(isAge('is', index))));
  const needsMore = 'needs more conditions than a field or a form may have; set it up by hand';

  it('is left out, and said so, where a field would have more conditions than it may', () => {
    // The first has one comparison, the second two, …: nine of them have 45.
    const { form, warnings } = manyJumps(11);
    expect(warnings.map(({ path, message }) => [path, message])).toEqual([
      ['logic[0].actions[9]', needsMore],
      ['logic[0].actions[10]', needsMore],
    ]);
    expect(faultsOfForm({ ...form, status: 'draft' })).toEqual([]);
    expect(manyJumps(3000).form).toEqual(form);
  });

  it('is left out where the form would have more conditions than it may', () => {
    const between = Array.from({ length: 60 }, (_, index) => ({ ref: `b${index}`, type: 'email' }));
    const all = [...fields.slice(0, -1), ...between, { ref: 'to', type: 'email' }];
    const actions = Array.from({ length: 6 }, (_, index) => jump(isAge('is', index)));
    const { form, warnings } = fromTypeform({ fields: all, logic: [{ ref: 'from', actions }] });
    // 61 fields with 15 comparisons each, and not with 21.
    expect(warnings).toEqual([{ path: 'logic[0].actions[5]', message: needsMore }]);
    expect(faultsOfForm({ ...form, status: 'draft' })).toEqual([]);
  });

  it('that is always made is left out, and said so where it skips anything', () => {
    const message = 'always skips the questions up to its target; they were left as they are';
    const always = imported(jump({ op: 'always' }));
    expect(always.warnings).toEqual([{ path: 'logic[0].actions[0]', message }]);
    expect(always.form.fields.some(({ visibleIf }) => visibleIf)).toBe(false);
    expect(imported(jump({ op: 'always' }, { type: 'field', value: 'skipped' })).warnings).toEqual([]);
  });

  const byHand = 'only forward jumps that depend on earlier questions become conditions; set it up by hand';
  it.each([
    ['backward', jump(isAge('is'), { type: 'field', value: 'one' })],
    ['to itself', jump(isAge('is'), { type: 'field', value: 'from' })],
    ['nowhere', jump(isAge('is'), null)],
    ['elsewhere', jump(isAge('is'), { type: 'field', value: 'gone' })],
    ['that is none', jump(isAge('is'), { type: 'field', value: 'to' }, 'add')],
    ['without details', { action: 'jump', condition: isAge('is') }],
    ['without a condition', jump(undefined)],
    ['of an unknown kind', jump(isAge('of tomorrow'))],
    ['that looks ahead', jump({ op: 'is', vars: vars('to', 'x') })],
    ['that looks at nothing', jump({ op: 'is', vars: vars('gone', 'x') })],
    ['by no option', jump({ op: 'is', vars: vars('one', 'c_gone', 'choice') })],
    [
      'by a variable',
      jump({
        op: 'is',
        vars: [
          { type: 'variable', value: 'age' },
          { type: 'constant', value: 1 },
        ],
      }),
    ],
    ['by nothing', jump({ op: 'is', vars: [{ type: 'field', value: 'age' }] })],
    ['by no fields', jump({ op: 'is' })],
    ['by no conditions', jump({ op: 'and', vars: [] })],
    ['by some that are none', jump({ op: 'or', vars: [isAge('is'), isAge('of tomorrow')] })],
  ])('%s is left out, and it is said', (_, action) => {
    const { form, warnings } = imported(action);
    expect(warnings).toEqual([{ path: 'logic[0].actions[0]', message: byHand }]);
    expect(form.fields.some(({ visibleIf }) => visibleIf)).toBe(false);
  });

  it('of a question that is not there is left out, and it is said', () =>
    expect(fromTypeform({ fields, logic: [{ ref: 'gone', actions: [jump(isAge('is'))] }] }).warnings).toEqual([
      { path: 'logic[0].actions[0]', message: byHand },
    ]));
});
