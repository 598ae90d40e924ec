import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Handler, invoke, proxyEvent } from '../../../bench/invoke.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { notPaused, pausedVariable } from '../../../shared/domain/traffic/pause.ts';
import { notFound } from '../../../shared/errors.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { etagOf, Reply } from '../../../shared/http/reply.ts';
import { log } from '../../../shared/log.ts';

const reads = {
  ...{ method: 'GET', path: '/things/{id}', summary: 'Read a thing', auth: [], grants: [], status: 200 },
  params: { type: 'object', properties: { id: { type: 'string' } } },
} as const satisfies Contract;

type LambdaReply = { statusCode: number; headers: Record<string, string>; body: string };
const call = async (contract: Contract, handle: () => Promise<unknown>, headers: Record<string, string> = {}) => {
  const event = { ...proxyEvent({ headers }), requestContext: { extendedRequestId: 'req-1' } };
  return (await (endpoint(contract, handle) as unknown as Handler)(event, {})) as LambdaReply;
};
const answering = (record: unknown) => async () => record;
const failing = (error: Error) => () => Promise.reject(error);

let lines: [level: string, ...parts: unknown[]][] = [];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(log, level).mockImplementation((...parts: unknown[]) => void lines.push([level, ...parts]));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a request that succeeds', () => {
  it('is handed to its handler in its parts, and answered with the record that it gives', async () => {
    const handler = endpoint(reads, async ({ params, caller }) => ({ id: params.id, caller: caller === undefined }));
    const request = { headers: {}, pathParameters: { id: 'a%20b' } };
    expect(await invoke(handler as unknown as Handler, request)).toBe('{"id":"a b","caller":true}');
  });

  it('has the status of its contract, or of what the handler replies', async () => {
    const creates = { ...reads, status: 201 } as const;
    expect((await call(creates, answering({}))).statusCode).toBe(201);
    expect((await call(creates, answering(new Reply({}, { status: 200 })))).statusCode).toBe(200);
    const replied = await call(creates, answering(new Reply({ id: 1 }, { headers: { location: '/things/1' } })));
    expect(replied).toMatchObject({ statusCode: 201, headers: { location: '/things/1' }, body: '{"id":1}' });
  });

  it('is one line of the log, with nothing of what was sent', async () => {
    await call(reads, answering({}));
    const [[level, message, entry] = []] = lines;
    const { milliseconds, ...line } = entry as Record<string, unknown>;
    expect([lines.length, level, message]).toEqual([1, 'info', 'request']);
    expect(line).toEqual({ operation: 'GET /things/{id}', requestId: 'req-1', status: 200 });
    expect(Math.abs(Number(milliseconds))).toBeLessThan(60_000);
  });

  it('may be a stream, of any size', async () => {
    const handler = endpoint(
      { ...reads, transport: { streamed: true } },
      answering(new Reply(Readable.from(['a', 'b']))),
    );
    expect(await invoke(handler as unknown as Handler, { headers: {} })).toBe('ab');
  });
});

describe('a stage that is paused', () => {
  const status = async (grants: Contract['grants'], stageVariables: Record<string, string | undefined> | null) => {
    const event = { ...proxyEvent({ headers: {} }), requestContext: { extendedRequestId: 'req-1' }, stageVariables };
    const handler = endpoint({ ...reads, grants }, answering({})) as unknown as Handler;
    const { statusCode, headers } = (await handler(event, {})) as LambdaReply;
    return [statusCode, headers['retry-after']];
  };
  const paused = { [pausedVariable]: '2026-03-01T12:00:00.000Z' };

  it('refuses what writes, until it is resumed, and nothing else', async () => {
    expect(await status(['table:write'], paused)).toEqual([503, '60']);
    for (const grants of [[], ['table:read']] as const) expect(await status(grants, paused)).toEqual([200, undefined]);
    for (const variables of [null, {}, { [pausedVariable]: notPaused }]) {
      expect(await status(['table:write'], variables)).toEqual([200, undefined]);
    }
  });
});

describe('an ETag', () => {
  const tagged = { ...reads, etag: true } as const;
  const etag = etagOf({ id: 1 });

  it('comes with a record whose contract has one', async () => {
    expect(await call(tagged, answering({ id: 1 }))).toMatchObject({
      statusCode: 200,
      headers: { etag },
      body: '{"id":1}',
    });
    expect((await call(reads, answering({ id: 1 }))).headers).not.toHaveProperty('etag');
  });

  it('may be that of a handler, which keeps its status and other headers', async () => {
    const reply = new Reply({ id: 1 }, { status: 201, headers: { etag: '"own"', location: '/things/1' } });
    const headers = { etag: '"own"', location: '/things/1' };
    expect(await call({ ...tagged, method: 'POST' }, answering(reply))).toMatchObject({ statusCode: 201, headers });
  });

  it('that the client has already spares it the record', async () => {
    const known = await call(tagged, answering({ id: 1 }), { 'If-None-Match': etag });
    expect(known).toMatchObject({ statusCode: 304, headers: { etag }, body: '' });
    expect((await call(tagged, answering({ id: 2 }), { 'If-None-Match': etag })).statusCode).toBe(200);
  });

  it('spares nobody the answer to a change, or where the contract has none', async () => {
    const asked = { 'If-None-Match': '*' };
    expect((await call({ ...tagged, method: 'PUT' }, answering({ id: 1 }), asked)).statusCode).toBe(200);
    expect((await call(reads, answering({ id: 1 }), asked)).statusCode).toBe(200);
  });
});

describe('a request that fails', () => {
  const named = (name: string) => Object.assign(new Error('of DynamoDB'), { name });

  it('is answered with its refusal, and logged as such alone', async () => {
    const { statusCode, body } = await call(reads, failing(notFound('Form')));
    expect([statusCode, JSON.parse(body)]).toMatchObject([404, { code: 'not_found', requestId: 'req-1' }]);
    expect(lines).toEqual([['info', 'request', expect.objectContaining({ status: 404 })]]);
  });

  it('is refused before its handler sees it, where it is not what the contract says', async () => {
    const handle = jest.fn(answering({}));
    const query = { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] } as const;
    expect((await call({ ...reads, query }, handle)).statusCode).toBe(400);
    expect((await call({ ...reads, auth: ['secretKey'] }, handle)).statusCode).toBe(401);
    expect(handle).not.toHaveBeenCalled();
  });

  it('for what nobody meant is a 500, and its error is in the log alone', async () => {
    const error = new Error('internal');
    const { statusCode, body } = await call(reads, failing(error));
    expect(statusCode).toBe(500);
    expect(body).not.toContain('internal"');
    expect(lines).toContainEqual(['error', 'unexpected error', error]);
  });

  const unfinished =
    'The service could not finish this request. It may have been stored or not; send it again in a moment, with the same Idempotency-Key if it has one.';

  it.each([
    ['ThrottlingException', 'The service is busy. Nothing was stored; send the request again in a moment.'],
    ['TimeoutError', unfinished],
  ])('for want of DynamoDB may come again, and says what is known: %s', async (name, message) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const error = named(name);
    const { statusCode, headers, body } = await call(reads, failing(error));
    expect({ statusCode, 'retry-after': headers['retry-after'], ...JSON.parse(body) }).toMatchObject({
      ...{ statusCode: 503, 'retry-after': '2', code: 'unavailable', message },
    });
    expect(lines).toContainEqual(['warn', 'unavailable', { operation: 'GET /things/{id}', error }]);
  });
});
