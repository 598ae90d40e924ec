import { expect, it } from '@jest/globals';
import { answerTypes } from '../../../../shared/domain/fields/answer-types.ts';
import type { Field, FieldType } from '../../../../shared/domain/fields/field.ts';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { faultsOfPatterns } from '../../../../shared/domain/forms/pattern-budget.ts';
import { type FormSettings, faultsOfSettings } from '../../../../shared/domain/forms/settings-faults.ts';

const told = (field: object, uploadBytesMax = 1000) =>
  faultsOfForm({ status: 'live', fields: [{ id: 'a', ...field } as Field] }, { uploadBytesMax }).map(
    ({ message }) => message,
  );

const options = ['x', 'y'];
const noAnswer = 'no answer could fit;';

it.each<[object, string]>([
  [{ type: 'select' }, 'A field of type select needs options'],
  [{ type: 'phone', text: 't' }, 'A field of type phone has no text; only fields of type consent or statement have it'],
  [{ type: 'phone', query: 'q' }, 'A field of type phone has no query; only fields of type hidden have it'],
  [{ type: 'phone', of: 'tomorrow' }, 'A field of type phone has no of; no field has it'],
  [{ type: 'phone', validate: { min: 1 } }, 'A field of type phone has no min; it has no validate rules'],
  [
    { type: 'textarea', validate: { pattern: 'x' } },
    'A field of type textarea has no pattern; it has minLength, maxLength',
  ],
  [{ type: 'select', options: ['x', 'x'] }, 'This option appears more than once; options must be unique'],
  [
    { type: 'matrix', rows: ['toString'], columns: ['c'] },
    '"toString" is a name that every JavaScript object has; choose another value, with this as its label',
  ],
  [{ type: 'text', validate: { maxLength: 0 } }, 'maxLength must be 1 or more'],
  [
    { type: 'text', validate: { minLength: 3, maxLength: 2 } },
    `minLength is 3, and maxLength is 2: ${noAnswer} minLength must not be greater`,
  ],
  [
    { type: 'email', validate: { minLength: 300 } },
    `minLength is 300, and the longest answer this field takes is 254: ${noAnswer} minLength must not be greater`,
  ],
  [{ type: 'number', validate: { min: 2, max: 1 } }, `min is 2 and max is 1: ${noAnswer} min must not be greater`],
  [{ type: 'number', validate: { max: '1' } }, 'must be a number'],
  [
    { type: 'number', validate: { min: 0.2, max: 0.8, integer: true } },
    'There is no whole number between 0.2 and 0.8, so no answer could fit; change min or max',
  ],
  [
    { type: 'multiselect', options, validate: { maxSelected: 3 } },
    'maxSelected is 3, and there are 2 options; it must not be greater',
  ],
  [
    { type: 'multiselect', options, validate: { minSelected: 3 } },
    `minSelected is 3, and the options are 2: ${noAnswer} minSelected must not be greater`,
  ],
  [
    { type: 'multiselect', options, validate: { minSelected: 2, maxSelected: 1 } },
    `minSelected is 2, and maxSelected is 1: ${noAnswer} minSelected must not be greater`,
  ],
  [
    { type: 'file', validate: { maxBytes: 1001 } },
    'maxBytes must be 1000 or less, the largest file that this deployment accepts',
  ],
  [{ type: 'text', default: '' }, 'The default counts as no answer; leave it out'],
  [
    { type: 'email', default: 'x' },
    'The default is not a valid answer. Must be an email address such as name@example.com, without spaces',
  ],
])('the field %j is told what would be right', (field, message) => expect(told(field)).toEqual([message]));

it.each([
  ['toString', '"toString" is a name that every JavaScript object has; choose another, for example "toStringAnswer"'],
  ['a b', expect.stringMatching(/^\S+ .+/)],
])('the id %j is told what would be right', (id, message) => expect(told({ id, type: 'text' })).toEqual([message]));

it('a form is told what would be right', () => {
  const messages = (form: object) =>
    faultsOfForm({ status: 'live', fields: [], ...form }).map(({ message }) => message);
  expect(messages({})).toEqual(['A live form needs at least one field; add one, or keep the form a draft']);
  const fields = [{ id: 'a', type: 'text' }];
  expect(messages({ fields, spamProtection: { honeypot: { fieldName: 'a' } } })).toEqual([
    '"a" is a field of the form; the honeypot needs a name that no field has',
  ]);
});

it.each<[FormSettings, string]>([
  [{ closesAt: '2026-02-30T18:00:00Z' }, 'is not a valid date'],
  [{ texts: { de: {} } }, 'is required with texts: the language of the form’s own texts'],
  [{ language: 'en', texts: { EN: {} } }, 'is the language of the form’s own texts; change those'],
  [{ language: 'en', texts: { de: { fields: { b: {} } } } }, 'The form has no field "b"; remove it'],
  [
    { language: 'en', texts: { de: { fields: { a: { rows: { x: 'y' } } } } } },
    'is not one of this field’s values; remove it',
  ],
  [
    { language: 'en', texts: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`aa-A${n + 10}`, {}])) },
    'must have at most 50 languages',
  ],
])('the settings %j are told what would be right', (settings, message) =>
  expect(faultsOfSettings({ fields: [{ id: 'a', type: 'text' }], ...settings }).map(each => each.message)).toEqual([
    message,
  ]),
);

it.each([
  ['a'.repeat(1513), 'The pattern has 1,513 characters; at most 512 are allowed'],
  ['(', 'The pattern is not a regular expression that matches in linear time (RE2 syntax): missing closing ) at `(`'],
  [
    '(a{1000}){1000}',
    'The pattern takes too long to match: its repetitions multiply to a program too large to compile. Use smaller repetition counts or a smaller validate.maxLength (default: 1,000); limit the length of an answer by minLength and maxLength, not by the pattern',
  ],
  [
    '^[a-z]{300}$',
    expect.stringMatching(
      /: its program size of \d+ times a longest answer of 1,000 is \d{3},000, where 300,000 is allowed\. /,
    ),
  ],
])('the pattern %s is told what would be right', (pattern, message) =>
  expect(faultsOfPatterns([{ id: 'a', type: 'text', validate: { pattern } }])).toMatchObject([{ message }]),
);

it('a form whose patterns are too many is told what would be right', () => {
  const fields = Array.from(
    { length: 6 },
    (): Field => ({ id: 'a', type: 'text', validate: { pattern: '^[a-z]{290}$' } }),
  );
  expect(faultsOfPatterns(fields).map(({ message }) => message)).toEqual([
    'The patterns of this form together take too long to match: at most 1,500,000 in program size times longest answer, and 40,000 instructions. Use fewer or simpler patterns, or a smaller validate.maxLength',
  ]);
});

it('the ends of a range are said in words for each type that has them', () => {
  const bounded = (Object.keys(answerTypes) as FieldType[]).filter(type => answerTypes[type].bounds);
  expect(
    bounded.map(type => told({ type, validate: { max: '?' }, ...(type === 'currency' && { currency: 'EUR' }) })),
  ).toEqual([
    ['must be a number'],
    ['must be a number'],
    ['must be a date, YYYY-MM-DD; or today, today+N or today-N with a number of days'],
    ['must be a time of day, HH:MM'],
    ['must be a whole number from 2 to 10'],
    ['must be a whole number from 2 to 10'],
  ]);
});
