import { describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { type Choice, choiceValue, type Field, type FieldType } from '../../../../shared/domain/fields/field.ts';
import { numberIn, truthIn } from '../../../../shared/domain/fields/sent-text.ts';
import { checkAnswers } from '../../../../shared/domain/responses/answers.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc, runs } from '../../../support/properties.ts';
import { validFields } from '../forms/generated-forms.ts';

/** The same rules as a JSON Schema, judged by Ajv: what checkAnswers would be without an interpreter of its own. */
const ajv = new Ajv2019({ allErrors: true, strictNumbers: true, ownProperties: true, strictTypes: false });
ajv.addFormat('web', (text: string) => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text));
ajv.addKeyword({
  keyword: 'between',
  type: 'string',
  validate: ({ min = '', max = '~' }: { min?: string; max?: string }, text: string) => min <= text && text <= max,
});
ajv.addKeyword({
  keyword: 'domainIn',
  type: 'string',
  validate: (domains: string[] | true, text: string) =>
    domains === true || domains.includes(text.split('@').at(-1)?.toLowerCase() ?? ''),
});
const hundredths = (value: number) => BigInt(value.toFixed(2).replace('.', ''));
ajv.addKeyword({
  keyword: 'steps',
  type: 'number',
  // In hundredths, which all steps that are generated are multiples of.
  validate: ([start, step]: [number, number], value: number) =>
    step === 0 ||
    (/^-?\d+(\.\d\d?)?$/.test(String(value)) && (hundredths(value) - hundredths(start)) % hundredths(step) === 0n),
});
ajv.addFormat('date', fullFormats.date);
ajv.addFormat('email', (text: string) => {
  const [local = '', domain = '', ...more] = text.split('@');
  const isLocal = local !== '' && [...local].every(sign => /[\w.!#$%&'*+/=?^`{|}~-]/.test(sign));
  const labels = domain.split('.');
  const isLabel = (label: string) => label.length <= 63 && /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label);
  return text.length <= 254 && more.length === 0 && isLocal && labels.every(isLabel);
});

const aFile = `file_${'01ARZ3NDEKTSV4RRFFQ69G5FAV'.repeat(2)}`;

const control = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f';

const rulesOfNumber = ({ validate: { min, max } = {} }: Field) => ({
  type: 'number',
  minimum: Math.max(Number(min ?? Number.MIN_SAFE_INTEGER), Number.MIN_SAFE_INTEGER),
  maximum: Math.min(Number(max ?? Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER),
});

const rulesOfText = ({ type, validate = {} }: Field) => {
  const { minLength, maxLength, pattern } = validate;
  const longest = Math.min(
    maxLength ?? (type === 'textarea' ? 100_000 : 10_000),
    pattern === undefined ? 100_000 : 1_000,
  );
  return { type: 'string', maxLength: longest, ...(minLength && { minLength }), ...(pattern && { pattern }) };
};

const line = { type: 'string', pattern: `^[^${control}\\n\\r]*$` };
const aFileId = { type: 'string', pattern: '^file_([0-7][0-9A-HJKMNP-TV-Z]{25}){2}$' };
const valuesOf = (choices: readonly Choice[] = []) => choices.map(choiceValue);

function oneOf({ options, other }: Field): object {
  const option = { enum: valuesOf(options) };
  return other ? { anyOf: [option, { ...line, maxLength: 200, allOf: [{ pattern: '\\S' }] }] } : option;
}

/** A part of the options, each once; and one text of the sender's own where that is allowed. */
function someOf(field: Field): object {
  const { type, options = [], other, validate = {} } = field;
  const whole = type === 'ranking' && validate.minSelected === undefined && validate.maxSelected === undefined;
  return {
    type: 'array',
    uniqueItems: true,
    items: oneOf(field),
    minItems: validate.minSelected ?? (whole ? options.length : 1),
    maxItems: validate.maxSelected ?? options.length + (other ? 1 : 0),
    contains: { not: { enum: valuesOf(options) } },
    minContains: 0,
    maxContains: other ? 1 : 0,
  };
}

const grid = ({ rows, columns, required }: Field, partial: boolean) => ({
  type: 'object',
  properties: Object.fromEntries(valuesOf(rows).map(row => [row, { enum: valuesOf(columns) }])),
  required: required && !partial ? valuesOf(rows) : [],
  additionalProperties: false,
});

const schemaOf: Record<FieldType, (field: Field, partial: boolean) => object | false> = {
  text: field => ({ ...rulesOfText(field), allOf: [line] }),
  textarea: field => ({ ...rulesOfText(field), allOf: [{ pattern: `^[^${control}]*$` }] }),
  email: field => ({ ...rulesOfText(field), format: 'email', domainIn: field.validate?.domains ?? true }),
  phone: () => ({ type: 'string', pattern: '^\\+?[0-9 ()./-]{5,25}$' }),
  url: () => ({ type: 'string', maxLength: 2048, format: 'web' }),
  hidden: () => ({ type: 'string', maxLength: 2048, pattern: `^[^${control}]*$` }),
  time: ({ validate }) => ({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', between: validate ?? {} }),
  date: ({ validate }) => ({ type: 'string', format: 'date', pattern: '^(?!0000)', between: validate ?? {} }),
  number: field => ({
    ...rulesOfNumber(field),
    ...(field.validate?.integer && { type: 'integer' }),
    steps: [Number(field.validate?.min ?? 0), field.validate?.step ?? 0],
  }),
  currency: field => ({
    ...rulesOfNumber(field),
    steps: [0, field.currency === 'JPY' ? 1 : 0.01],
  }),
  rating: ({ validate }) => ({ type: 'integer', minimum: 1, maximum: validate?.max ?? 5 }),
  scale: ({ validate }) => ({ type: 'integer', minimum: validate?.min ?? 0, maximum: validate?.max ?? 10 }),
  select: oneOf,
  radio: oneOf,
  multiselect: someOf,
  ranking: someOf,
  matrix: grid,
  checkbox: ({ required }, partial) => (required && !partial ? { const: true } : { type: 'boolean' }),
  consent: () => ({ const: true }),
  file: ({ validate: { maxFiles = 1 } = {} }) =>
    maxFiles === 1 ? aFileId : { type: 'array', uniqueItems: true, maxItems: maxFiles, items: aFileId },
  statement: () => false,
  page: () => false,
  calculated: () => ({}),
};

/** What a text answers that is read as the type of its field. */
function readText({ type, validate }: Field, text: string): unknown {
  if (type === 'number' || type === 'rating' || type === 'scale') return numberIn(text);
  if (type === 'checkbox' || type === 'consent') return truthIn(text) ?? text;
  const takesList = type === 'multiselect' || type === 'ranking' || (type === 'file' && (validate?.maxFiles ?? 1) > 1);
  return takesList ? [text] : text;
}

/** What is left of an answer when what counts as none is taken away. */
function given(field: Field, sent: unknown): unknown {
  if (sent === null || sent === '') return undefined;
  const { type, validate } = field;
  const answer = typeof sent === 'string' ? readText(field, sent) : sent;
  const isList = Array.isArray(answer);
  const takesList = type === 'multiselect' || type === 'ranking' || (type === 'file' && (validate?.maxFiles ?? 1) > 1);
  if (takesList && isList && answer.length === 0) return undefined;
  if (type === 'consent' && answer === false) return undefined;
  if (type === 'calculated') return undefined;
  if (type !== 'matrix' || typeof answer !== 'object' || isList) return answer;
  const rows = Object.entries(answer as object).filter(([, column]) => column !== null && column !== '');
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

/** The fields that Ajv finds fault with, after what counts as not answered was left out. */
function faultyFieldsByAjv(fields: readonly Field[], body: Record<string, unknown>, partial: boolean): string[] {
  const byId = new Map(fields.map(field => [field.id, field]));
  const sent = Object.entries(body).map(([id, answer]) => {
    const field = byId.get(id);
    return [id, field ? given(field, answer) : answer] as const;
  });
  const validate = ajv.compile({
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.id, schemaOf[field.type](field, partial)])),
    required: partial ? [] : fields.filter(({ required }) => required).map(({ id }) => id),
    additionalProperties: false,
  });
  if (validate(Object.fromEntries(sent.filter(([, answer]) => answer !== undefined)))) return [];
  const named = (validate.errors ?? []).map(
    ({ instancePath, params }) => instancePath.split('/')[1] ?? params.missingProperty ?? params.additionalProperty,
  );
  return [...new Set<string>(named)].toSorted();
}

const faultyFields = (fields: readonly Field[], body: unknown, partial: boolean) => {
  const checked = checkAnswers(fields, body, { partial });
  return 'faults' in checked ? [...new Set(checked.faults.map(({ field }) => field))].toSorted() : [];
};

const answers = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    'ab',
    'abcd',
    'abé',
    '😀😀',
    '12-34',
    'Éa',
    '+49 30 1234',
    'a\nb',
    'a\tb',
    'a\u0000',
  ),
  fc.constantFrom('a@b', 'a@b.de', 'a@', '@b', 'a b@c.de', 'a@-b.de', 'a.b+c@d-e.fr', 'a@b..de', 'é@b.de', 'a@b@c'),
  fc.constantFrom(
    '2026-01-31',
    '2026-02-30',
    '2024-02-29',
    '1900-02-29',
    '0000-01-01',
    '0001-01-01',
    '2026-1-1',
    '9999-12-31',
  ),
  fc.constantFrom(aFile, aFile.slice(0, -1), 'file_', 'file_a b'),
  fc.emailAddress(),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.date({ noInvalidDate: true }).map(date => date.toISOString().slice(0, 10)),
  fc.integer({ min: -120, max: 120 }),
  fc.double(),
  fc.constantFrom(2 ** 53 - 1, 2 ** 53, -(2 ** 53), Number.POSITIVE_INFINITY, 0.1, -0),
  fc.jsonValue(),
);

const textsOf = ({ validate: { minLength = 1, maxLength = 12 } = {} }: Field) =>
  fc.string({ unit: fc.constantFrom(...'abcdé1-'), minLength, maxLength: Math.max(minLength, maxLength) });
const optionsOf = (field: Field) => fc.constantFrom(...valuesOf(field.options), ...(field.other ? ['Else'] : []));
const daysSince1970 = fc.date({ min: new Date(0), noInvalidDate: true }).map(date => date.toISOString().slice(0, 10));

/** Answers that mostly suit a field. */
const rightAnswers: Record<FieldType, (field: Field) => fc.Arbitrary<unknown>> = {
  text: textsOf,
  textarea: textsOf,
  hidden: textsOf,
  email: () => fc.string({ unit: fc.constantFrom(...'abc.'), minLength: 1, maxLength: 3 }).map(name => `${name}@b.de`),
  phone: () => fc.string({ unit: fc.constantFrom(...'0123456789 ()./-'), minLength: 4, maxLength: 26 }),
  url: () =>
    fc.oneof(fc.webUrl(), fc.constantFrom('https://a.de:99999', 'ftp://a.de', 'http://a b', 'HTTPS://ä.de/#x')),
  time: ({ validate: { min = '00:00', max = '23:59' } = {} }) => fc.constantFrom(min, max, '12:00', '24:00', '9:00'),
  date: ({ validate: { min = '', max = '' } = {} }) => fc.oneof(daysSince1970, fc.constantFrom(min, max)),
  number: ({ validate: { min = -50, max = 50 } = {} }) =>
    fc.oneof(fc.integer({ min: Number(min), max: Number(max) }), fc.constantFrom(0.3, 0.7, 1.25, -4.9)),
  currency: () => fc.oneof(fc.integer({ min: -1, max: 11 }), fc.constantFrom(0.5, 2.25, 3.125, 0.1 + 0.2)),
  rating: () => fc.integer({ min: 0, max: 11 }),
  scale: () => fc.integer({ min: -1, max: 11 }),
  select: optionsOf,
  radio: optionsOf,
  multiselect: field => fc.uniqueArray(optionsOf(field)),
  ranking: ({ options }) =>
    fc.shuffledSubarray(valuesOf(options), { minLength: Math.max(0, (options?.length ?? 0) - 1) }),
  matrix: ({ rows, columns }) =>
    fc.dictionary(fc.constantFrom(...valuesOf(rows)), fc.constantFrom(...valuesOf(columns), null, '')),
  checkbox: () => fc.boolean(),
  consent: () => fc.boolean(),
  file: ({ validate: { maxFiles = 1 } = {} }) =>
    maxFiles === 1
      ? fc.constant(aFile)
      : fc.array(fc.constantFrom(aFile, aFile.replace('01A', '01B')), { maxLength: 3 }),
  statement: () => fc.constant(null),
  page: () => fc.constant(undefined),
  calculated: () => fc.integer(),
};

/** Fields with a body for them: some fields left out, some answered rightly, some with anything at all, some unknown. */
const submissions = validFields.chain(fields => {
  const known = fields.map(field => {
    const right = rightAnswers[field.type](field);
    return fc.tuple(fc.constant(field.id), fc.oneof(right, right, right, answers, fc.constant(undefined)));
  });
  const unknown = fc.array(fc.tuple(fc.constantFrom('constructor', 'unknown', 'toString', 'a#'), answers), {
    maxLength: 1,
  });
  return fc.record({
    fields: fc.constant(fields),
    body: fc.tuple(fc.tuple(...known), unknown).map(([some, more]) => {
      const isKnown = (id: string) => fields.some(field => field.id === id);
      const entries = [...some, ...more.filter(([id]) => !isKnown(id))].filter(([, answer]) => answer !== undefined);
      return Object.fromEntries(entries) as Record<string, unknown>;
    }),
    partial: fc.boolean(),
  });
});

describe('answers', () => {
  it('are refused in exactly the fields in which Ajv refuses them', () => {
    const numRuns = runs(1500);
    let accepted = 0;
    fc.assert(
      fc.property(submissions, ({ fields, body, partial }) => {
        const expected = faultyFieldsByAjv(fields, body, partial);
        if (expected.length === 0) accepted++;
        const isEmpty = fields.every(field => given(field, body[field.id]) === undefined);
        expect(faultyFields(fields, body, partial)).toEqual(
          expected.length === 0 && partial && isEmpty ? [''] : expected,
        );
      }),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 10);
  });

  it('come back as they were sent, in the order of the form, whatever was accepted', () => {
    fc.assert(
      fc.property(submissions, ({ fields, body }) => {
        const good = Object.fromEntries(
          Object.entries(body).filter(([id]) => !faultyFields(fields, body, true).includes(id)),
        );
        const checked = checkAnswers(fields, good, { partial: true });
        if ('faults' in checked) return;
        const answered = fields.filter(field => given(field, good[field.id]) !== undefined);
        expect(Object.keys(checked.answers)).toEqual(answered.map(({ id }) => id));
        const stored = JSON.parse(JSON.stringify(checked.answers));
        for (const field of answered)
          expect(stored[field.id]).toEqual(JSON.parse(JSON.stringify(given(field, good[field.id]))));
      }),
    );
  });

  it('are judged without a throw, whatever the body is', () => {
    fc.assert(
      fc.property(validFields, fc.oneof(fc.jsonValue(), fc.anything()), fc.boolean(), (fields, body, partial) => {
        expect(Object.keys(checkAnswers(fields, body, { partial }))).toHaveLength(1);
      }),
    );
  });
});
