import { beforeAll, describe, expect, it } from '@jest/globals';
import { authenticate } from '../../../shared/auth/authenticate.ts';
import { currentSession } from '../../../shared/auth/current-session.ts';
import { getMe } from '../../../shared/contracts/accounts/auth.ts';
import type { Contract, Role } from '../../../shared/contracts/contract.ts';
import { listForms } from '../../../shared/contracts/forms/forms.ts';
import type { UserCaller } from '../../../shared/domain/accounts/caller.ts';
import type { EntryPolicy } from '../../../shared/domain/accounts/entry-policy.ts';
import { newSessionToken } from '../../../shared/domain/accounts/session-token.ts';
import { newId } from '../../../shared/ids.ts';
import { environmentsOf } from '../../../shared/store/accounts/environments.ts';
import { addMember } from '../../../shared/store/accounts/members.ts';
import { membershipsOf } from '../../../shared/store/accounts/memberships.ts';
import { endSession, type Origin, startSession } from '../../../shared/store/accounts/sessions.ts';
import type { StoredUser } from '../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { deleteOnce, updateItem } from '../../../shared/store/table.ts';
import { newCaller, newOwner } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

let user: StoredUser;

beforeAll(async () => {
  user = await newOwner();
});

type Sent = {
  environment?: string;
  organization?: string;
  query?: Record<string, string>;
  params?: Record<string, string>;
  body?: object | string;
};

async function begun(as: StoredUser = user, from: Origin = {}) {
  const session = await startSession(as, from);
  if (!session) throw new Error('The session is not stored');
  return session;
}

function asUser(token: string, contract: Contract, { environment, organization, ...sent }: Sent = {}) {
  const { query = {}, params = {}, body = {} } = sent;
  const named = { 'x-environment': environment, 'x-organization-id': organization };
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'curl/8.5.0', ...named };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return authenticate(contract, { headers, query, params, body: () => text, sourceIp: '192.0.2.77' });
}

describe('a request of a session', () => {
  it('acts in the environment that it names in a header or its query, else in production', async () => {
    const { token } = await begun();
    expect(await asUser(token, listForms)).toMatchObject({ environment: 'production' });
    expect(await asUser(token, listForms, { environment: 'staging' })).toMatchObject({ environment: 'staging' });
    const query = { environment: 'development' };
    expect(await asUser(token, listForms, { query })).toMatchObject({ environment: 'development' });
  });

  it('names one environment, however often, or is refused', async () => {
    const { token } = await begun();
    const twice = { environment: 'staging', query: { environment: 'staging' } };
    expect(await asUser(token, listForms, twice)).toMatchObject({ environment: 'staging' });
    await expect(asUser(token, listForms, { ...twice, environment: 'production' })).rejects.toMatchObject({
      status: 400,
      details: [
        {
          field: 'environment',
          rule: 'contradiction',
          message: expect.stringMatching(/^names production and staging: name one environment, /),
        },
      ],
    });
  });
});

describe('a session', () => {
  it('is its user, with the role in the organization, and as it began', async () => {
    const provider = { id: 'acme', domain: 'acme.example' };
    const { token } = await begun(user, { provider });
    const [first] = await membershipsOf(user.id);
    const { organizationId = '' } = first ?? {};
    const environments = await environmentsOf(organizationId);
    expect(await asUser(token, listForms)).toEqual({
      ...{ kind: 'session', id: user.id, name: user.email, sourceIp: '192.0.2.77', userAgent: 'curl/8.5.0' },
      ...{ role: 'owner', organizationId, environment: 'production', provider },
      environmentId: environments.find(({ name }) => name === 'production')?.id,
    });
  });

  it('is known for operations on the account of its user, in no organization', async () => {
    const provider = { id: 'acme', domain: 'acme.example' };
    for (const from of [{}, { provider }]) {
      const { token, session } = await begun(user, from);
      const { id, sha256, epoch } = session;
      expect(await asUser(token, getMe, { organization: 'org_#1' })).toEqual({
        ...{ kind: 'session', id: user.id, name: user.email, sourceIp: '192.0.2.77', userAgent: 'curl/8.5.0' },
        session: { id, sha256, epoch, expiresAt: expect.any(String), ...from },
      });
    }
  });

  it('is refused when nobody knows it, or when the operation takes none', async () => {
    for (const token of ['ses_x', newSessionToken()]) {
      await expect(asUser(token, listForms)).rejects.toMatchObject({
        ...{ status: 401, code: 'invalid_api_key' },
        message: expect.stringMatching(
          /this session token is malformed or unknown\. Get one with POST \/auth\/login\./,
        ),
      });
    }
    const { token } = await begun();
    await expect(asUser(token, { ...listForms, auth: ['secretKey'] })).rejects.toMatchObject({
      ...{ status: 403, code: 'insufficient_permission' },
      message: expect.stringMatching(/^A session does not permit this\. Send a secret key as /),
    });
  });

  it('acts in the organization that its request names, in the path before the header, if its user is a member', async () => {
    const { token } = await begun();
    const { organizationId } = await newCaller();
    const member = { organizationId, userId: user.id, role: 'viewer' as const, createdAt: '2999-01-01T00:00:00.000Z' };
    const unknown = newId('organization');
    const missing = { status: 404, message: expect.stringMatching(/^Organization not found/) };
    await expect(asUser(token, listForms, { organization: organizationId })).rejects.toMatchObject(missing);
    const by = { kind: 'session', id: user.id, organizationId, environment: 'production' } as const;
    expect(await addMember(member, { caller: by, action: 'member.added' })).toBe(true);
    const there = { organizationId, role: 'viewer' };
    expect(await asUser(token, listForms, { organization: organizationId })).toMatchObject(there);
    const inPath: Contract = { ...listForms, path: '/organizations/{orgId}/forms' };
    const params = { orgId: organizationId };
    expect(await asUser(token, inPath, { params, organization: unknown })).toMatchObject(there);
    expect(await asUser(token, inPath, { organization: organizationId })).toMatchObject(there);
    for (const organization of [unknown, 'org_#1'])
      await expect(asUser(token, listForms, { organization })).rejects.toMatchObject(missing);
    expect(await asUser(token, listForms)).toMatchObject({ role: 'owner' });
    await expect(
      asUser(token, { ...listForms, role: 'editor' }, { organization: organizationId }),
    ).rejects.toMatchObject({
      ...{ status: 403, code: 'insufficient_permission' },
      message: 'This needs the role editor or higher; yours in this organization is viewer.',
    });
  });

  it('is refused where its user is a member of no organization', async () => {
    const alone = await newOwner();
    const { token } = await begun(alone);
    const [first] = await membershipsOf(alone.id);
    await deleteOnce(keyOf('member', { org: first?.organizationId ?? '', user: alone.id }));
    await expect(asUser(token, listForms)).rejects.toMatchObject({
      ...{ status: 403, code: 'insufficient_permission' },
      message: 'You are not a member of an organization. Create one, or ask an admin to add you.',
    });
  });
});

describe('an organization with rules for sessions', () => {
  async function withRules(rules: EntryPolicy, role: Role) {
    const owner = await newOwner();
    const [first] = await membershipsOf(owner.id);
    const org = first?.organizationId ?? '';
    await updateItem(keyOf('organization', { org }), { set: { ...rules } });
    await updateItem(keyOf('member', { org, user: owner.id }), { set: { role } });
    return owner;
  }

  const domains = ['acme.example'];
  const [acme, other] = [
    { id: 'acme', domain: 'acme.example' },
    { id: 'other', domain: 'other.example' },
  ];

  it('lets in who signed in by its provider, and an owner in any way', async () => {
    const rules = { singleSignOn: { domains, defaultRole: null, required: true } };
    const editor = await withRules(rules, 'editor');
    expect(await asUser((await begun(editor, { provider: acme })).token, listForms)).toMatchObject({ role: 'editor' });
    for (const from of [{}, { provider: other }]) {
      await expect(asUser((await begun(editor, from)).token, listForms)).rejects.toMatchObject({
        ...{ status: 403, code: 'single_sign_on_required' },
        message: expect.stringMatching(/entered by single sign-on only, with an address of acme\.example; /),
      });
    }
    const owner = await withRules(rules, 'owner');
    expect(await asUser((await begun(owner)).token, listForms)).toMatchObject({ role: 'owner' });
  });

  it('lets in who has a second factor', async () => {
    const user = await withRules({ requireTwoFactor: true }, 'editor');
    const needed = { status: 403, code: 'two_factor_required' };
    const { token } = await begun(user);
    await expect(asUser(token, listForms)).rejects.toMatchObject({
      ...needed,
      message:
        'This organization requires two-factor sign-in. Turn two-factor sign-in on for your account: in the dashboard, or with POST /auth/two-factor.',
    });
    await updateItem(keyOf('user', { user: user.id }), { set: { twoFactor: { sealed: 'x' } } });
    expect(await asUser(token, listForms)).toMatchObject({ role: 'editor' });
    await expect(asUser((await begun(user, { provider: acme })).token, listForms)).rejects.toMatchObject(needed);
  });
});

describe('a request that names an environment', () => {
  const naming: Contract = { ...listForms, namesEnvironment: true };

  it('may do so in its body, where an operation says so', async () => {
    const { token } = await begun();
    const body = { environment: 'staging' };
    expect(await asUser(token, naming, { body })).toMatchObject({ environment: 'staging' });
    expect(await asUser(token, listForms, { body })).toMatchObject({ environment: 'production' });
    for (const other of [{ environment: 'moon' }, {}, 'null', '{'])
      expect(await asUser(token, naming, { body: other })).toMatchObject({ environment: 'production' });
    await expect(asUser(token, naming, { body, environment: 'development' })).rejects.toMatchObject({ status: 400 });
  });

  it('that is unknown is refused, in a query too that has no checks of its own', async () => {
    const { token } = await begun();
    const refused = (field: string) => ({
      status: 400,
      details: [{ field, rule: 'enum', message: 'must be one of: production, development, staging' }],
    });
    await expect(asUser(token, listForms, { environment: 'moon' })).rejects.toMatchObject(refused('x-environment'));
    const query = { environment: 'moon' };
    expect(await asUser(token, listForms, { query })).toMatchObject({ environment: 'production' });
    const unchecked: Contract = { ...listForms, query: undefined };
    await expect(asUser(token, unchecked, { query })).rejects.toMatchObject(refused('environment'));
  });
});

describe('a session that is read again', () => {
  const callerOf = async (token: string) => (await asUser(token, getMe)) as UserCaller;

  it('comes with its user as both are now', async () => {
    const { token, session } = await begun();
    const caller = await callerOf(token);
    await updateItem(keyOf('user', { user: user.id }), { set: { name: 'Ada' } });
    expect(await currentSession(caller)).toMatchObject({
      user: { id: user.id, email: user.email, name: 'Ada' },
      session: { id: session.id, sha256: session.sha256, userId: user.id },
    });
  });

  it('is refused once it has ended, or its user is gone', async () => {
    const { token, session } = await begun();
    const caller = await callerOf(token);
    const expired = { status: 401, code: 'session_expired' };
    await expect(currentSession({ ...caller, id: newId('user') })).rejects.toMatchObject(expired);
    await endSession(session.sha256);
    await expect(currentSession(caller)).rejects.toMatchObject(expired);
  });
});
