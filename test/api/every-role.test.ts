import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Contract, Role } from '../../shared/contracts/contract.ts';
import type { ErrorCode, ErrorStatus } from '../../shared/contracts/error-codes.ts';
import { api } from '../../shared/contracts/index.ts';
import { callOfUnknown, once, statusOf } from '../support/cloud/calls/valid-calls.ts';
import { type Call, clientOf, type Operation, withHeaders } from '../support/cloud/client.ts';
import { fullAccess, takes } from '../support/cloud/full-access.ts';
import type { Reply } from '../support/cloud/http.ts';
import { itLocally, startedService } from '../support/cloud/service.ts';
import { inTurn } from '../support/in-turn.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sampled } from '../support/share.ts';

const service = startedService();
const { full, validCall } = fullAccess(service);
const roles: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

/** The path says which organization it is about; others are asked for by header. */
const namesOrganization = ({ path }: Contract) => path.startsWith('/organizations/{');

const ofSessions = (Object.entries(api) as [Operation, Contract][]).filter(([, { auth }]) => auth.includes('session'));
const contracts = sampled(ofSessions);
// Each group has a sample of its own: of a sample of all, no operation may be left on some days.
const actsInOrganization = sampled(ofSessions.filter(([, { scope }]) => scope !== 'user'));
const actsForItself = sampled(ofSessions.filter(([, { scope, params }]) => scope === 'user' && !params));
const inOwnPlace = sampled(
  ofSessions.filter(([, contract]) => contract.scope !== 'user' && !namesOrganization(contract)),
);

/** Otherwise it is about an organization that was made for the call, of which the users of these tests are no members. */
const isAboutOurs = ({ params = {} }: Call) => Object.values(params).includes(service.credentials().organization.id);

type Refusal = readonly [ErrorStatus, ErrorCode];
const notFound: Refusal = [404, 'not_found'];
const notPermitted: Refusal = [403, 'insufficient_permission'];

const bodyWithoutRequestId = ({ body: { requestId: _, ...rest } }: Reply) => rest;
const bearer = (token: string) =>
  clientOf(() => ({ baseUrl: service.credentials().baseUrl, headers: { authorization: `Bearer ${token}` } }));

let ended: string;
let foreign: string;

beforeAll(async () => {
  ended = await service.newSession(service.credentials().owner);
  await bearer(ended)('logout');
  foreign = await service.newSession((await service.newOrganization()).owner);
  // From now on the session knows where it acts by default.
  await bearer(foreign)('listForms');
});

describe.each(actsInOrganization)('%s in a session', (operation, contract) => {
  const { role = 'owner', roleOverOthers = role } = contract;

  it('asks for a role', () => {
    expect(roles).toContain(contract.role);
  });

  /** What was refused has changed nothing: the same call serves all, and is taken in the end. */
  const valid = once(() => validCall(operation, full));

  itLocally('is not permitted to any lower role', async () => {
    const call = await valid();
    for (const lower of roles.slice(0, roles.indexOf(roleOverOthers))) {
      const reply = await service.session(lower)(operation, call);
      const hidden = namesOrganization(contract) && !isAboutOurs(call);
      expectRefusal(reply, ...(hidden ? notFound : notPermitted));
      const lacksRole = !hidden && roles.indexOf(lower) < roles.indexOf(role);
      expect(reply.body.message.includes(`needs the role ${role} `)).toBe(lacksRole);
    }
  });

  itLocally('is permitted to nobody without a membership', async () => {
    const reply = await service.session('none')(operation, await valid());
    expectRefusal(reply, ...(namesOrganization(contract) ? notFound : notPermitted));
  });

  itLocally('takes no organization that its user is no member of', async () => {
    const { organization } = service.credentials();
    const call = await valid();
    const unknown = ['org_01KAJ5TR8M3Q4XV0Z6N1B7C9DE', 'org_#', '', 'nonsense'];
    for (const named of [organization.id, ...inTurn(operation, unknown)]) {
      const headers = { 'x-organization-id': named };
      // Where the path names an organization, the header does not count.
      expectRefusal(await bearer(foreign)(operation, withHeaders(call, headers)), 404, 'not_found');
    }
  });

  if (contract.params) {
    itLocally('hides the records of another organization', async () => {
      const hidden = await bearer(foreign)(operation, await valid());
      const missing = await bearer(foreign)(operation, callOfUnknown(operation));
      expectRefusal(hidden, 404, 'not_found');
      expect(bodyWithoutRequestId(hidden)).toEqual(bodyWithoutRequestId(missing));
    });
  }

  itLocally(`is permitted to the role ${roleOverOthers}, after all of these`, async () => {
    const { status } = await service.session(roleOverOthers)(operation, await valid());
    expect(status).toBe(statusOf(operation));
  });
});

describe.each(inOwnPlace)('%s in a session', operation => {
  it('takes no environment that is none, or two that contradict each other', async () => {
    const call = callOfUnknown(operation);
    const asked = [
      { headers: { 'x-environment': 'prod' }, field: 'x-environment' },
      { query: { environment: 'prod' }, field: 'environment' },
      { headers: { 'x-environment': 'staging' }, query: { environment: 'production' }, field: 'environment' },
    ];
    for (const { headers = {}, query = {}, field } of inTurn<(typeof asked)[number]>(operation, asked)) {
      const reply = await service.session('owner')(
        operation,
        withHeaders({ ...call, query: { ...call.query, ...query } }, headers),
      );
      expect(expectRefusal(reply, 400, 'invalid_parameter').map(fault => fault.field)).toEqual([field]);
    }
  });
});

describe.each(actsForItself)('%s in a session', (operation, contract) => {
  itLocally('is permitted to a user without a membership', async () => {
    const token = await service.newSession(await service.newUser());
    const { status, body } = await bearer(token)(operation, await validCall(operation, full));
    expect({ status, body }).toMatchObject({ status: contract.status });
  });
});

describe.each(contracts)('%s', operation => {
  it('takes no session token that never was one', async () => {
    const [token = ''] = inTurn(operation, [
      'ses_',
      'ses_x',
      `ses_${'A'.repeat(43)}`,
      `ses_${'A'.repeat(5000)}`,
      `${ended}x`,
      'ses_#',
      `${ended}=`,
    ]);
    const reply = await bearer(token)(operation, callOfUnknown(operation));
    expectRefusal(reply, 401, 'invalid_api_key');
    expect(reply.body.message).toContain('POST /auth/login');
  });

  it('says of a session that it has ended', async () => {
    const reply = await bearer(ended)(operation, callOfUnknown(operation));
    expectRefusal(reply, 401, 'session_expired');
    expect(reply.body.message).toContain('Log in again');
  });
});

/** Those whose valid call does what they are for: others answer what there is already, or invite, or lead to a provider. */
const audited = sampled(
  (Object.entries(api) as [Operation, Contract][]).filter(
    ([operation, contract]) =>
      contract.audited && !contract.grants.includes('providers:ask') && statusOf(operation) === contract.status,
  ),
);

/** Who does it, by these calls. */
function actorKindOf(operation: Operation, contract: Contract): string {
  if (operation === 'resetPassword') return 'anonymous';
  return contract.auth.length > 0 && takes('secretKey', contract) ? 'secretKey' : 'session';
}

describe.each(audited)('%s', (operation, contract) => {
  it(`leaves the event ${contract.audited} in the audit trail, once`, async () => {
    const call = await validCall(operation, full);
    const trail = async () =>
      (await full('listAuditEvents', { query: { action: contract.audited ?? '', limit: 1 } })).body;
    const before = await trail();
    const { body } = await full(operation, call);
    const after = await trail();
    expect(after.total).toBe(before.total + 1);
    const [event] = after.items;
    expect(event).toMatchObject({
      action: contract.audited,
      actor: { kind: actorKindOf(operation, contract) },
      sourceIp: expect.stringMatching(/[.:]/),
    });
    const { formId, ids = [] } = (call.body ?? {}) as { formId?: string; ids?: string[] };
    const ofAnswer = [body?.id, body?.userId, body?.user?.id, body?.environmentId];
    const named = [...Object.values(call.params ?? {}), formId, ...ids, ...ofAnswer];
    const ofOwnAccount = contract.scope === 'user' && contract.path.startsWith('/auth/') ? [event.actor.id] : named;
    expect(operation === 'resetPassword' ? [event.subjectId] : ofOwnAccount).toContain(event.subjectId);
  });
});
