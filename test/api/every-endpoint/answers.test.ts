import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';
import { answerOf, callOfUnknown, statusOf } from '../../support/cloud/calls/valid-calls.ts';
import { requestOf, withHeaders } from '../../support/cloud/client.ts';
import { fullAccess, takes } from '../../support/cloud/full-access.ts';
import type { Json } from '../../support/cloud/http.ts';
import { keyHeader, startedService } from '../../support/cloud/service.ts';
import { expectRefusal, securityHeaders } from '../../support/refusals.ts';
import { contracts, fromItsPage, needsCredential, those } from './contracts.ts';

const service = startedService();
const { full, validCall } = fullAccess(service);

/** A page says for itself what it may load, and whom it names itself to. */
const headersOf = ({ transport: { page, streamed } = {}, path }: Contract) => ({
  ...securityHeaders,
  // An image that is opened by itself runs nothing.
  ...(streamed === 'small' && {
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  }),
  ...(page && {
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*base-uri 'none'; frame-ancestors /),
    // The paths of the dashboard hold the secrets of links.
    'referrer-policy': path.startsWith('/app') ? 'no-referrer' : 'same-origin',
  }),
});

/** The contracts of its path. */
const sharing = ({ path }: Contract) => (Object.values(api) as Contract[]).filter(each => each.path === path);

type Caller = 'secretKey' | 'publishableKey' | 'session' | 'stranger';

/** A page of any origin may read what it has the credential for; only a publishable key is bound to some. A key may name its own environment. */
const headersOfPage = (kind: Caller, contract: Contract): Record<string, string> => ({
  ...(kind === 'publishableKey' ? fromItsPage : { origin: 'https://elsewhere.example' }),
  ...(kind === 'secretKey' && needsCredential(contract) && { 'x-environment': 'production' }),
});

describe.each(contracts)('%s', (operation, contract) => {
  const takesAnswer = new Ajv({ strict: false, allErrors: true, formats: fullFormats }).compile(
    answerOf(operation) ?? {},
  );
  const faultsOf = (answer: Json) => (takesAnswer(answer) ? [] : takesAnswer.errors);
  /** None where an answer has no content. */
  const types: readonly unknown[] | undefined = contract.response
    ? ['application/json; charset=utf-8']
    : contract.produces;
  const credentials = (['secretKey', 'publishableKey', 'session'] as const).filter(kind => takes(kind, contract));
  const kinds = contract.credentialOptional ? (['stranger'] as const) : credentials;

  it.each(kinds)('answers as its contract says, to a page with the credential of a %s', async kind => {
    const call = await validCall(operation, full);
    const client =
      kind === 'session' ? service.session('owner') : service.client(kind === 'stranger' ? undefined : kind);
    const reply = await client(operation, withHeaders(call, headersOfPage(kind, contract)));
    expect({ status: reply.status, body: reply.body }).toMatchObject({ status: statusOf(operation) });
    expect(faultsOf(reply.body)).toEqual([]);
    const type = reply.headers['content-type'];
    // What no call can make is refused, with a body.
    const hasContent = types !== undefined || reply.status >= 400;
    const expected = types ?? ['application/json'];
    const found = contract.response ? type : type?.replace(/;.*/, '');
    expect(hasContent ? expected.includes(found) : reply.text === '').toBe(true);
    expect(reply.headers).toMatchObject(headersOf(contract));
    expect(reply.headers['cache-control']).toBe(contract.cacheControl ?? 'no-store');
    expect(reply.headers.etag).toEqual(contract.etag ? expect.stringMatching(/^"[\w-]+"$/) : undefined);
    const { origin } = headersOfPage(kind, contract);
    expect(['*', origin]).toContain(reply.headers['access-control-allow-origin']);
    expect(reply.headers['access-control-expose-headers']).toContain('etag');
  });

  it('tells a browser before it asks what it may send', async () => {
    const { path } = requestOf(contract, callOfUnknown(operation));
    const asks = { origin: 'https://any.example', 'access-control-request-method': contract.method };
    const reply = await service.send({ method: 'OPTIONS', path, headers: asks });
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers['access-control-allow-methods']?.split(', ')).toContain(contract.method);
    const allowed = reply.headers['access-control-allow-headers']?.toLowerCase().split(', ');
    // What only pages of this origin may send.
    const ofThisOrigin = 'x-formline-request';
    expect(allowed).not.toContain(ofThisOrigin);
    const own = Object.keys(contract.headers?.properties ?? {}).filter(name => name !== ofThisOrigin);
    const everywhere = ['authorization', 'content-type', 'x-publishable-key', 'if-match', 'if-none-match'];
    expect(allowed).toEqual(expect.arrayContaining([...everywhere, ...own]));
  });
});

describe.each(those(contract => contract === sharing(contract)[0]))('%s', (operation, contract) => {
  it('shares its path with no method that no contract has', async () => {
    const { path } = requestOf(contract, callOfUnknown(operation));
    const known = sharing(contract).flatMap(({ method, transport }) => [
      method,
      ...(transport?.head ? (['HEAD'] as const) : []),
    ]);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(each => !known.some(one => one === each))) {
      const reply = await service.send({ method, path, headers: keyHeader('secretKey', service.key('secretKey')) });
      expectRefusal(reply, 405, 'method_not_allowed');
      expect(reply.headers.allow?.split(', ').sort()).toEqual([...new Set(known), 'OPTIONS'].sort());
    }
  });
});

describe.each(those(({ transport }) => transport?.head))('%s', operation => {
  it('answers HEAD as it answers GET, without the body', async () => {
    const call = await validCall(operation, full);
    const { path } = requestOf(api[operation], call);
    const [get, head] = [await full(operation, call), await service.send({ method: 'HEAD', path })];
    expect({ status: head.status, text: head.text }).toEqual({ status: get.status, text: '' });
    for (const name of ['content-type', 'cache-control', 'etag', 'content-security-policy']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });
});

describe('an unknown route', () => {
  it.each(['/nothing', '/form', '/forms/a/b/c', '/v1', '/v1/forms', '/v2/forms', '/FORMS', '//forms'])(
    'is answered in the error shape: %s',
    async path => {
      const headers = keyHeader('secretKey', service.key('secretKey'));
      for (const method of ['GET', 'POST', 'DELETE']) {
        expectRefusal(await service.send({ method, path, headers }), 404, 'not_found');
      }
      expectRefusal(await service.send({ method: 'GET', path }), 404, 'not_found');
    },
  );
});
