import { describe, expect, it } from '@jest/globals';
import { type Handler, proxyEvent } from '../../../../bench/invoke.ts';
import type { Contract } from '../../../../shared/contracts/contract.ts';
import { notFound, payloadTooLarge, rateLimited } from '../../../../shared/errors.ts';
import { pageEndpoint, pageReply, wantsJson } from '../../../../shared/http/pages/page-endpoint.ts';

const shows = {
  ...{
    method: 'GET',
    path: '/things/{id}',
    summary: 'Show a thing',
    transport: { page: true },
    auth: [],
    grants: [],
    status: 200,
  },
} as const satisfies Contract;

type LambdaReply = { statusCode: number; headers: Record<string, string>; body: string };
type RefusedPage = Parameters<typeof pageEndpoint>[2];

async function call(
  handle: () => Promise<never>,
  request: { headers?: Record<string, string>; query?: Record<string, string> },
  refused?: RefusedPage,
) {
  const event = { ...proxyEvent({ headers: {}, ...request }), requestContext: { extendedRequestId: 'req-1' } };
  return (await (pageEndpoint(shows, handle, refused) as unknown as Handler)(event, {})) as LambdaReply;
}

const missing = () => Promise.reject(notFound('Thing'));
const tooLarge = () => Promise.reject(payloadTooLarge(10));

describe('a page', () => {
  it('loads nothing but its style and icon, and tells its address to nobody', () => {
    expect(pageReply('<p>')).toMatchObject({ body: '<p>', status: undefined });
    expect(pageReply('<p>', { status: 404, headers: { 'x-robots-tag': 'noindex' } })).toMatchObject({
      status: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex',
      },
    });
  });

  it('says why there is none, with the way back to the root', async () => {
    const { statusCode, headers, body } = await call(missing, {});
    expect(statusCode).toBe(404);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'same-origin' });
    expect(body).toContain('<h1>Not Found</h1>');
    expect(body).toContain('<p>Thing not found.');
    expect(body).toContain('Request req-1');
    expect(body).toContain('"../assets/');
  });

  it('says it as its own kind does', async () => {
    const { body } = await call(missing, {}, { title: 'No such thing', next: { path: 'app', label: 'Go on' } });
    expect(body).toContain('<h1>No such thing</h1>');
    expect(body).toContain('<a href="../app">Go on</a>');
  });

  it('speaks of files to whoever has sent too much, in the language of the page', async () => {
    expect((await call(tooLarge, {})).body).toContain('All files together can be up to 4 MB');
    expect((await call(tooLarge, { query: { lang: 'de' } })).body).toContain('Dateien dürfen zusammen 4 MB');
  });

  it('keeps the headers of the refusal', async () => {
    const { statusCode, headers } = await call(() => Promise.reject(rateLimited('Wait.', 7)), {});
    expect([statusCode, headers]).toMatchObject([429, { 'retry-after': '7', 'referrer-policy': 'same-origin' }]);
  });

  it('is JSON for programs', async () => {
    const { statusCode, body } = await call(missing, { headers: { Accept: 'application/json' } });
    expect([statusCode, JSON.parse(body)]).toMatchObject([404, { code: 'not_found', requestId: 'req-1' }]);
  });

  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', true],
    ['application/problem+JSON, */*', true],
    ['text/html, application/json', false],
    ['application/json, TEXT/HTML', false],
    ['application/jsonx', false],
    ['text/htmlx, application/json', true],
  ])('is not what a program asks for by %s: %s', (accept, isProgram) => {
    expect(wantsJson(accept)).toBe(isProgram);
  });
});
