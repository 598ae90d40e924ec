import { beforeAll, describe, expect, it } from '@jest/globals';
import { anyCharacter } from '../support/any-character.ts';
import type { Operation } from '../support/cloud/client.ts';
import { startedService } from '../support/cloud/service.ts';
import { fc, runs } from '../support/properties.ts';
import { contactForm, newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const names = [
  'title',
  'status',
  'fields',
  'allowedOrigins',
  'fieldPolicies',
  'storage',
  'ui',
  'spamProtection',
].concat(
  ['webhooks', 'retention', 'environment', 'id', 'type', 'label', 'required', 'validate', 'pattern', 'options', 'min'],
  ['notes', 'answers', 'body', 'name', 'email', 'age', 'message', '__proto__', 'constructor', 'toString', ''],
);
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...names) },
  fc.string({ unit: anyCharacter, maxLength: 10 }),
);
const text = fc.oneof(
  fc.constantFrom(
    'live',
    'text',
    'select',
    'completed',
    '(a',
    '^[a-z]+$',
    'https://a.example',
    '\ud800',
    '\u0000',
    '#',
  ),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
);
const scalar = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53 + 2, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** JSON text of values that look a little like what the service takes; numbers may be beyond what JavaScript has. */
const { value } = fc.letrec<{ value: string; list: string; record: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar.map(each => JSON.stringify(each)),
    fc.constantFrom('1e400', '-1e400', '123456789012345678901234567890', '-0'),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }).map(items => `[${items.join(',')}]`),
  record: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 6 })
    .map(entries => `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${each}`).join(',')}}`),
}));
const object = fc
  .array(fc.tuple(name, value), { maxLength: 8 })
  .map(entries => `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${each}`).join(',')}}`);

/** A good body with one or two of its parts replaced by anything. */
const damaged = (good: object) =>
  fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 2 }).map(replacements => {
    const parts = JSON.stringify(good).split(/(?<=:)("[^"]*"|\d+|true)(?=[,}])/);
    for (const [index, replacement] of replacements) parts[(index % ((parts.length - 1) / 2)) * 2 + 1] = replacement;
    return parts.join('');
  });

const submission = { name: 'Ada', email: 'ada@example.org', age: 7, message: 'Hello' };
const bodies: [Operation, object][] = [
  ['createForm', { ...contactForm, retention: { days: 3, policy: 'delete' }, ui: { theme: 'dark' } }],
  ['updateForm', { ...contactForm, storage: { mode: 'platform', region: 'global' } }],
  ['createSubmission', submission],
  ['updateResponse', { status: 'partial', notes: [{ body: 'Note' }], answers: submission }],
];

describe.each(bodies)('%s', (operation, good) => {
  let params: Record<string, string> = {};
  beforeAll(async () => {
    const { id } = await newForm(secret);
    const response = await submit(secret, id);
    params = { id: operation === 'updateResponse' ? response.id : id, formId: id };
  });

  it('answers any JSON with a success or a refusal of the client’s, never with a fault of its own', async () => {
    const body = fc.oneof(
      { weight: 1, arbitrary: value },
      { weight: 2, arbitrary: object },
      { weight: 4, arbitrary: damaged(good) },
    );
    await fc.assert(
      fc.asyncProperty(body, async json => {
        const reply = await secret(operation, { params, body: json });
        expect(reply.status).toBeLessThan(500);
        expect(reply.status < 300 || typeof reply.body.code === 'string').toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('half of a surrogate pair', () => {
  it('is refused with its place wherever a body is read, also without a credential', async () => {
    const refused = await service.client()('login', { body: '{"email": "\\ud800", "password": "a\\udc00"}' });
    expectFaults(refused, 'email unicode', 'password unicode');
    expectFaults(await secret('createForm', { body: { ...contactForm, title: '\ud83d' } }), 'title unicode');
  });
});

describe('a request id that the caller chooses', () => {
  const headers = { 'x-amzn-requestid': '","status":"200' };

  it('is in no answer, of the gateway or of a function', async () => {
    expectRefusal(await service.send({ method: 'GET', path: '/nowhere', headers }), 404, 'not_found');
    expectRefusal(await service.send({ method: 'PATCH', path: '/forms', headers }), 405, 'method_not_allowed');
    expectRefusal(await service.send({ method: 'GET', path: '/forms', headers }), 401, 'invalid_api_key');
  });
});

describe('listResponses', () => {
  it('answers any query with a success or a refusal of the client’s, never with a fault of its own', async () => {
    const { id } = await newForm(secret);
    await submit(secret, id);
    const digits = fc.constantFrom('0', '1', '-1', '50', '1001', '2147483648', '1e21', '0x10', '٣', ' 1');
    const times = fc.oneof(
      fc.date({ noInvalidDate: true }).map(date => date.toISOString().slice(-24)),
      fc.constantFrom('0000-01-01', '9999-12-31', '2026-02-30', '9999-12-31T23:59:59-23:59', '+275760-09-13'),
      fc
        .date({ min: new Date(0), max: new Date('9999-12-31') })
        .map(date => (Number.isNaN(+date) ? '' : date.toISOString().slice(0, 10))),
    );
    const query = fc.record(
      {
        form_id: fc.oneof({ weight: 4, arbitrary: fc.constant(id) }, text),
        status: fc.constantFrom('completed', 'partial', 'abandoned', 'x'),
        from: times,
        to: times,
        format: fc.constantFrom('json', 'csv', 'jsonl', 'xml'),
        limit: digits,
        offset: digits,
        cursor: fc.oneof(text, fc.constant(Buffer.from(id).toString('base64url')), fc.base64String({ maxLength: 40 })),
        order: fc.constantFrom('asc', 'desc', ''),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async each => {
        const wellFormed = Object.fromEntries(Object.entries(each).map(([key, part]) => [key, part.toWellFormed()]));
        const { status } = await secret('listResponses', { query: wellFormed });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: runs(250), examples: [[{ status: 'completed', cursor: Buffer.from(id).toString('base64url') }]] },
    );
  });
});
