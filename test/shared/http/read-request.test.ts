import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract, ObjectSchema } from '../../../shared/contracts/contract.ts';
import { HttpError } from '../../../shared/errors.ts';
import { bodyOf, readRequest } from '../../../shared/http/read-request.ts';

const object = (properties: object, required: string[] = []) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as ObjectSchema;
const basics = {
  method: 'POST',
  path: '/things/{id}',
  summary: 'Make a thing',
  auth: [],
  grants: [],
  status: 201,
} as const;
const withBody: Contract = { ...basics, body: object({ name: { type: 'string' } }, ['name']) };

const event = (parts: Partial<APIGatewayProxyEvent> = {}) =>
  ({ headers: {}, requestContext: {}, body: null, isBase64Encoded: false, ...parts }) as APIGatewayProxyEvent;
const sending = (body: string, contentType?: string) =>
  event({ body, headers: contentType === undefined ? {} : { 'Content-Type': contentType } });

/** The code of the refusal, and what is wrong: `400 invalid_parameter limit maximum`. */
const refusalOf = (contract: Contract, sent: APIGatewayProxyEvent): string[] => {
  try {
    readRequest(contract, sent);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return [`${error.status} ${error.code}`, ...error.details.map(({ field, rule }) => `${field} ${rule}`)];
  }
  return [];
};

describe('a request', () => {
  it.each([
    ['abc.execute-api.eu-central-1.amazonaws.com', {}, 'https://abc.execute-api.eu-central-1.amazonaws.com/blue'],
    [
      'abc.execute-api.eu-central-1.amazonaws.com',
      { host: 'evil.example' },
      'https://abc.execute-api.eu-central-1.amazonaws.com/blue',
    ],
    ['forms.example.com', { Host: 'forms.example.com' }, 'https://forms.example.com'],
    [
      'forms.example.com',
      { 'x-forwarded-host': 'evil.example', 'x-formline-host': 'evil.example' },
      'https://forms.example.com',
    ],
    ['127.0.0.1', { Host: '127.0.0.1:3000', 'X-Forwarded-Proto': 'http' }, 'http://127.0.0.1:3000'],
    ['127.0.0.1', { Host: '127.0.0.1.evil.example:3000' }, 'https://127.0.0.1'],
    ['127.0.0.1', { Host: '127.0.0.1:3111@evil.example' }, 'https://127.0.0.1'],
    ['127.0.0.1', { Host: '127.0.0.1:@evil.example' }, 'https://127.0.0.1'],
    ['127.0.0.1', { Host: '127.0.0.1:3000/evil' }, 'https://127.0.0.1'],
    ['127.0.0.1', { Host: '127.0.0.1:3000\n' }, 'https://127.0.0.1'],
    ['127.0.0.1', { Host: '127.0.0.1:123456' }, 'https://127.0.0.1'],
    ['[::1]', { Host: '[::1]:3000' }, 'https://[::1]:3000'],
    ['forms.example.com', { 'X-Forwarded-Proto': 'https://evil.example/?' }, 'https://forms.example.com'],
    ['forms.example.com', { 'X-Forwarded-Proto': 'javascript' }, 'https://forms.example.com'],
  ])('came to the host that the gateway was found by: %s, given %o', (domainName, headers, baseUrl) => {
    const requestContext = { domainName, stage: 'blue' } as APIGatewayProxyEvent['requestContext'];
    const { body: _, ...contract } = withBody;
    expect(readRequest(contract, event({ requestContext, headers })).baseUrl).toBe(baseUrl);
  });

  it('is read in its parts', () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const sent = event({
      pathParameters: { id: 'a%20b' },
      queryStringParameters: { limit: '5' },
      headers: { ORIGIN: 'https://a.example', 'If-Match': '"1"', 'User-Agent': 'curl', Traceparent: trace },
      requestContext: { identity: { sourceIp: '192.0.2.1' } } as APIGatewayProxyEvent['requestContext'],
      body: '{"name":"Bär"}',
    });
    const contract = { ...withBody, query: object({ limit: { type: 'integer' } }) };
    expect(readRequest(contract, sent)).toMatchObject({
      ...{ params: { id: 'a b' }, query: { limit: 5 }, body: { name: 'Bär' }, bodyBytes: 15 },
      ...{ origin: 'https://a.example', ifMatch: '"1"', userAgent: 'curl', sourceIp: '192.0.2.1', trace },
    });
  });

  it('has the conditions on answers in one object, where its operation takes them', () => {
    const queryStringParameters = { 'answers[topic]': 'a', 'answers[a][gte]': '5', 'other[x]': 'b', answers2: 'c' };
    const contract: Contract = { ...basics, queryObjects: ['answers'] };
    expect(readRequest(contract, event({ queryStringParameters })).query).toEqual({
      ...{ answers: { topic: 'a', 'a][gte': '5' }, 'other[x]': 'b', answers2: 'c' },
    });
    expect(readRequest(basics, event({ queryStringParameters })).query).toEqual(queryStringParameters);
    const odd = { 'x answers[a]': '1', 'answers[a]x': '2', 'answers[]': '3' };
    expect(readRequest(contract, event({ queryStringParameters: odd })).query).toEqual(odd);
  });

  it('has the + of a time back that was sent as a space', () => {
    const queryStringParameters = { from: '2026-01-31T09:00:00.5 01:00', q: '2026-01-31 01:00', none: undefined };
    expect(readRequest(basics, event({ queryStringParameters } as object)).query).toEqual({
      ...{ from: '2026-01-31T09:00:00.5+01:00', q: '2026-01-31 01:00', none: undefined },
    });
  });

  it('asks for mails in the language of its browser', () => {
    expect(readRequest(basics, event({ headers: { 'Accept-Language': 'de-AT,de;q=0.9' } })).language).toBe('de');
    expect(readRequest(basics, event()).language).toBe('en');
  });

  it('is from the viewer that a distribution of the stage names, and from no other', () => {
    const headers = { 'x-formline-distribution': 'now', 'x-formline-viewer': '198.51.100.7' };
    const requestContext = { identity: { sourceIp: '192.0.2.1' } } as APIGatewayProxyEvent['requestContext'];
    const sourceOf = (viewerSecrets: string | undefined, sent: Record<string, string> = headers) =>
      readRequest(basics, event({ headers: sent, requestContext, stageVariables: { viewerSecrets } as never }))
        .sourceIp;
    expect(sourceOf('before,now')).toBe('198.51.100.7');
    expect(sourceOf('before')).toBe('192.0.2.1');
    expect(sourceOf(undefined)).toBe('192.0.2.1');
    expect(sourceOf(',', { ...headers, 'x-formline-distribution': '' })).toBe('192.0.2.1');
  });

  it('may be a form, whose bytes nobody has read', () => {
    const contract: Contract = { ...basics, transport: { takesForms: true }, bodyBytesMax: 4 };
    const sent = { headers: { 'Content-Type': 'text/plain' }, body: 'bär' };
    expect(readRequest(contract, event(sent)).body).toEqual({ bytes: Buffer.from('bär'), contentType: 'text/plain' });
    const encoded = { body: Buffer.from([1, 2]).toString('base64'), isBase64Encoded: true };
    expect(readRequest(contract, event(encoded)).body).toEqual({ bytes: Buffer.from([1, 2]), contentType: '' });
    expect(readRequest(contract, event()).body).toEqual({ bytes: Buffer.alloc(0), contentType: '' });
    expect(refusalOf(contract, event({ body: 'bärs' }))).toEqual(['413 payload_too_large']);
  });

  it('is not refused for parameters that a page leaves alone', () => {
    const page: Contract = { ...basics, transport: { page: true } as never, query: object({}) };
    const other = { queryStringParameters: { utm: 'x' }, multiValueQueryStringParameters: { utm: ['x', 'y'] } };
    expect(refusalOf(page, event(other))).toEqual([]);
    expect(refusalOf({ ...basics, query: object({}) }, event(other))).toHaveLength(3);
  });

  it('may have next to nothing', () => {
    const none = { params: {}, query: {}, body: undefined, bodyBytes: 0, sourceIp: undefined, trace: undefined };
    expect(readRequest(basics, event({ headers: {} }))).toMatchObject(none);
    const nothing = { headers: null, pathParameters: null, queryStringParameters: null };
    expect(readRequest(basics, event(nothing as object))).toMatchObject(none);
  });

  it('has no trace where its traceparent is none', () => {
    expect(readRequest(basics, event({ headers: { traceparent: '00-xyz' } })).trace).toBeUndefined();
  });

  it('keeps a path that does not decode as it is: it names nothing', () => {
    expect(readRequest(basics, event({ pathParameters: { id: '%E0%A4%A' } })).params).toEqual({ id: '%E0%A4%A' });
  });

  it('has every wrong parameter told at once', () => {
    const contract: Contract = {
      ...basics,
      query: object({ limit: { type: 'integer' } }),
      headers: { ...object({ 'idempotency-key': { type: 'string', minLength: 8 } }), additionalProperties: true },
    };
    const sent = event({
      queryStringParameters: { limit: 'x' },
      multiValueQueryStringParameters: { limit: ['5', 'x'], once: ['1'] },
      headers: { 'Idempotency-Key': 'short' },
    });
    const faults = ['limit unique', 'limit type', 'idempotency-key minLength'];
    expect(refusalOf(contract, sent)).toEqual(['400 invalid_parameter', ...faults]);
    const message = 'limit: must be given only once (and 2 more, see details)';
    expect(() => readRequest(contract, sent)).toThrow(message);
  });
});

describe('a body', () => {
  it('is the text that was sent, which the gateway may have encoded', () => {
    expect(bodyOf(event({ body: Buffer.from('{"ä":1}').toString('base64'), isBase64Encoded: true }))).toBe('{"ä":1}');
    expect(bodyOf(event({ body: 'abcd' }))).toBe('abcd');
    expect(bodyOf(event({ isBase64Encoded: true }))).toBe('');
  });

  it.each([
    undefined,
    'application/json',
    'APPLICATION/JSON; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/merge-patch+json',
    'application/vnd.x-1.y+json',
  ])('is JSON by its type: %s', type => expect(refusalOf(withBody, sending('{"name":"Ada"}', type))).toEqual([]));

  it.each([
    'text/plain',
    'application/jsonp',
    'application/x-json',
    'xapplication/json',
    'text/html',
    'application/json x',
  ])('is refused as %s', type =>
    expect(refusalOf(withBody, sending('{"name":"Ada"}', type))).toEqual(['415 unsupported_media_type']),
  );

  it('may come as text of a beacon, which sets no type', () => {
    const beacon = { ...withBody, transport: { beacon: true } } as const;
    expect(refusalOf(beacon, sending('{"name":"Ada"}', 'Text/Plain;charset=UTF-8'))).toEqual([]);
    expect(refusalOf(beacon, sending('{"name":"Ada"}', 'text/plain'))).toEqual([]);
    for (const type of ['text/plainer', 'xtext/plain', 'text/html']) {
      expect(refusalOf(beacon, sending('{"name":"Ada"}', type))).toEqual(['415 unsupported_media_type']);
    }
  });

  it('has 256 KB at most, or as much as its operation takes', () => {
    const ofBytes = (bytes: number) => sending(`{"name":"${'x'.repeat(bytes - 11)}"}`);
    expect(refusalOf(withBody, ofBytes(262_144))).toEqual([]);
    expect(refusalOf(withBody, ofBytes(262_145))).toEqual(['413 payload_too_large']);
    expect(refusalOf({ ...withBody, bodyBytesMax: 100 }, ofBytes(100))).toEqual([]);
    expect(refusalOf({ ...withBody, bodyBytesMax: 100 }, ofBytes(101))).toEqual(['413 payload_too_large']);
  });

  it.each([
    ['', 'The body is empty. Send a JSON object.'],
    [' \n', 'The body is empty. Send a JSON object.'],
    ['{', /^The body is not JSON: .+ JSON .+\.$/],
  ])('that is none is refused for it: %j', (text, message) => {
    expect(() => readRequest(withBody, sending(text))).toThrow(
      expect.objectContaining({ code: 'malformed_json', message: expect.stringMatching(message) }),
    );
  });

  it('may be left out where the operation says so, and means {} then', () => {
    const optional: Contract = { ...basics, body: object({}), bodyOptional: true };
    expect(readRequest(optional, event()).body).toEqual({});
    expect(refusalOf(optional, sending('[]'))).toEqual(['400 validation_failed', ' type']);
    expect(refusalOf({ ...withBody, bodyOptional: true }, event())).toEqual(['400 validation_failed', 'name required']);
    expect(refusalOf({ ...basics, body: object({}) }, event())).toEqual(['400 malformed_json']);
  });

  it('is refused where it is nested too deeply', () => {
    const deep = `{"name":${'['.repeat(300)}${']'.repeat(300)}}`;
    expect(refusalOf({ ...withBody, body: object({ name: {} }) }, sending(deep))[0]).toBe('400 validation_failed');
  });

  it('is refused for what is wrong with it', () => {
    expect(refusalOf(withBody, sending('{"name":1}'))).toEqual(['400 validation_failed', 'name type']);
    expect(refusalOf(withBody, sending('{"name":"\\ud800"}'))).toEqual(['400 validation_failed', 'name unicode']);
  });

  it('that is a patch is asked for no more than to be an object', () => {
    const patch: Contract = { ...withBody, patches: { responseOnly: [] } };
    expect(refusalOf(patch, sending('{"name":null}'))).toEqual([]);
    expect(refusalOf(patch, sending('[]'))).toEqual(['400 validation_failed', ' type']);
  });
});

describe('a batch', () => {
  const batch: Contract = { ...basics, body: object({ name: { type: 'string' } }, ['name']), batchMax: 2 };

  it('is one or several', () => {
    expect(refusalOf(batch, sending('{"name":"Ada"}'))).toEqual([]);
    expect(refusalOf(batch, sending('[{"name":"Ada"},{"name":"Eve"}]'))).toEqual([]);
    expect(refusalOf(withBody, sending('[{"name":"Ada"}]'))).toEqual(['400 validation_failed', ' type']);
  });

  it('is not empty, and not longer than the operation takes', () => {
    const message = (text: string) => expect.objectContaining({ message: text });
    expect(() => readRequest(batch, sending('[]'))).toThrow(message('must contain at least one'));
    expect(() => readRequest(batch, sending('[1,2,3]'))).toThrow(
      message('must contain at most 2, not 3; send the rest in another request'),
    );
    expect(refusalOf(batch, sending('[]'))).toEqual(['400 validation_failed', ' minItems']);
    expect(refusalOf(batch, sending('[1,2,3]'))).toEqual(['400 validation_failed', ' maxItems']);
  });

  it('has its faults told by the place of each', () => {
    expect(refusalOf(batch, sending('[{"name":1},2]'))).toEqual(['400 validation_failed', '[0].name type', '[1] type']);
  });
});
