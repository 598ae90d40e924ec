import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { answer, type Handler, proxyEvent } from '../../../../bench/invoke.ts';
import { handler as createSubmission } from '../../../../functions/submissions/create-submission.ts';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { rateLimited } from '../../../../shared/errors.ts';
import { acceptFormData, idempotencyKeyOf } from '../../../../shared/http/pages/accept-form-data.ts';
import { putForm } from '../../../../shared/store/forms/forms.ts';
import type { Json } from '../../../support/cloud/http.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const urlencoded = 'application/x-www-form-urlencoded';
const fields: Field[] = [
  { id: 'name', type: 'text' },
  { id: 'topics', type: 'multiselect', options: ['a', 'b', 'c'] },
  { id: 'agreed', type: 'checkbox' },
];

let publishableKey: string;
let formId: string;

beforeAll(async () => {
  const caller = await newCaller();
  const form = newForm({ title: 'Contact', status: 'live', fields }, caller.environment);
  await putForm(form, caller);
  publishableKey = caller.publishableKey;
  formId = form.id;
});

type Sent = {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: string;
  readonly isBase64Encoded?: boolean;
};

const eventOf = ({ body = 'name=Ada', headers = {}, form = formId, isBase64Encoded = false }: Sent) =>
  ({
    ...proxyEvent({ headers: { 'Content-Type': urlencoded, ...headers }, pathParameters: { formId: form } }),
    ...{ body, isBase64Encoded },
    requestContext: { extendedRequestId: 'req-1', domainName: 'forms.example.com', identity: {} },
  }) as unknown as APIGatewayProxyEvent;

const context = { awsRequestId: 'aws-1' } as Context;
let received: unknown[][] = [];
beforeEach(() => {
  received = [];
});

/** Sends a form to a handler that keeps what it receives. */
async function send(sent: Sent) {
  const handler = acceptFormData(async (...given) => {
    received.push(given);
    return 'the reply';
  });
  return (await handler(eventOf(sent), context)) as Json;
}

async function receivedOf(sent: Sent): Promise<{ headers: Json; body: Json }> {
  expect(await send(sent)).toBe('the reply');
  const [event] = received.at(-1) as [APIGatewayProxyEvent];
  return { headers: event.headers, body: JSON.parse(event.body ?? '') };
}

async function refusalOf(sent: Sent) {
  const { statusCode, headers, body } = await send(sent);
  expect(received).toEqual([]);
  return { status: statusCode, headers, body: JSON.parse(body) };
}

describe('an HTML form', () => {
  it('reaches the handler as the JSON that its fields say', async () => {
    const sent = { body: 'name=Ada&topics=a&topics=b&agreed=on&_key=pk_0&_key=pk_1', headers: { 'X-Other': 'kept' } };
    expect(await send(sent)).toBe('the reply');
    expect(received).toEqual([
      [
        {
          ...eventOf(sent),
          headers: {
            ...{ 'content-type': 'application/json', 'x-other': 'kept' },
            ...{ 'x-publishable-key': 'pk_1', 'idempotency-key': undefined },
          },
          body: '{"name":"Ada","topics":["a","b"],"agreed":true}',
        },
        context,
      ],
    ]);
  });

  it('is read from an encoded body, and from parts', async () => {
    const body = '--xy\r\ncontent-disposition: form-data; name="topics"\r\n\r\né\r\n--xy--\r\n';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=xy', 'X-Publishable-Key': 'pk_1' };
    const sent = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true, headers };
    expect((await receivedOf(sent)).body).toEqual({ topics: ['é'] });
    expect(received[0]?.[0]).toMatchObject({ isBase64Encoded: false });
  });

  it('is read by the fields of a form whose ID is percent-encoded', async () => {
    const sent = { body: 'topics=a&_key=pk_1', form: formId.replace('_', '%5F') };
    expect((await receivedOf(sent)).body).toEqual({ topics: ['a'] });
  });

  it('is all text without its form, and is left to the handler to refuse', async () => {
    const { body } = await receivedOf({ body: 'topics=a&topics=b&_key=pk_1', form: 'form_unknown' });
    expect(body).toEqual({ topics: 'a, b' });
  });

  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['the header over the field', { 'X-Publishable-Key': 'pk_2' }, 'pk_2'],
    ['no publishable key beside a secret one', { Authorization: 'Bearer sk_1' }, undefined],
  ])('sends %s', async (_, headers, key) => {
    const received = await receivedOf({ body: 'name=Ada&_key=pk_1', headers });
    expect(received.headers['x-publishable-key']).toBe(key);
    expect(received.headers.authorization).toBe(headers.Authorization);
  });

  it('needs no field for its key where a header has one', async () => {
    expect((await receivedOf({ headers: { 'X-Publishable-Key': 'pk_2' } })).body).toEqual({ name: 'Ada' });
    expect((await receivedOf({ headers: { Authorization: 'Bearer sk_1' } })).body).toEqual({ name: 'Ada' });
  });

  it('has the idempotency key of its header, or else one of its token and answers', async () => {
    const keyOf = async (body: string, headers = {}) =>
      (await receivedOf({ body: `${body}&_key=pk_1`, headers })).headers['idempotency-key'];
    const ofToken = await keyOf('name=Ada&_token=t1');
    expect(ofToken).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf('name=Ada&_token=t1')).toBe(ofToken);
    expect(await keyOf('name=Ada&_token=t1', { 'Idempotency-Key': 'mine' })).toBe('mine');
    expect(await keyOf('name=Ada')).toBeUndefined();
  });
});

describe('a form that is refused', () => {
  it('has no key: its page learns where to put one', async () => {
    expect(await refusalOf({})).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: {
        message: `Invalid or missing API key or session token: an HTML form can’t send headers. Set its action to /f/${formId}?key=pk_…, with a publishable key.`,
        ...{ code: 'invalid_api_key', requestId: 'req-1', docs: 'https://forms.example.com/docs#error-401' },
      },
    });
  });

  it('has files: each is named, with the two ways to send it', async () => {
    const part = (name: string) =>
      `--xy\r\ncontent-disposition: form-data; name="${name}"; filename="cv.pdf"\r\n\r\nme\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=xy', 'X-Publishable-Key': 'pk_1' };
    const message = `Files can’t be sent here. Post the form to /f/${formId}?key=pk_…, with "Accept: application/json" for JSON; or upload the file by POST /uploads/sign and send its fileId`;
    expect(await refusalOf({ body: `${part('cv')}${part('photo')}--xy--\r\n`, headers })).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        details: ['cv', 'photo'].map(field => ({ field, rule: 'file', message })),
      },
    });
  });

  it('is larger than 256 KB', async () => {
    const sized = (size: number) => ({ body: 'name='.padEnd(size, 'x'), headers: { 'X-Publishable-Key': 'pk_1' } });
    expect(await refusalOf(sized(262_145))).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect((await receivedOf(sized(262_144))).body.name).toHaveLength(262_139);
  });
});

describe('the handler', () => {
  it.each([
    ['JSON', { 'Content-Type': 'application/json' }],
    ['text', { 'Content-Type': 'text/plain' }],
  ])('gets what is no form as it was sent: %s', async (_, headers) => {
    const event = eventOf({ headers });
    expect(await acceptFormData(async (...given) => given)(event, context)).toEqual([event, context]);
  });

  it('gets a body without a type as it was sent', async () => {
    const event = { ...eventOf({}), headers: {} };
    expect(await acceptFormData(async given => given)(event, context)).toBe(event);
  });

  it('may refuse a form, too, and what it does not expect stays an error', async () => {
    const failing = (error: Error) =>
      acceptFormData(() => Promise.reject(error))(eventOf({ body: 'name=Ada&_key=pk_1' }), context);
    expect(await failing(rateLimited('Wait.', 7))).toMatchObject({ statusCode: 429, headers: { 'retry-after': '7' } });
    await expect(failing(new Error('A fault'))).rejects.toThrow('A fault');
  });
});

it('a form sent twice is one response', async () => {
  const body = `name=Ada&topics=c&_token=t1&_key=${publishableKey}`;
  const submit = () => answer(createSubmission as unknown as Handler, eventOf({ body }));
  const [first, second] = [await submit(), await submit()];
  expect(first.status).toBe(201);
  expect(JSON.parse(first.body)).toMatchObject({ formId, answers: { name: 'Ada', topics: ['c'] } });
  expect(JSON.parse(second.body).id).toBe(JSON.parse(first.body).id);
  expect(second.headers['idempotent-replayed']).toBe('true');
});

describe('the idempotency key of a form', () => {
  const keyOf = (tokens: readonly string[] | undefined, body: object, sender?: string) =>
    idempotencyKeyOf({ sent: new Map(tokens && [['_token', tokens]]), files: [] }, body, sender);
  const key = keyOf(['t1'], { name: 'Ada' });

  it('is that of the same token, sender and answers, and of no others', () => {
    // The key is stored for a day: a later version must find it.
    expect(key).toBe('2fe3e8a89c6fd143e7d474f43069ea142b97fba83ec309cba95b4f2225efeff2');
    expect(keyOf(['t0', 't1'], { name: 'Ada' }, '')).toBe(key);
    const others = [
      keyOf(['t2'], { name: 'Ada' }),
      keyOf(['t1'], { name: 'Bob' }),
      keyOf(['t1'], { name: 'Ada' }, '192.0.2.1'),
    ];
    expect(new Set([key, ...others]).size).toBe(4);
  });

  it.each([[undefined], [['']]])('is none without a token: %j', tokens => {
    expect(keyOf(tokens, { name: 'Ada' })).toBeUndefined();
  });
});
