import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const fields = [
  { id: 'name', type: 'text', required: true, validate: { minLength: 2, maxLength: 5, pattern: '^[A-Z]' } },
  { id: 'line', type: 'text' },
  { id: 'email', type: 'email', validate: { maxLength: 20 } },
  { id: 'topic', type: 'select', options: ['Sales', 'Support', 'ключ'] },
  { id: 'message', type: 'textarea', validate: { minLength: 3 } },
  { id: 'age', type: 'number', validate: { min: 0, max: 150 } },
  { id: 'day', type: 'date' },
  { id: 'cv', type: 'file' },
];
let formId: string;
beforeAll(async () => {
  formId = (await newForm(secret, { fields })).id;
});
const send = (body: Json) => secret('createSubmission', { params: { formId }, body });
const name = 'Ada';

/** JSON of a submission with one more property, whatever JSON.stringify would make of it. */
const withJson = (json: string) => `{"name": "Ada", ${json}}`;

describe('an answer', () => {
  const accepted: [string, string, unknown][] = [
    ['as many characters as it must have', 'name', 'Al'],
    ['as many characters as it may have, an emoji being one', 'name', 'A🎉🎉🎉🎉'],
    ['an e-mail address', 'email', "o'neil+x@example.co"],
    ['an e-mail address of a host without a dot', 'email', 'root@localhost'],
    ['an option', 'topic', 'ключ'],
    ['several lines, with tabs', 'message', 'a\r\n\tb\nc'],
    ['right-to-left text and emoji', 'message', 'שלום 👩‍👩‍👧'],
    ['the least number', 'age', 0],
    ['the greatest number', 'age', 150],
    ['a fraction', 'age', 1.5],
    ['a leap day', 'day', '2024-02-29'],
  ];
  it.each(accepted)('may be %s', async (_, field, value) => {
    const reply = await send({ name, [field]: value });
    expect({ status: reply.status, answers: reply.body.answers, details: reply.body.details }).toEqual({
      status: 201,
      answers: { name, [field]: value },
      details: undefined,
    });
    const read = await secret('getResponse', { params: { id: reply.body.id } });
    expect(read.body).toEqual(reply.body);
  });

  const refused: [string, string, unknown, string][] = [
    ['shorter than its minLength', 'name', 'A', 'minLength'],
    ['longer than its maxLength', 'name', 'Adelaide', 'maxLength'],
    ['against its pattern', 'name', 'ada', 'pattern'],
    ['several lines in a field of one', 'line', 'a\nb', 'singleLine'],
    ['a control character', 'line', 'a\u0000b', 'characters'],
    ['half a character', 'line', 'a\ud83d', 'unicode'],
    ['half a character in many lines', 'message', 'abc\udc00', 'unicode'],
    ['a number in a text', 'line', 1, 'type'],
    ['true', 'line', true, 'type'],
    ['an array', 'line', ['a'], 'type'],
    ['an object', 'line', { a: 1 }, 'type'],
    ['no e-mail address', 'email', 'ada@', 'email'],
    ['an e-mail address with a space', 'email', 'a da@example.org', 'email'],
    ['an e-mail address that is too long', 'email', `${'a'.repeat(20)}@b.c`, 'maxLength'],
    ['no option', 'topic', 'sales', 'options'],
    ['several options', 'topic', ['Sales'], 'type'],
    ['a text that is no number', 'age', '7 years', 'type'],
    ['less than its min', 'age', -0.1, 'min'],
    ['more than its max', 'age', 150.1, 'max'],
    ['a day that is not in the calendar', 'day', '2023-02-29', 'date'],
    ['a time', 'day', '2024-02-29T00:00:00Z', 'date'],
    ['no id of a file', 'cv', 'https://example.org/cv.pdf', 'file'],
    ['the id of no file', 'cv', 'file_01KAJ69W2D5F8H0J3M6P9R1T4V01KAJ5TR8M3Q4XV0Z6N1B7C9DE', 'file'],
  ];
  it.each(refused)('is refused when it is %s', async (_, field, value, rule) => {
    expectFaults(await send({ name, [field]: value }), `${field} ${rule}`);
  });

  it.each([['1e400'], ['-1e400'], ['9007199254740993'], ['1e30']])(
    'is no number that would change: %s',
    async number => {
      const [fault, ...more] = expectRefusal(await send(withJson(`"age": ${number}`)), 400, 'validation_failed');
      expect(fault).toMatchObject({ field: 'age' });
      expect(['type', 'precision']).toContain(fault.rule);
      expect(more).toEqual([]);
    },
  );

  it('counts as not given when it is null or empty', async () => {
    const { answers } = await submit(secret, formId, { name, line: '', email: null, age: null, topic: '' });
    expect(answers).toEqual({ name });
    expectFaults(await send({ name: '' }), 'name required');
    expectFaults(await send({ name: null, line: 'x' }), 'name required');
    expectFaults(await send({}), 'name required');
  });
});

describe('a submission', () => {
  it('is refused with every fault it has, and stored not even in part', async () => {
    const { id } = await newForm(secret, { fields });
    const body = {
      line: 'a\nb\u0007',
      email: 'x',
      topic: 'x',
      message: 'ab',
      age: 'x',
      day: 'x',
      cv: 'x',
      nmae: 'Ada',
    };
    expectFaults(
      await secret('createSubmission', { params: { formId: id }, body }),
      'name required',
      'line singleLine',
      'line characters',
      'email email',
      'topic options',
      'message minLength',
      'age type',
      'day date',
      'cv file',
      'nmae unknown',
    );
    const { body: list } = await secret('listResponses', { query: { form_id: id } });
    expect(list).toMatchObject({ items: [], total: 0 });
  });

  it('says which field an unknown one was most likely meant to be, and never repeats an answer', async () => {
    const reply = await send({ name, E_Mail: 'private@example.org', day: 'very private' });
    const faults = expectRefusal(reply, 400, 'validation_failed');
    expect(faults.find(({ field }) => field === 'E_Mail').message).toContain('"email"');
    expect(reply.text).not.toContain('private');
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '$ref', 'a#b', 'a.b', '0'])(
    'has no field %j, and no other object gets one by it',
    async key => {
      for (const value of ['"x"', '{"polluted": true}', 'null']) {
        expectFaults(await send(withJson(`${JSON.stringify(key)}: ${value}`)), `${key} unknown`);
      }
      expect((await submit(secret, formId)).answers).toEqual({ name });
    },
  );

  it('names a key of any length or content without growing the answer', async () => {
    for (const key of ['k'.repeat(100_000), '\u0000', '🎉'.repeat(200)]) {
      const reply = await send({ name, [key]: 1 });
      expect(expectRefusal(reply, 400, 'validation_failed')).toMatchObject([{ rule: 'unknown' }]);
      expect(reply.text.length).toBeLessThan(2000);
    }
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`k${n}`, 1]));
    const reply = await send({ name, ...many });
    expect(expectRefusal(reply, 400, 'validation_failed').length).toBeGreaterThanOrEqual(100);
    expect(reply.text.length).toBeLessThan(50_000);
  });

  it('may be nested as deeply as a body allows, and is refused for it', async () => {
    const arrays = (depth: number) => withJson(`"line": ${'['.repeat(depth)}${']'.repeat(depth)}`);
    expectFaults(await send(arrays(100)), 'line type');
    for (const depth of [5000, 60_000]) expectFaults(await send(arrays(depth)), ' maxDepth');
    const objects = `"line": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    expectFaults(await send(withJson(objects)), ' maxDepth');
  });

  it('takes the last of two answers with the same key', async () => {
    expect((await send('{"name": "Al", "name": "Ada"}')).body.answers).toEqual({ name });
  });

  it('may fill 128 KB, and not a byte more', async () => {
    const { id } = await newForm(secret, {
      fields: ['a', 'b'].map(field => ({ id: field, type: 'textarea' })),
    });
    const ofBytes = (bytes: number) => {
      const a = 'x'.repeat(70_000);
      return JSON.stringify({ a, b: 'y'.repeat(bytes - JSON.stringify({ a, b: '' }).length) });
    };
    const params = { formId: id };
    const { status, body } = await secret('createSubmission', { params, body: ofBytes(131_072) });
    expect(status).toBe(201);
    expect((await secret('getResponse', { params: { id: body.id } })).body.answers).toEqual(body.answers);
    const larger = await secret('createSubmission', { params, body: ofBytes(131_073) });
    expectRefusal(larger, 413, 'payload_too_large');
  });

  it('is answered with the response that was stored', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const reply = await secret('createSubmission', {
      params: { formId },
      body: { name },
      headers: { origin: 'https://any.example', 'user-agent': userAgent },
    });
    expect(reply.status).toBe(201);
    const { id, submittedAt, startedAt, updatedAt, ...rest } = reply.body;
    expect(rest).toEqual({
      formId,
      formVersion: 1,
      environment: 'production',
      status: 'completed',
      handling: 'open',
      answers: { name },
      notes: [],
      meta: { source: 'server', origin: 'https://any.example', userAgent: 'Firefox on Linux' },
    });
    expect(id).toMatch(/^sub_/);
    expect([startedAt, updatedAt]).toEqual([submittedAt, submittedAt]);
    expect(Math.abs(Date.now() - Date.parse(submittedAt))).toBeLessThan(60_000);
    expect((await secret('getResponse', { params: { id } })).body).toEqual(reply.body);
  });

  it('loses the decoy before it is looked at, and the form shows no sign of it', async () => {
    const spamProtection = { honeypot: { enabled: true, fieldName: 'website' } };
    const { id } = await newForm(secret, { fields, spamProtection });
    const empty = await submit(secret, id, { name, website: '' });
    expect(empty.answers).toEqual({ name });
    const { id: unprotected } = await newForm(secret, {
      fields,
      spamProtection: { honeypot: { enabled: false, fieldName: 'website' } },
    });
    expect((await submit(secret, unprotected, { name, website: 'x' })).answers).toEqual({ name });
  });

  it('is matched by a pattern in linear time, whatever the pattern and the answer', async () => {
    const { id } = await newForm(secret, { fields: [{ id: 'a', type: 'text', validate: { pattern: '^(a+)+$' } }] });
    const reply = await secret('createSubmission', { params: { formId: id }, body: { a: `${'a'.repeat(999)}!` } });
    expectFaults(reply, 'a pattern');
  });
});
