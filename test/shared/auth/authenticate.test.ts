import { beforeAll, describe, expect, it } from '@jest/globals';
import { authenticate } from '../../../shared/auth/authenticate.ts';
import type { ScopeRequest } from '../../../shared/auth/requested-scope.ts';
import { login } from '../../../shared/contracts/accounts/auth.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { listForms } from '../../../shared/contracts/forms/forms.ts';
import { createEvents } from '../../../shared/contracts/responses/events.ts';
import { createSubmission } from '../../../shared/contracts/responses/submissions.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../shared/ids.ts';
import { createApiKey } from '../../../shared/store/accounts/api-keys.ts';
import { environmentsOf } from '../../../shared/store/accounts/environments.ts';
import { startSession } from '../../../shared/store/accounts/sessions.ts';
import { newCaller, newOwner } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const sent = (headers: Record<string, string>) => ({
  ...{ headers, query: {}, params: {}, body: () => '', sourceIp: undefined },
});

// Their names are the same in every run: keys are not.
it.each([
  [
    'a publishable key as a Bearer token',
    { authorization: `Bearer ${newApiKey('publishable', 'production')}` },
    /a publishable key, sent as a Bearer token\. Send .*x-publishable-key/,
  ],
  [
    'a secret key in the place of a publishable one',
    { 'x-publishable-key': newApiKey('secret', 'production') },
    /a secret key, .* never be in a web page\. Send .*Bearer/,
  ],
  [
    'a secret key alone',
    { authorization: newApiKey('secret', 'production') },
    /is not "Bearer" and one token\. Send .*Bearer sk_/,
  ],
  ['no secret key', { authorization: 'Bearer sk_live_x' }, /malformed, unknown or revoked/],
  ['no publishable key', { 'x-publishable-key': 'pk_live_x' }, /malformed, unknown or revoked/],
])('%s is refused with where its type belongs', async (_, headers, message) => {
  await expect(authenticate(createSubmission, sent(headers))).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
    message: expect.stringMatching(message),
  });
});

const ask = (contract: Contract, headers: Record<string, string>, more: Partial<ScopeRequest> = {}) =>
  authenticate(contract, { ...sent(headers), ...more });

const refusedWith = (code: string, message: string | RegExp) => ({
  status: code === 'invalid_api_key' ? 401 : code === 'not_found' ? 404 : 403,
  code,
  message: expect.stringMatching(message),
});

let caller: Awaited<ReturnType<typeof newCaller>>;
let bearer: { authorization: string };

beforeAll(async () => {
  caller = await newCaller();
  bearer = { authorization: `Bearer ${caller.secretKey}` };
});

/** A secret key with this role, in an environment of the organization. */
async function keyOf(role: 'viewer' | 'admin', environment: Caller['environment'] = 'production') {
  const environments = await environmentsOf(caller.organizationId);
  const environmentId = environments.find(({ name }) => name === environment)?.id ?? '';
  const by = { ...caller, environment, environmentId };
  const made = await createApiKey({ type: 'secret', role, name: role }, { caller: by, action: 'api_key.created' });
  if (!made || made === 'full') throw new Error('The key is not stored');
  return { authorization: `Bearer ${made.key}` };
}

describe('a key', () => {
  it('is a caller in its environment, with the role and the name that it has', async () => {
    const { id, organizationId, environmentId, environment } = caller;
    const place = { organizationId, environmentId, environment };
    const from = { sourceIp: '192.0.2.77' };
    const headers = { 'user-agent': 'curl/8.5.0' };
    const known = { ...place, ...from, userAgent: 'curl/8.5.0' };
    expect(await ask(createSubmission, { ...headers, ...bearer }, from)).toEqual({
      ...{ kind: 'secretKey', id, name: 'first secret key', role: 'owner', ...known },
    });
    const publishable = { ...headers, 'x-publishable-key': caller.publishableKey };
    expect(await ask(createSubmission, publishable, from)).toEqual({
      ...{ kind: 'publishableKey', id: expect.stringMatching(/^key_/), name: 'first publishable key', ...known },
    });
  });

  it('is read from the query only where a page sends as it is left', async () => {
    const query = { key: caller.publishableKey };
    expect(await ask(createEvents, {}, { query })).toMatchObject({ kind: 'publishableKey' });
    await expect(ask(createSubmission, {}, { query })).rejects.toMatchObject(
      refusedWith(
        'invalid_api_key',
        /none was sent\. Send a publishable key in .*, or a secret key as "Authorization: /,
      ),
    );
  });

  it('is not needed where an operation takes none', async () => {
    expect(await ask(login, bearer)).toBeUndefined();
  });

  it.each([
    ['publishable', /A publishable key can only submit, .* Send a secret key as /],
    ['secret', /No key can do this\. Send a session token, which /],
  ] as const)('that is %s is refused where its type may not act', async (type, message) => {
    const contract: Contract = { ...listForms, auth: [type === 'secret' ? 'session' : 'secretKey'] };
    const headers: Record<string, string> = type === 'secret' ? bearer : { 'x-publishable-key': caller.publishableKey };
    await expect(ask(contract, headers)).rejects.toMatchObject(refusedWith('insufficient_permission', message));
  });

  it('names no other environment than its own', async () => {
    expect(await ask(listForms, { ...bearer, 'x-environment': 'production' })).toMatchObject({ kind: 'secretKey' });
    await expect(ask(listForms, { ...bearer, 'x-environment': 'staging' })).rejects.toMatchObject(
      refusedWith('environment_mismatch', /is for production, but the request names staging\. Use a key of staging, /),
    );
  });

  it('names no other organization than its own, except for an operation on an account', async () => {
    const { organizationId } = caller;
    expect(await ask(listForms, { ...bearer, 'x-organization-id': organizationId })).toMatchObject({ organizationId });
    const other = { ...bearer, 'x-organization-id': newId('organization') };
    await expect(ask(listForms, other)).rejects.toMatchObject(refusedWith('not_found', /^Organization not found/));
    expect(await ask({ ...listForms, scope: 'user' }, other)).toMatchObject({ organizationId });
  });

  it('acts with its role, which may be asked to be another over others', async () => {
    const viewer = await keyOf('viewer');
    const forEditors: Contract = { ...listForms, role: 'editor' };
    expect(await ask(listForms, viewer)).toMatchObject({ role: 'viewer' });
    const tooLow = refusedWith(
      'insufficient_permission',
      /needs the role editor or higher; that of this key is viewer/,
    );
    await expect(ask(forEditors, viewer)).rejects.toMatchObject(tooLow);
    await expect(ask({ ...listForms, roleOverOthers: 'editor' }, viewer)).rejects.toMatchObject(tooLow);
    expect(await ask({ ...forEditors, role: undefined }, viewer)).toMatchObject({ role: 'viewer' });
    const publishable = { 'x-publishable-key': caller.publishableKey };
    expect(await ask(createSubmission, publishable)).toMatchObject({ kind: 'publishableKey' });
  });

  it('is one of production where an operation says so', async () => {
    const live: Contract = { ...listForms, liveKeysOnly: true };
    expect(await ask(live, await keyOf('admin'))).toMatchObject({ environment: 'production' });
    const staging = await keyOf('admin', 'staging');
    expect(await ask(listForms, staging)).toMatchObject({ environment: 'staging' });
    await expect(ask(live, staging)).rejects.toMatchObject(
      refusedWith('insufficient_permission', /^No key of staging may do this\. Send a secret key of production, /),
    );
  });
});

describe('a session in a cookie', () => {
  const ownPage = { 'x-formline-request': '1' };

  async function begun() {
    const user = await newOwner();
    const { token = '' } = (await startSession(user, {})) ?? {};
    return { user, token, cookie: `__Host-formline=${token}` };
  }

  it('counts for a page of the service, without another credential', async () => {
    const { user, token, cookie } = await begun();
    expect(await ask(listForms, { ...ownPage, cookie })).toMatchObject({ kind: 'session', id: user.id });
    expect(await ask(listForms, { ...ownPage, cookie, ...bearer })).toMatchObject({ kind: 'secretKey' });
    expect(await ask(listForms, { authorization: `bearer  ${token} ` })).toMatchObject({ id: user.id });
  });

  it('is refused from any other page, unless no credential is needed', async () => {
    const { cookie } = await begun();
    await expect(ask(listForms, { cookie })).rejects.toMatchObject(
      refusedWith('invalid_api_key', /counts only with the header x-formline-request: 1\. Send that as well, or a /),
    );
    const optional: Contract = { ...listForms, credentialOptional: true };
    expect(await ask(optional, { cookie })).toBeUndefined();
    expect(await ask(optional, {})).toBeUndefined();
    expect(await ask(optional, { ...ownPage, cookie })).toMatchObject({ kind: 'session' });
  });
});
