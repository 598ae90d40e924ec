import { createHash, scryptSync } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashOfKey } from '../../shared/domain/accounts/api-key.ts';
import { type Key, keyOf, keysOf } from '../../shared/store/keys.ts';
import { createHashKey, keysByHash } from '../../shared/store/keys-by-hash.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { tableOf } from '../support/cloud/cloud-table.ts';
import type { Json } from '../support/cloud/http.ts';
import { inTable } from '../support/cloud/in-table.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem } from '../support/cloud/stored-items.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const anonymous = service.client();
const secret = service.client('secretKey');

type User = Awaited<ReturnType<typeof service.newUser>>;

const bearer = (token: string, headers: Record<string, string> = {}): Client =>
  clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: { authorization: `Bearer ${token}`, ...headers } }));
const logIn = (email: string, password: string) => anonymous('login', { body: { email, password } });

const change = (key: Key, values: Record<string, string | number>) => changeItem(service.cloud(), key, values);

async function read(Key: { pk: string; sk: string }): Promise<Json> {
  const { client, TableName } = tableOf(service.cloud());
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  client.destroy();
  return Item;
}

/** What is counted of an address from this machine, from now on by a keyed hash. */
function failuresOf(email: string): Promise<Key> {
  const subject = `address ${email.toLowerCase()} source 127.0.0.1`;
  return inTable(service.cloud(), async () => {
    await createHashKey();
    return (await keysByHash('loginFailures', createHash('sha256').update(subject).digest('hex')))[0];
  });
}

async function join(user: User, org: string, role: string, createdAt: string): Promise<void> {
  const { client, TableName } = tableOf(service.cloud());
  const content = { organizationId: org, userId: user.id, role, createdAt };
  await client.send(new PutCommand({ TableName, Item: { ...keysOf('member', { org, user: user.id }), ...content } }));
  client.destroy();
}

describe('logging in', () => {
  it('gives the owner of the first organization a token, and with it everything', async () => {
    const { owner, organization } = service.credentials();
    const { status, body } = await logIn(owner.email, owner.password);
    expect(status).toBe(200);
    expect(body.token).toMatch(/^ses_[\w-]{43}$/);
    const dayMs = 24 * 3_600_000;
    expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - dayMs)).toBeLessThan(60_000);
    const form = await newForm(bearer(body.token));
    expect((await secret('getForm', { params: { id: form.id } })).status).toBe(200);
    const me = await bearer(body.token)('getMe');
    expect(me.body).toMatchObject({
      user: { ...body.user, email: owner.email, status: 'active' },
      memberships: [{ organizationId: organization.id, role: 'owner' }],
      session: { expiresAt: expect.any(String) },
    });
    expect(JSON.stringify([body, me.body])).not.toMatch(/scrypt|passwordHash|sessionEpoch/);
  });

  it('does not look at the case of the address, but at that of the password', async () => {
    const user = await service.newUser({ email: 'Grace.Hopper@Example.org', password: 'Sesame, open' });
    for (const email of [user.email, 'grace.hopper@example.org', 'GRACE.HOPPER@EXAMPLE.ORG']) {
      const { status, body } = await logIn(email, user.password);
      expect({ status, email: body.user.email }).toEqual({ status: 200, email: user.email });
    }
    expectRefusal(await logIn(user.email, 'sesame, open'), 401, 'invalid_api_key');
  });

  it('makes a hash anew that is weaker than those of today', async () => {
    const user = await service.newUser({ password: 'Sesame, open' });
    const Key = keyOf('user', { user: user.id });
    const salt = Buffer.from('0123456789abcdef');
    const encoded = [salt, scryptSync(user.password, salt, 32, { N: 2 ** 12, r: 8, p: 1 })].map(bytes =>
      bytes.toString('base64').replaceAll('=', ''),
    );
    await change(Key, { passwordHash: `$scrypt$ln=12,r=8,p=1$${encoded.join('$')}` });
    for (const _ of [1, 2]) {
      await service.login(user);
      expect((await read(Key)).passwordHash).toMatch(
        new RegExp(`^\\$scrypt\\$ln=${process.env.PASSWORD_COST},r=8,p=3\\$`),
      );
    }
  });

  it('says the same whatever is wrong', async () => {
    const user = await service.newUser();
    const disabled = await service.newUser({ status: 'disabled' });
    const replies = [
      await logIn(user.email, 'a wrong password'),
      await logIn('nobody@example.org', 'a good password'),
      await logIn('no#body@example.org', 'a good password'),
      await logIn('no address at all', 'a good password'),
      await logIn(disabled.email, disabled.password),
    ];
    for (const reply of replies) expectRefusal(reply, 401, 'invalid_api_key');
    expect(new Set(replies.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))).size).toBe(1);
  });

  it('names what is wrong with the request', async () => {
    expectFaults(await anonymous('login', { body: {} }), 'email required', 'password required');
    expectFaults(await logIn('a@example.org', 'ü'.repeat(65)), 'password maxLength');
    expectFaults(await logIn('a'.repeat(255), 'x'.repeat(129)), 'email maxLength', 'password maxLength');
    expectFaults(await anonymous('login', { body: { email: 1, password: null } }), 'email type', 'password type');
  });

  it('has to wait after five failures for an address, known or not, and nobody else has', async () => {
    const user = await service.newUser();
    for (const email of [user.email, 'unknown@example.org']) {
      const Key = await failuresOf(email);
      for (let attempt = 0; attempt < 5; attempt++) {
        expectRefusal(await logIn(attempt % 2 ? email : email.toUpperCase(), 'wrong'), 401, 'invalid_api_key');
      }
      expect((await read(Key)).failures).toBe(5);
      // However long the machine has taken since.
      await change(Key, { at: Date.now() + 60_000 });
      const reply = await logIn(email, user.password);
      expectRefusal(reply, 429, 'rate_limited');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(5);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(65);
      await change(Key, { at: Date.now() - 5_000 });
      expect((await logIn(email, 'wrong')).status).toBe(401);
    }
    const other = await service.newUser();
    expect((await logIn(other.email, other.password)).status).toBe(200);
  });

  itInAll('counts guesses that come at once', async () => {
    const user = await service.newUser();
    const guesses = [...Array(15).keys()].map(number => logIn(user.email, `guess ${number}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(5);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });
});

describe('a session', () => {
  let user: User;
  let token: string;

  beforeAll(async () => {
    user = await service.newUser({ role: 'editor' });
    token = await service.login(user);
  });

  it('ends with its logout, and no other session of the user does', async () => {
    const [one, other] = [await service.login(user), await service.login(user)];
    expect((await bearer(one)('logout')).status).toBe(204);
    for (const operation of ['getMe', 'logout', 'listForms'] as const) {
      expectRefusal(await bearer(one)(operation), 401, 'session_expired');
    }
    expect((await bearer(other)('getMe')).status).toBe(200);
  });

  it('feels a changed role and a removed member with the next request', async () => {
    const { id: org } = service.credentials().organization;
    const member = keyOf('member', { org, user: user.id });
    expect((await bearer(token)('createForm', { body: { title: 'T', fields: [] } })).status).toBe(201);
    await change(member, { role: 'viewer' });
    const refused = await bearer(token)('createForm', { body: { title: 'T', fields: [] } });
    expectRefusal(refused, 403, 'insufficient_permission');
    expect(refused.body.message).toBe('This needs the role editor or higher; yours in this organization is viewer.');
    expect((await bearer(token)('getMe')).body.memberships[0].role).toBe('viewer');
    expect((await bearer(token)('listForms')).status).toBe(200);
  });

  it('ends when its user changes in a way that ends sessions, or is disabled', async () => {
    const changed = await service.newUser({ role: 'viewer' });
    const before = await service.login(changed);
    const Key = keyOf('user', { user: changed.id });
    await change(Key, { sessionEpoch: 1 });
    expectRefusal(await bearer(before)('getMe'), 401, 'session_expired');
    const after = await service.login(changed);
    expect((await bearer(after)('listForms')).status).toBe(200);
    await change(Key, { status: 'disabled' });
    for (const each of [before, after]) expectRefusal(await bearer(each)('listForms'), 401, 'session_expired');
    expectRefusal(await logIn(changed.email, changed.password), 401, 'invalid_api_key');
  });

  it('acts in the organization and environment that the request names', async () => {
    const elsewhere = await service.newOrganization();
    const both = await service.newUser();
    const here = service.credentials().organization.id;
    await join(both, here, 'editor', '2026-02-01T00:00:00.000Z');
    await join(both, elsewhere.organization.id, 'viewer', '2026-01-01T00:00:00.000Z');
    const ofBoth = await service.login(both);
    const { memberships } = (await bearer(ofBoth)('getMe')).body;
    expect(memberships.map((each: { organizationId: string }) => each.organizationId)).toEqual([
      elsewhere.organization.id,
      here,
    ]);

    const form = await newForm(bearer(ofBoth, { 'x-organization-id': here, 'x-environment': 'staging' }));
    expect(form.environment).toBe('staging');
    const params = { id: form.id };
    expect((await service.client('secretKey', 'staging')('getForm', { params })).status).toBe(200);
    // A record that the path names says where; a request that names another place finds nothing there.
    expect((await bearer(ofBoth)('getForm', { params })).body).toMatchObject({ id: form.id, environment: 'staging' });
    for (const [name, value] of [
      ['x-environment', 'production'],
      ['x-organization-id', elsewhere.organization.id],
    ] as const) {
      expectRefusal(await bearer(ofBoth, { [name]: value })('getForm', { params }), 404, 'not_found');
    }
    // By default it acts where it has been a member for longest, in production.
    const create = { body: { title: 'T', fields: [] } };
    expectRefusal(await bearer(ofBoth)('createForm', create), 403, 'insufficient_permission');
    const query = { environment: 'staging' };
    const listed = await bearer(ofBoth, { 'x-organization-id': here })('listForms', { query });
    expect(listed.body.items.map((each: { id: string }) => each.id)).toContain(form.id);
  });

  it('creates in the environment that the body names, unless the request names another', async () => {
    const client = service.session('owner');
    const body = { title: 'T', fields: [], environment: 'staging' };
    const form = await client('createForm', { body });
    expect(form).toMatchObject({ status: 201, body: { environment: 'staging' } });
    const params = { id: form.body.id };
    expect((await service.client('secretKey', 'staging')('getForm', { params })).status).toBe(200);
    for (const environment of ['staging', 'production']) {
      const reply = await client('createForm', {
        body: { ...body, environment },
        headers: { 'x-environment': 'development' },
      });
      expect(expectRefusal(reply, 400, 'invalid_parameter')).toMatchObject([{ field: 'environment' }]);
    }
    const inQuery = { 'x-environment': 'staging' };
    expect((await client('createForm', { body, headers: inQuery })).body.environment).toBe('staging');
    const wrong = await client('createForm', { body: { ...body, environment: 'test' } });
    expect(expectRefusal(wrong, 400, 'validation_failed')).toMatchObject([{ field: 'environment', rule: 'enum' }]);
  });

  it('goes on in the next organization of a user who was removed from the first', async () => {
    const elsewhere = await service.newOrganization();
    const both = await service.newUser();
    await join(both, elsewhere.organization.id, 'viewer', '2026-01-01T00:00:00.000Z');
    await join(both, service.credentials().organization.id, 'editor', '2026-02-01T00:00:00.000Z');
    const client = bearer(await service.login(both));
    const create = { body: { title: 'T', fields: [] } };
    expectRefusal(await client('createForm', create), 403, 'insufficient_permission');
    await change(keyOf('organization', { org: elsewhere.organization.id }), { status: 'deleted' });
    expect((await client('createForm', create)).status).toBe(201);
    expect((await client('getMe')).body.memberships).toHaveLength(1);
  });

  it('of a user without a membership shows who it is, and nothing else', async () => {
    const client = bearer(await service.login(await service.newUser()));
    expect((await client('getMe')).body).toMatchObject({ memberships: [] });
    const refused = await client('listForms');
    expectRefusal(refused, 403, 'insufficient_permission');
    expect(refused.body.message).toContain('not a member of an organization');
  });

  it('writes notes in the name of its user', async () => {
    const editor = await service.newUser({ role: 'editor' });
    const client = bearer(await service.login(editor));
    const { id: formId } = await newForm(client);
    const { body: response } = await secret('createSubmission', { params: { formId }, body: { name: 'Ada' } });
    const { body } = await client('updateResponse', { params: { id: response.id }, body: { notes: ['Called.'] } });
    expect(body.notes).toMatchObject([{ body: 'Called.', authorId: editor.id }]);
  });
});

describe('the sessions of a user', () => {
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const listed = async (token: string): Promise<Json[]> => (await bearer(token)('listSessions')).body.items;
  const tell = (user: User, action: string) =>
    service.session('owner')('listAuditEvents', { query: { action, subject_id: user.id } });

  it('are listed, with where they began as far as that is kept', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const { email, password } = user;
    const { body } = await anonymous('login', { body: { email, password }, headers: firefox });
    const other = await service.login(user);
    const items = await listed(other);
    expect(items).toMatchObject([
      { current: true, client: null },
      { current: false, client: 'Firefox on Linux', network: '127.0.0.0/24' },
    ]);
    expect(items[1]).toMatchObject({ id: expect.stringMatching(/^sess_/), expiresAt: body.expiresAt });
    expect(JSON.stringify(await read(keyOf('session', { sha256: hashOfKey(body.token) })))).not.toContain('127.0.0.1');
    expect(await listed(await service.login(await service.newUser()))).toHaveLength(1);
  });

  it('are ended one by one, and told in the trail', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const [mine, other] = [await service.login(user), await service.login(user)];
    const id = (await listed(mine)).find(({ current }) => !current)?.id;
    const end = { params: { id } };
    const stranger = bearer(await service.login(await service.newUser()));
    expectRefusal(await stranger('endSession', end), 404, 'not_found');
    expect((await bearer(other)('getMe')).status).toBe(200);
    expect((await bearer(mine)('endSession', end)).status).toBe(204);
    expectRefusal(await bearer(other)('getMe'), 401, 'session_expired');
    expect((await listed(mine)).map(({ current }) => current)).toEqual([true]);
    expectRefusal(await bearer(mine)('endSession', end), 404, 'not_found');
    expect((await tell(user, 'user.session_ended')).body.total).toBe(1);
  });

  it('end all at once but for the one that asks', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const [mine, ...others] = [await service.login(user), await service.login(user), await service.login(user)];
    expect((await bearer(mine)('endOtherSessions')).status).toBe(204);
    for (const other of others) expectRefusal(await bearer(other)('getMe'), 401, 'session_expired');
    expect((await bearer(mine)('endOtherSessions')).status).toBe(204);
    expect(await listed(mine)).toHaveLength(1);
    expect((await listed(await service.login(user))).map(({ current }) => current)).toEqual([true, false]);
    expect((await tell(user, 'user.sessions_ended')).body.total).toBe(2);
  });

  itInAll('are ended by one of two that ask at once', async () => {
    const user = await service.newUser();
    const tokens = [await service.login(user), await service.login(user)];
    await Promise.all(tokens.map(token => bearer(token)('endOtherSessions')));
    const left = await Promise.all(tokens.map(async token => (await bearer(token)('getMe')).status));
    expect(left.sort()).toEqual([200, 401]);
  });
});
