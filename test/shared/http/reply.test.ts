import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { securityHeaders } from '../../../shared/domain/traffic/security-headers.ts';
import { invalidParameter, unauthorized } from '../../../shared/errors.ts';
import {
  cachingHeaders,
  checkIfMatch,
  errorResponse,
  etagOf,
  gatewayResponse,
  namesEtag,
  Reply,
  withoutBody,
} from '../../../shared/http/reply.ts';

describe('the answer of a success', () => {
  it('is JSON that no cache keeps and any page may read', () => {
    expect(gatewayResponse(new Reply({ id: 'form_1' }), 201)).toEqual({
      statusCode: 201,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'etag, idempotent-replayed, retry-after, link, content-disposition, x-amz-apigw-id',
        ...securityHeaders,
      },
      body: '{"id":"form_1"}',
    });
  });

  it.each([null, 0, false, 'text', { pipe: 'none' }])('is JSON whatever it is: %j', body => {
    expect(gatewayResponse(new Reply(body), 200).body).toBe(JSON.stringify(body));
  });

  it('has no body and no type where there is nothing to say', () => {
    const { body, headers } = gatewayResponse(new Reply(undefined), 204);
    expect(body).toBe('');
    expect(headers).not.toHaveProperty('content-type');
  });

  it('is a text of the type that its headers name, as it is', () => {
    const response = gatewayResponse(new Reply('a,b', { headers: { 'content-type': 'text/csv' } }), 200);
    expect(response).toMatchObject({ body: 'a,b', headers: { 'content-type': 'text/csv' } });
    expect(gatewayResponse(new Reply('a,b'), 200).body).toBe('"a,b"');
    expect(gatewayResponse(new Reply({ a: 1 }, { headers: { 'content-type': 'x/y' } }), 200).body).toBe('{"a":1}');
  });

  it('is without its body for HEAD, and kept by caches where its contract says so', () => {
    const response = gatewayResponse(new Reply({ id: 1 }), 200);
    expect(withoutBody(response)).toEqual({ ...response, body: '' });
    const basics = { method: 'GET', path: '/', summary: '', auth: [], grants: [], status: 200 } as const;
    expect(cachingHeaders({ ...basics, cacheControl: 'max-age=5' })).toEqual({
      'cache-control': 'max-age=5',
      vary: 'Accept-Encoding',
    });
    expect(cachingHeaders(basics)).toEqual({});
  });

  it('is a stream of the type that its headers name, which go before the usual ones', () => {
    const stream = Readable.from(['a']);
    const headers = { 'content-type': 'text/csv', 'cache-control': 'private' };
    const response = gatewayResponse(new Reply(stream, { headers }), 200);
    expect(response.body).toBe(stream);
    expect(response.headers).toMatchObject(headers);
  });
});

describe('the answer of a refusal', () => {
  const bodyOf = (error: unknown) => JSON.parse(String(errorResponse(error, 'req-1').body));

  it('has the reason of its status, and its details where it has any', () => {
    const details = [{ field: 'limit', rule: 'maximum', message: 'must be <= 100' }];
    const refused = { message: 'limit: must be <= 100', code: 'invalid_parameter', requestId: 'req-1', details };
    expect(bodyOf(invalidParameter(details))).toEqual({ error: 'Bad Request', ...refused });
    expect(bodyOf(unauthorized('none was sent.'))).not.toHaveProperty('details');
  });

  it('names as many faults as an answer has room for, and says how many more there are', () => {
    const faults = (count: number, field: string) =>
      Array.from({ length: count }, () => ({ field, rule: 'r', message: 'm' }));
    const more = (count: number) => ({
      field: '',
      rule: 'more',
      message: `There are ${count} more faults; correct these first`,
    });
    const detailsOf = (count: number, field = 'f') => bodyOf(invalidParameter(faults(count, field))).details;
    expect(detailsOf(1000)).toEqual(faults(1000, 'f'));
    expect(detailsOf(160_000)).toEqual([...faults(1000, 'f'), more(159_000)]);
    const long = 'x'.repeat(150_000);
    expect(detailsOf(3, long)).toEqual([...faults(1, long), more(2)]);
    expect(detailsOf(1, long + long)).toHaveLength(1);
  });

  it('has as many characters of faults as fit, and the first always', () => {
    const detail = (characters: number) => ({ field: 'f'.repeat(characters - 1), rule: 'r', message: 'm' });
    const detailsOf = (...sizes: number[]) => bodyOf(invalidParameter(sizes.map(detail))).details.length;
    expect(detailsOf(100_000, 100_000)).toBe(2);
    expect(detailsOf(100_000, 100_001)).toBe(2);
    expect(bodyOf(invalidParameter([detail(100_000), detail(100_001)])).details[1].rule).toBe('more');
    expect(bodyOf(invalidParameter([detail(200_001), detail(2)])).details[1].rule).toBe('more');
  });

  it('links to what is written of its status', () => {
    const { body } = errorResponse(unauthorized('none was sent.'), 'req-1', 'https://a.example');
    expect(JSON.parse(String(body)).docs).toBe('https://a.example/docs#error-401');
    expect(bodyOf(unauthorized('none was sent.'))).not.toHaveProperty('docs');
  });

  it('has the headers of the refusal', () => {
    const { statusCode, headers } = errorResponse(unauthorized('none was sent.'), 'req-1');
    expect({ statusCode, ...headers }).toMatchObject({ statusCode: 401, 'www-authenticate': 'Bearer' });
  });

  it('tells nothing of an error that nobody meant', () => {
    expect(bodyOf(new Error('password of the database'))).toEqual({
      error: 'Internal Server Error',
      message: 'The service failed to handle this request. Give its operator the requestId.',
      code: 'internal_error',
      requestId: 'req-1',
    });
  });
});

describe('an ETag', () => {
  const etag = etagOf({ id: 1, name: 'Ada' });

  it('is strong, and another for each other record', () => {
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(etagOf({ id: 1, name: 'Ada' })).toBe(etag);
    expect(etagOf({ id: 1, name: 'Eve' })).not.toBe(etag);
  });

  it.each([etag, `W/${etag}`, '*', `"other", ${etag}`, `"other",W/${etag} `])('is named by %s', header => {
    expect(namesEtag(header, etag)).toBe(true);
  });

  it.each(['', '"other"', etag.slice(1), `x${etag}`, `${etag}W/`, `xW/${etag}`, '**'])('is not named by %j', header => {
    expect(namesEtag(header, etag)).toBe(false);
  });

  it('has to be the one that is stored, where a change names one', () => {
    expect(() => checkIfMatch(undefined, { id: 1 })).not.toThrow();
    expect(() => checkIfMatch(etagOf({ id: 1 }), { id: 1 })).not.toThrow();
    expect(() => checkIfMatch(etag, { id: 1 })).toThrow(expect.objectContaining({ status: 412 }));
  });
});
