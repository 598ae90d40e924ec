import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { checkAnswers } from '../../../../shared/domain/responses/answers.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { validFields } from '../forms/generated-forms.ts';

/** The same rules as a JSON Schema, judged by Ajv: what checkAnswers would be without an interpreter of its own. */
const ajv = new Ajv({ allErrors: true, strictNumbers: true, ownProperties: true });
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

function schemaOf({ type, validate = {}, options }: Field): object {
  const { minLength, maxLength, pattern, min, max } = validate;
  const longest = Math.min(
    maxLength ?? (type === 'textarea' ? 100_000 : 10_000),
    pattern === undefined ? 100_000 : 1_000,
  );
  const rules = { type: 'string', maxLength: longest, ...(minLength && { minLength }), ...(pattern && { pattern }) };
  switch (type) {
    case 'text':
      return { ...rules, allOf: [{ pattern: `^[^${control}\\n\\r]*$` }] };
    case 'textarea':
      return { ...rules, allOf: [{ pattern: `^[^${control}]*$` }] };
    case 'email':
      return { ...rules, format: 'email' };
    case 'select':
      return { enum: options };
    case 'number':
      return {
        type: 'number',
        minimum: Math.max(min ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
        maximum: Math.min(max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      };
    case 'date':
      return { type: 'string', format: 'date', pattern: '^(?!0000)' };
    case 'file':
      return { type: 'string', pattern: '^file_([0-7][0-9A-HJKMNP-TV-Z]{25}){2}$' };
  }
}

/** The fields that Ajv finds fault with, after what counts as not answered was left out. */
function faultyFieldsByAjv(fields: readonly Field[], body: Record<string, unknown>, partial: boolean): string[] {
  const ids = fields.map(({ id }) => id);
  const sent = Object.entries(body).filter(([id, answer]) => !(ids.includes(id) && (answer === null || answer === '')));
  const validate = ajv.compile({
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.id, schemaOf(field)])),
    required: partial ? [] : fields.filter(({ required }) => required).map(({ id }) => id),
    additionalProperties: false,
  });
  if (validate(Object.fromEntries(sent))) return [];
  const named = (validate.errors ?? []).map(
    ({ instancePath, params }) => params.missingProperty ?? params.additionalProperty ?? instancePath.slice(1),
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

/** Answers that mostly suit a field. */
function rightAnswers({ type, options = [], validate = {} }: Field): fc.Arbitrary<unknown> {
  const { minLength = 1, maxLength = 12, min = -50, max = 50 } = validate;
  switch (type) {
    case 'select':
      return fc.constantFrom(...options);
    case 'number':
      return fc.integer({ min, max });
    case 'email':
      return fc.string({ unit: fc.constantFrom(...'abc.'), minLength: 1, maxLength: 3 }).map(name => `${name}@b.de`);
    case 'date':
      return fc.date({ min: new Date(0), noInvalidDate: true }).map(date => date.toISOString().slice(0, 10));
    case 'file':
      return fc.constant(aFile);
    default:
      return fc.string({ unit: fc.constantFrom(...'abcdé1-'), minLength, maxLength: Math.max(minLength, maxLength) });
  }
}

/** Fields with a body for them: some fields left out, some answered rightly, some with anything at all, some unknown. */
const submissions = validFields.chain(fields => {
  const known = fields.map(field => {
    const right = rightAnswers(field);
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
    let accepted = 0;
    fc.assert(
      fc.property(submissions, ({ fields, body, partial }) => {
        const expected = faultyFieldsByAjv(fields, body, partial);
        if (expected.length === 0) accepted++;
        const isEmpty = Object.values(body).every(answer => answer === null || answer === '');
        expect(faultyFields(fields, body, partial)).toEqual(
          expected.length === 0 && partial && isEmpty ? [''] : expected,
        );
      }),
      { numRuns: 600 },
    );

    expect(accepted).toBeGreaterThan(20);
  });

  it('come back as they were sent, in the order of the form, whatever was accepted', () => {
    fc.assert(
      fc.property(submissions, ({ fields, body }) => {
        const good = Object.fromEntries(
          Object.entries(body).filter(([id]) => !faultyFields(fields, body, true).includes(id)),
        );
        const checked = checkAnswers(fields, good, { partial: true });
        if ('faults' in checked) return;
        const answered = fields.flatMap(({ id }) =>
          good[id] === undefined || good[id] === null || good[id] === '' ? [] : [id],
        );
        expect(Object.keys(checked.answers)).toEqual(
          answered.toSorted((a, b) => indexOf(fields, a) - indexOf(fields, b)),
        );
        const stored = JSON.parse(JSON.stringify(checked.answers));
        for (const id of answered) expect(JSON.stringify(stored[id])).toBe(JSON.stringify(good[id]));
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

const indexOf = (fields: readonly Field[], id: string) => fields.findIndex(field => field.id === id);
