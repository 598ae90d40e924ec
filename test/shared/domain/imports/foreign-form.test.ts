import { describe, expect, it } from '@jest/globals';
import {
  acceptOf,
  choicesOf,
  FormImport,
  isNotOfFormat,
  listOf,
  NotOfFormat,
  numberOf,
  objectOf,
  positiveOf,
  textOf,
  withinBytes,
} from '../../../../shared/domain/imports/foreign-form.ts';
import { timeIn } from '../../../../shared/domain/imports/imported-time.ts';

const idsOf = (...names: unknown[]) => {
  const made = new FormImport();
  return names.map(name => made.add(name, { type: 'text' }));
};

describe('the id of an imported field', () => {
  it.each([
    ['name', 'name'],
    ['Your  name?', 'Your_name_'],
    ['user[mail]', 'user_mail_'],
    ['_a-b', '_a-b'],
    ['_next', '_next_'],
    ['--1', '1'],
    ['größe', 'größe'],
    [5, '5'],
    ['', 'field'],
    ['?', 'field'],
    [undefined, 'field'],
    [null, 'field'],
    ['constructor', 'constructor_'],
    ['a'.repeat(60), 'a'.repeat(56)],
  ])('of %j is %s', (name, id) => expect(idsOf(name)).toEqual([id]));

  it('is one of its own', () => expect(idsOf('a', 'a', 'a', 'a_2')).toEqual(['a', 'a_2', 'a_3', 'a_2_2']));
});

it('an imported field has nothing that is not there', () => {
  const made = new FormImport();
  made.add('a', { type: 'text', label: undefined, help: '', required: false, validate: { maxLength: undefined } });
  made.add('b', { type: 'number', validate: { min: 0, max: undefined } });
  expect(made.fields).toEqual([
    { id: 'a', type: 'text', required: false },
    { id: 'b', type: 'number', validate: { min: 0 } },
  ]);
  expect(made.fields.map(field => Object.keys(field).length)).toEqual([3, 3]);
});

it.each([
  [' Pets ', 'Pets'],
  ['', 'Imported form'],
  ['  ', 'Imported form'],
  [5, 'Imported form'],
  ['a'.repeat(300), 'a'.repeat(255)],
])('a form of the title %j is called %s', (title, called) =>
  expect(new FormImport().finish(title, { language: 'de' }).form).toEqual({
    title: called,
    fields: [],
    language: 'de',
  }),
);

describe('a form with larger files than may be taken', () => {
  const form = (...sizes: (number | undefined)[]) => ({
    form: {
      title: 'a',
      fields: sizes.map(maxBytes => ({ id: 'f', type: 'file' as const, validate: { maxFiles: 2, maxBytes } })),
    },
    warnings: [{ path: 'a', message: 'b' }],
  });

  it('loses their sizes', () => {
    const { form: taken, warnings } = withinBytes(form(99, 101, undefined, 100), 100);
    expect(taken).toEqual({ ...form(99, undefined, undefined, 100).form });
    expect(warnings).toEqual([
      { path: 'a', message: 'b' },
      { path: 'fields[1].validate.maxBytes', message: 'was left out: files may have at most 100 bytes here' },
    ]);
  });

  it('is the same where it has none', () => {
    const imported = form(100, undefined);
    expect(withinBytes(imported, 100)).toBe(imported);
    const plain = { form: { title: 'a', fields: [{ id: 'a', type: 'text' as const }] }, warnings: [] };
    expect(withinBytes(plain, 100)).toBe(plain);
  });
});

describe('what a source is made of', () => {
  it('is an object, or JSON of one', () => {
    expect([objectOf({ a: 1 }), objectOf('{"a":1}')]).toEqual([{ a: 1 }, { a: 1 }]);
    for (const other of [[], null, 1, '[]', 'null', '1']) {
      expect(() => objectOf(other)).toThrow(new NotOfFormat('must be a JSON object'));
    }
    expect(() => objectOf('{')).toThrow(new NotOfFormat('must be JSON'));
  });

  it('that is not of its format is known by its name', () => {
    const named = Object.assign(new Error('other class'), { name: 'NotOfFormat' });
    expect(
      [new NotOfFormat('x'), named, new Error('x'), 'NotOfFormat', { name: 'NotOfFormat' }].map(isNotOfFormat),
    ).toEqual([...[true, true], ...[false, false, false]]);
  });

  it('is what it seems, or nothing', () => {
    expect([listOf([1, null, 0, undefined, '']), listOf('ab'), listOf({ length: 1 })]).toEqual([[1, 0, ''], [], []]);
    expect([textOf(' a '), textOf('  '), textOf(1)]).toEqual(['a', undefined, undefined]);
    expect([numberOf(0), numberOf('1'), numberOf(Number.NaN), numberOf(Number.POSITIVE_INFINITY)]).toEqual([
      0,
      undefined,
      undefined,
      undefined,
    ]);
    expect(choicesOf([' a', 'a', '', null, undefined, 1, ' '])).toEqual(['a', '1']);
  });

  it.each([
    [5, 5],
    [' 0.5 ', 0.5],
    ['1000000', 1_000_000],
    [0, undefined],
    ['0', undefined],
    [-1, undefined],
    ['any', undefined],
    ['Infinity', undefined],
    ['', undefined],
    [true, undefined],
  ])('has %j for the number %s', (value, number) => expect(positiveOf(value)).toBe(number));

  it.each([
    ['.pdf, image/*,image/png', ['.pdf', 'image/*', 'image/png']],
    ['.pdf,.pdf', ['.pdf']],
    ['.tar.gz, application/vnd.a+b', ['.tar.gz', 'application/vnd.a+b']],
    ['pdf, a.pdf, .p d f, image/, /png, image/*x, x image/*, */*', undefined],
    [`.${'a'.repeat(51)}`, undefined],
    [`.${'a'.repeat(50)}`, [`.${'a'.repeat(50)}`]],
    ['', undefined],
    [undefined, undefined],
  ])('accepts of %j %j', (text, accepted) => expect(acceptOf(text)).toEqual(accepted));

  it('accepts fifty kinds of files at most', () =>
    expect(acceptOf(Array.from({ length: 60 }, (_, n) => `.a${n}`).join())).toHaveLength(50));
});

it.each([
  ['2026-01-31', '2026-01-31T00:00:00Z'],
  [' 2026-01-31 09:30 ', '2026-01-31T09:30:00Z'],
  ['2026-01-31T09:30:15', '2026-01-31T09:30:15Z'],
  ['2026-01-31t09:30:15.25z', '2026-01-31T09:30:15.250Z'],
  ['2026-01-31 09:30:15 +02:00', '2026-01-31T07:30:15Z'],
  ['2026-01-31T09:30-05:30', '2026-01-31T15:00:00Z'],
  ['1970-01-01', '1970-01-01T00:00:00Z'],
])('%j is a time', (text, time) => expect(timeIn(text)).toBe(Date.parse(time)));

it.each([
  '',
  '2026-02-30',
  '31.01.2026',
  '2026-01-31T25:00',
  '1969-12-31',
  'on 2026-01-31',
  '2026-01-31 at 9',
  '2026-01-31T09:30+2',
])('%j is no time', text => expect(timeIn(text)).toBeUndefined());
