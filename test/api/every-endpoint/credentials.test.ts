import { describe, expect, it } from '@jest/globals';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';
import { callOfUnknown, statusOf } from '../../support/cloud/calls/valid-calls.ts';
import { type Call, type Operation, withHeaders } from '../../support/cloud/client.ts';
import { fullAccess, takes } from '../../support/cloud/full-access.ts';
import type { Reply } from '../../support/cloud/http.ts';
import { type KeyKind, startedService } from '../../support/cloud/service.ts';
import { inTurn } from '../../support/in-turn.ts';
import { contactForm, newForm } from '../../support/records/forms.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { bodyWithoutRequestId, fromItsPage, needsCredential, those } from './contracts.ts';

const service = startedService();
const secret = service.client('secretKey');
const anonymous = service.client();
const { full, validCall } = fullAccess(service);

/** Calls with a header that stands for the credential, or with none. */
const callWith = (operation: Operation, headers: Record<string, string>, call: Call) =>
  anonymous(operation, withHeaders(call, headers));

/** One after the other: what comes at once starts more execution environments, which cost more than all of these calls. */
async function repliesTo(operation: Operation, credentials: readonly Record<string, string>[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const headers of credentials) replies.push(await callWith(operation, headers, callOfUnknown(operation)));
  return replies;
}

/** Told of two forms: one that could be a key, and all others. */
const isBearerOrNone = ({ authorization = 'Bearer x' }: Record<string, string>) => /^Bearer +\S+$/.test(authorization);

describe.each(those(needsCredential))('%s', (operation, contract) => {
  it('asks for a credential, before it looks at anything else', async () => {
    const reply = await anonymous(operation, { ...callOfUnknown(operation), ...(contract.body && { body: '{' }) });
    expectRefusal(reply, 401, 'invalid_api_key');
    expect(reply.body.message).toMatch(/^Invalid or missing API key or session token: none was sent/);
    // API Gateway passes this header on under a name of its own.
    const { 'www-authenticate': challenge, 'x-amzn-remapped-www-authenticate': remapped } = reply.headers;
    expect(challenge ?? remapped).toBe('Bearer');
  });

  it('refuses every credential that is not a key of the service, in one way for each form that it is sent in', async () => {
    const known = service.key('secretKey');
    const wrongChecksum = known.slice(0, -1) + (known.endsWith('0') ? '1' : '0');
    const all: Record<string, string>[] = [
      { authorization: 'Bearer nonsense' },
      { authorization: 'Bearer' },
      { authorization: '' },
      { authorization: known },
      { authorization: `Basic ${Buffer.from(`${known}:`).toString('base64')}` },
      { authorization: `Bearer ${wrongChecksum}` },
      { authorization: `Bearer ${known}0` },
      { authorization: `Bearer ${known} ${known}` },
      { authorization: `Bearer ${newApiKey('secret', 'production')}` },
      { 'x-publishable-key': newApiKey('publishable', 'production') },
      { 'x-publishable-key': '' },
      { authorization: `Bearer ${'k'.repeat(5000)}` },
    ];
    const [ofOneForm, others] = [true, false].map(form => all.filter(each => isBearerOrNone(each) === form));
    const credentials = [...inTurn(operation, ofOneForm ?? [], 2), ...inTurn(operation, others ?? [], 2)];
    const replies = await repliesTo(operation, credentials);
    for (const reply of replies) {
      expectRefusal(reply, 401, 'invalid_api_key');
      expect(reply.body.message).toMatch(/^Invalid or missing API key or session token: /);
    }
    const bodies = replies.map((reply, index) => ({
      isOfForm: isBearerOrNone(credentials[index] ?? {}),
      body: JSON.stringify(bodyWithoutRequestId(reply)),
    }));
    for (const form of [true, false]) {
      const same = bodies.filter(({ isOfForm }) => isOfForm === form);
      expect(new Set(same.map(({ body }) => body)).size).toBe(1);
    }
  });

  it.each([
    ['a publishable key', (key: string) => ({ authorization: `Bearer ${key}` }), 'publishable'],
    ['a secret key', (key: string) => ({ 'x-publishable-key': key }), 'secret'],
  ] as const)('tells %s where it belongs, by its form alone', async (_, sentAs, type) => {
    const keys = [service.key(`${type}Key`), newApiKey(type, 'production')];
    const replies = await repliesTo(
      operation,
      keys.map(key => sentAs(key)),
    );
    for (const reply of replies) expectRefusal(reply, 401, 'invalid_api_key');
    expect(new Set(replies.map(reply => JSON.stringify(bodyWithoutRequestId(reply)))).size).toBe(1);
  });
});

describe.each(those(contract => needsCredential(contract) && takes('secretKey', contract)))('%s', operation => {
  it('takes no key for another environment than its own', async () => {
    const header = await secret(operation, withHeaders(callOfUnknown(operation), { 'x-environment': 'staging' }));
    expectRefusal(header, 403, 'environment_mismatch');
    const unknown = callOfUnknown(operation);
    const query = await secret(operation, { ...unknown, query: { ...unknown.query, environment: 'development' } });
    expectRefusal(query, 403, 'environment_mismatch');
  });
});

/** Who acts for itself does so in no organization. */
const actsInOrganization = ({ scope }: Contract) => scope !== 'user';

describe.each(those(each => needsCredential(each) && takes('secretKey', each) && actsInOrganization(each)))(
  '%s',
  operation => {
    it('takes no key for another organization than its own', async () => {
      const headers = { 'x-organization-id': 'org_01KAJ5TR8M3Q4XV0Z6N1B7C9DE' };
      const reply = await secret(operation, withHeaders(callOfUnknown(operation), headers));
      expectRefusal(reply, 404, 'not_found');
    });
  },
);

describe.each(those(({ auth }) => auth.length > 0 && !auth.includes('publishableKey')))('%s', operation => {
  it('is not permitted to a publishable key', async () => {
    const reply = await service.client('publishableKey')(operation, callOfUnknown(operation));
    expectRefusal(reply, 403, 'insufficient_permission');
  });
});

describe.each(those(contract => !takes('secretKey', contract)))('%s', operation => {
  it('is not permitted to a secret key', async () => {
    expectRefusal(await secret(operation, callOfUnknown(operation)), 403, 'insufficient_permission');
  });
});

describe.each(those(contract => !takes('session', contract)))('%s', operation => {
  it('is not permitted to a session', async () => {
    expectRefusal(await service.session('owner')(operation, callOfUnknown(operation)), 403, 'insufficient_permission');
  });
});

describe.each(those(({ auth }) => auth.length === 0))('%s', operation => {
  it('needs no credential, and minds none', async () => {
    const credentials: Record<string, string>[] = [
      {},
      { authorization: 'Bearer nonsense' },
      { 'x-publishable-key': 'x' },
    ];
    for (const headers of inTurn(operation, credentials)) {
      const call = await validCall(operation, full);
      expect((await callWith(operation, headers, call)).status).toBe(statusOf(operation));
    }
  });
});

describe.each(those(({ transport }) => transport?.beacon))('%s', operation => {
  it('takes what navigator.sendBeacon sends: the key in the address, JSON as text/plain', async () => {
    const call = await validCall(operation, secret);
    const headers = { ...fromItsPage, 'content-type': 'text/plain;charset=UTF-8' };
    const query = { key: service.key('publishableKey') };
    const { status } = await anonymous(operation, { ...call, query, headers });
    expect(status).toBe(statusOf(operation));
  });

  it('takes no secret key, and no key that is none, in the address', async () => {
    const call = callOfUnknown(operation);
    for (const key of [service.key('secretKey'), newApiKey('publishable', 'production'), 'nonsense', '']) {
      expectRefusal(await anonymous(operation, { ...call, query: { key } }), 401, 'invalid_api_key');
    }
  });
});

describe.each(those(({ transport, auth }) => !transport?.beacon && auth.includes('publishableKey')))(
  '%s',
  operation => {
    it('takes no key in the address', async () => {
      const call = { ...callOfUnknown(operation), query: { key: service.key('publishableKey') } };
      expectRefusal(await anonymous(operation, call), 401, 'invalid_api_key');
    });
  },
);

describe('the two keys of an environment', () => {
  const kinds: KeyKind[] = ['publishableKey', 'secretKey'];

  it.each(['production', 'staging', 'development'] as const)('submit to the forms of %s', async environment => {
    const form = await newForm(service.client('secretKey', environment), contactForm);
    expect(form.environment).toBe(environment);
    for (const kind of kinds) {
      const prefix = `${kind === 'secretKey' ? 'sk' : 'pk'}_${environment === 'production' ? 'live' : 'test'}_`;
      expect(service.key(kind, environment)).toMatch(new RegExp(`^${prefix}\\w{38}$`));
      const submission = { params: { formId: form.id }, body: { name: 'Ada' } };
      expect((await service.client(kind, environment)('createSubmission', submission)).status).toBe(201);
    }
  });
});
