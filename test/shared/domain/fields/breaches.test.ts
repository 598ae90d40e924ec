import { describe, expect, it } from '@jest/globals';
import { answerOf, answerTypes } from '../../../../shared/domain/fields/answer-types.ts';
import { breachesOfTime } from '../../../../shared/domain/fields/date-answers.ts';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { isAsked } from '../../../../shared/domain/fields/field-types.ts';

type NewField = Omit<Field, 'id'>;
const told = (field: NewField, answer: unknown) =>
  answerTypes[field.type].breaches({ id: 'f', ...field }, answer).map(({ rule, message }) => `${rule}: ${message}`);
const lacking = (field: NewField, answer: unknown) =>
  answerTypes[field.type].lacks?.({ id: 'f', ...field }, answer).map(({ rule, message }) => `${rule}: ${message}`);

const options = ['x', 'y', 'z'];
const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const [oneFile, another] = [`file_${ulid}${ulid}`, `file_${ulid}${ulid.replace('V', 'W')}`];

describe('an answer that keeps the rules of its field', () => {
  it.each<[NewField, unknown]>([
    [{ type: 'phone' }, '+1 (555) 010-0199'],
    [{ type: 'phone' }, '12345'],
    [{ type: 'url' }, 'https://www.example.com/a?b#c'],
    [{ type: 'url' }, 'HTTP://localhost:3000'],
    [{ type: 'url' }, `https://example.com/${'a'.repeat(2028)}`],
    [{ type: 'hidden' }, 'a\nb'],
    [{ type: 'hidden' }, 'a'.repeat(2048)],
    [{ type: 'email', validate: { domains: ['b.example', 'Example.com'] } }, 'ada@EXAMPLE.com'],
    [{ type: 'time', validate: { min: '09:00', max: '17:00' } }, '09:00'],
    [{ type: 'time', validate: { min: '09:00', max: '17:00' } }, '17:00'],
    [{ type: 'date', validate: { min: '2026-01-31', max: '2026-01-31' } }, '2026-01-31'],
    [{ type: 'rating' }, 1],
    [{ type: 'rating' }, 5],
    [{ type: 'rating', validate: { max: 10 } }, 10],
    [{ type: 'scale' }, 0],
    [{ type: 'scale' }, 10],
    [{ type: 'scale', validate: { min: 1, max: 7 } }, 7],
    [{ type: 'checkbox' }, false],
    [{ type: 'consent' }, true],
    [{ type: 'select', options, other: true }, 'w'],
    [{ type: 'multiselect', options, validate: { minSelected: 2, maxSelected: 2 } }, ['x', 'y']],
    [{ type: 'multiselect', options, other: true }, ['x', 'y', 'z', 'w']],
    [{ type: 'ranking', options, validate: { minSelected: 1 } }, ['z']],
    [{ type: 'file', validate: { maxFiles: 2 } }, [oneFile, another]],
    [{ type: 'file', validate: { maxFiles: 1 } }, oneFile],
    [{ type: 'text', validate: { maxFiles: 2 } }, 'a'],
    [{ type: 'calculated' }, 1],
  ])('breaks none: %j, %j', (field, answer) => expect(told(field, answer)).toEqual([]));
});

describe('an answer that breaks a rule is told what would be right', () => {
  const phone = 'phone: Must be a telephone number of 5 to 25 digits, spaces and ( ) . / -, such as +1 555 010 0199';
  const url = 'url: Must be an address with http or https: https://www.example.com';
  it.each<[NewField, unknown, ...string[]]>([
    [{ type: 'phone' }, '1234', phone],
    [{ type: 'phone' }, '1'.repeat(26), phone],
    [{ type: 'phone' }, 'call 555 0199', phone],
    [{ type: 'url' }, 'ftp://example.com', url],
    [{ type: 'url' }, 'https://[', url],
    [{ type: 'url' }, ' https://example.com', url],
    [
      { type: 'url' },
      `https://example.com/${'a'.repeat(2029)}`,
      'maxLength: Must have at most 2048 characters; it has 2049',
    ],
    [{ type: 'hidden' }, 'a'.repeat(2049), 'maxLength: Must have at most 2048 characters; it has 2049'],
    [{ type: 'hidden' }, '\u0001', 'characters: Must not contain control characters; remove U+0001'],
    [
      { type: 'email', validate: { domains: ['b.example', 'c.example'] } },
      'b.example@example.com',
      'domains: Must be an email address at b.example or c.example',
    ],
    [
      { type: 'email', validate: { domains: Array.from({ length: 12 }, (_, n) => `${n}.de`) } },
      'a@b.de',
      `domains: Must be an email address at ${[...'0123456789'].map(n => `${n}.de`).join(' or ')}`,
    ],
    [
      { type: 'email', validate: { minLength: 9, domains: ['c.de'] } },
      'a@b.de',
      'domains: Must be an email address at c.de',
      'minLength: Must have at least 9 characters; it has 6',
    ],
    [
      { type: 'email', validate: { minLength: 2 } },
      'a',
      'email: Must be an email address such as name@example.com, without spaces',
      'minLength: Must have at least 2 characters; it has 1',
    ],
    [{ type: 'time' }, '24:00', 'time: Must be a time of day, HH:MM from 00:00 to 23:59'],
    [{ type: 'time', validate: { min: '09:00' } }, '08:59', 'min: Must be 09:00 or later'],
    [{ type: 'time', validate: { max: '17:00' } }, '17:01', 'max: Must be 17:00 or earlier'],
    [{ type: 'date', validate: { min: '2026-01-31' } }, '2026-01-30', 'min: Must be 2026-01-31 or later'],
    [{ type: 'rating' }, 0, 'min: Must be 1 or more'],
    [{ type: 'rating' }, 6, 'max: Must be 5 or less'],
    [{ type: 'rating' }, 1.5, 'integer: Must be a whole number, without a fraction'],
    [{ type: 'scale' }, -1, 'min: Must be 0 or more'],
    [{ type: 'scale' }, 11, 'max: Must be 10 or less'],
    [{ type: 'number', validate: { min: 1, step: 2 } }, 2, 'step: Must be 1 and any number of steps of 2'],
    [{ type: 'number', validate: { step: 1e21 } }, 5, `step: Must be 0 and any number of steps of ${1e21}`],
    [{ type: 'multiselect', options }, ['x', 'x'], 'unique: Must have no option twice'],
    [
      { type: 'multiselect', options, validate: { maxSelected: 1 } },
      ['x', 'y'],
      'maxSelected: Must have at most 1 of the options',
    ],
    [
      { type: 'multiselect', options, validate: { minSelected: 2 } },
      ['x'],
      'minSelected: Must have at least 2 of the options',
    ],
    [{ type: 'ranking', options }, ['x'], 'minSelected: Must have at least 3 of the options'],
    [{ type: 'select', options, other: true }, ' ', 'minLength: Must not be blank'],
    [
      { type: 'select', options: ['x'.repeat(50), 'y'.repeat(51)] },
      'z',
      `options: Must be exactly one of the options: "${'x'.repeat(50)}", "${'y'.repeat(50)}…"`,
    ],
    [{ type: 'matrix', rows: ['r'], columns: ['c'] }, { s: 'c' }, 'rows: Must only name rows of the matrix: "r"'],
    [
      { type: 'matrix', rows: ['r', 's'], columns: ['c'] },
      { r: 'c', s: 'd' },
      'options: Must answer each row with one of the columns: "c"',
    ],
    [
      { type: 'matrix', rows: ['r', 's'], columns: ['c'] },
      { r: 'c', s: 1 },
      'type: Must have a string, one of the columns, for each row',
    ],
    [{ type: 'matrix' }, 'c', 'type: Must be an object, row to column; a string was sent'],
    [{ type: 'matrix' }, null, 'type: Must be an object, row to column; null was sent'],
    [
      { type: 'file', validate: { maxFiles: 2 } },
      [oneFile, another, `file_${ulid}${ulid}`],
      'maxFiles: Must have at most 2 files',
    ],
    [{ type: 'file', validate: { maxFiles: 2 } }, [oneFile, oneFile], 'unique: Must have no file twice'],
    [{ type: 'statement' }, 'a', 'noAnswer: Must not be answered: it is a statement; remove it'],
    [{ type: 'page' }, true, 'noAnswer: Must not be answered: it is a page; remove it'],
  ])('%j, %j', (field, answer, ...messages) => expect(told(field, answer)).toEqual(messages));
});

describe('what a good answer lacks where one is required', () => {
  it('is a tick', () => {
    expect(lacking({ type: 'checkbox' }, true)).toEqual([]);
    expect(lacking({ type: 'checkbox' }, false)).toEqual(['required: Must be true: it is required']);
  });

  it('are rows', () => {
    const matrix: NewField = { type: 'matrix', rows: ['r', 's', { value: 't', label: 'Tea' }], columns: ['c'] };
    expect(lacking(matrix, { r: 'c', s: 'c', t: 'c' })).toEqual([]);
    expect(lacking(matrix, { r: 'c' })).toEqual(['required: An answer is required in each row; missing: "s", "Tea"']);
  });
});

describe('an answer as it is stored', () => {
  it.each<[NewField, unknown]>([
    [{ type: 'text' }, ''],
    [{ type: 'text' }, null],
    [{ type: 'matrix', rows: ['r'] }, undefined],
    [{ type: 'multiselect' }, []],
    [{ type: 'file', validate: { maxFiles: 2 } }, []],
    [
      { type: 'matrix', rows: ['r'] },
      { r: null, s: '' },
    ],
    [{ type: 'consent' }, false],
  ])('is none: %j, %j', (field, sent) => expect(answerOf({ id: 'f', ...field }, sent)).toBeUndefined());

  it('has the rows of a matrix in the order of the form, those that it does not have last', () => {
    const field: Field = { id: 'f', type: 'matrix', rows: ['r', 's', 't'] };
    const stored = answerOf(field, { z: 'c', t: 'c', s: 'c', r: 'c', a: null });
    expect(Object.keys(stored as object)).toEqual(['r', 's', 't', 'z']);
  });
});

it('a time without bounds is any', () => expect(breachesOfTime({ id: 'f', type: 'time' }, '00:00')).toEqual([]));

it('people are asked for what neither the page nor the service answers', () =>
  expect((['text', 'hidden', 'calculated', 'page'] as const).map(isAsked)).toEqual([true, false, false, false]));
