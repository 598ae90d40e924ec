import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { apiUrl } from '../../../../web/app/api/base.ts';
import { call, onSignedOut, send, setPlace } from '../../../../web/app/api/client.ts';
import { ApiError } from '../../../../web/app/api/errors.ts';

type SentRequest = { url: string; init: RequestInit };

/** The browser's own `fetch` is what the client stands on: here it says what the test wants. */
const browsers = globalThis.fetch;
let sent: SentRequest[];
let answer: (request: SentRequest) => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = () => new Response('{}');
  globalThis.fetch = async (url, init = {}) => {
    const request = { url: String(url), init };
    sent.push(request);
    return answer(request);
  };
  setPlace({ organizationId: 'org_1', environment: 'staging' });
  onSignedOut(async () => false);
});
afterEach(() => {
  globalThis.fetch = browsers;
});

const headersOf = ({ init }: SentRequest | undefined = { url: '', init: {} }) => init.headers as Record<string, string>;
const refusal = (status: number, code: string) => new Response(JSON.stringify({ code, message: 'No' }), { status });

describe('the client of the dashboard', () => {
  it('asks for the organization and environment that the page is about', async () => {
    await call('GET /forms');
    expect(headersOf(sent[0])).toEqual({
      'x-formline-request': '1',
      'x-organization-id': 'org_1',
      'x-environment': 'staging',
    });
    setPlace({ organizationId: 'org_2', environment: 'production' });
    await call('GET /forms');
    expect(headersOf(sent[1])).toMatchObject({ 'x-organization-id': 'org_2', 'x-environment': 'production' });
    setPlace(undefined);
    await call('GET /forms');
    expect(headersOf(sent[2])).toEqual({ 'x-formline-request': '1' });
  });

  it('sends the cookie of the session to this origin alone, and JSON as such', async () => {
    await call('PUT /forms/{id}', { params: { id: 'form_1' }, body: { title: 'New' } });
    expect(sent[0]?.init).toMatchObject({ method: 'PUT', credentials: 'same-origin', body: '{"title":"New"}' });
    expect(headersOf(sent[0])['content-type']).toBe('application/json');
  });

  it('puts parameters into path and query, and leaves out filters that are empty', async () => {
    await call('GET /responses', { query: { form_id: 'form_1', status: undefined, cursor: '', limit: 0 } });
    await call('GET /forms/{id}', { params: { id: 'a/b c' } });
    expect(sent.map(({ url }) => url)).toEqual([
      `${apiUrl}responses?form_id=form_1&limit=0`,
      `${apiUrl}forms/a%2Fb%20c`,
    ]);
  });

  it('gives what is answered, and nothing for an answer without content', async () => {
    answer = () => new Response('{"id":"form_1"}');
    expect(await call('GET /forms/{id}', { params: { id: 'form_1' } })).toEqual({ id: 'form_1' });
    answer = () => new Response(null, { status: 204 });
    expect(await call('DELETE /forms/{id}', { params: { id: 'form_1' } })).toBeUndefined();
    answer = () => new Response('id,name', { headers: { etag: '"1"' } });
    expect((await send('GET /forms')).headers.get('etag')).toBe('"1"');
  });

  it('throws what the service refused, as it says so, and that it was not reached', async () => {
    answer = () => refusal(404, 'not_found');
    await expect(call('GET /forms')).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'No' });
    answer = () => new Response('<html>', { status: 502 });
    await expect(call('GET /forms')).rejects.toMatchObject({ status: 502, code: 'unknown' });
    answer = () => Promise.reject(new TypeError('fetch failed'));
    await expect(call('GET /forms')).rejects.toMatchObject({ status: 0, code: 'offline' });
    expect(await call('GET /forms').catch(error => error)).toBeInstanceOf(ApiError);
  });

  it('tells a request that was given up from one that did not get through', async () => {
    const controller = new AbortController();
    const given = new DOMException('Given up', 'AbortError');
    answer = () => {
      controller.abort();
      return Promise.reject(given);
    };
    await expect(call('GET /forms', { signal: controller.signal })).rejects.toBe(given);
  });

  it('sends once more what was refused for a session that has ended, when somebody has signed in again', async () => {
    let signedIn = false;
    onSignedOut(async () => {
      signedIn = true;
      return true;
    });
    answer = () => (signedIn ? new Response('{"total":1}') : refusal(401, 'session_expired'));
    expect(await call('GET /forms')).toEqual({ total: 1 });
    expect(sent).toHaveLength(2);

    onSignedOut(async () => false);
    answer = () => refusal(401, 'session_expired');
    await expect(call('GET /forms')).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(3);
  });

  it.each(['POST /auth/login', 'GET /auth/me'] as const)('leaves it to %s to say who is not signed in', async route => {
    onSignedOut(() => Promise.reject(new Error('asked to sign in again')));
    answer = () => refusal(401, 'invalid_credentials');
    await expect(send(route as 'GET /auth/me')).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});
