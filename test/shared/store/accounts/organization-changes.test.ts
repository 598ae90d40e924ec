import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { SingleSignOn } from '../../../../shared/domain/accounts/entry-policy.ts';
import {
  deleteOrganization,
  removeCreator,
  replaceOrganization,
  replaceSingleSignOn,
} from '../../../../shared/store/accounts/organization-changes.ts';
import { organizationsOf } from '../../../../shared/store/accounts/organization-lists.ts';
import { createOrganization, type StoredOrganization } from '../../../../shared/store/accounts/organizations.ts';
import { organizationsTaking } from '../../../../shared/store/accounts/sign-in/domains.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { dynamodb, updateItem } from '../../../../shared/store/table.ts';
import {
  actorIn,
  byActor,
  eventsOf,
  newMember,
  organizationOf,
  stored,
  waiting,
} from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const updatedAt = '2026-02-03T04:05:06.000Z';

let caller: Caller;
let read: StoredOrganization;

beforeAll(async () => {
  caller = await newCaller();
});

beforeEach(async () => {
  read = await newOrganization();
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** An organization that a key of the caller's has created. */
async function newOrganization(): Promise<StoredOrganization> {
  const { user } = await newMember(caller);
  const action = 'organization.created';
  const created = await createOrganization({ name: 'Created' }, user.id, { caller, action });
  if (!created) throw new Error('The organization is not stored');
  return organizationOf({ organizationId: created.id });
}

const organizationStored = () => stored(keyOf('organization', { org: read.id }));

/** An actor in an organization other than the one that changes. */
const elsewhere = () => actorIn(caller.organizationId);

const eventOf = (action: string) => ({ action, subjectId: read.id, ...byActor });

describe('a change of an organization', () => {
  const action = 'organization.updated';
  const next = () => ({ ...read, name: 'Other', slug: 'other', requireTwoFactor: true, updatedAt, owners: 9 });
  const replace = () => replaceOrganization(read, next(), { caller: elsewhere(), action });

  it('replaces its name, slug and rule, and nothing else, once', async () => {
    const before = await organizationStored();
    expect(await replace()).toBe(true);
    const changed = { name: 'Other', slug: 'other', requireTwoFactor: true, updatedAt, revision: 2 };
    expect(await organizationStored()).toEqual({ ...before, ...changed });
    expect(await replace()).toBe(false);
    expect(await eventsOf(read.id, action)).toEqual([eventOf(action)]);
    expect(await eventsOf(caller.organizationId, action)).toEqual([]);
  });

  it('is refused once the organization is deleted', async () => {
    const deleted = { caller: elsewhere(), action: 'organization.deleted' } as const;
    expect(await deleteOrganization(read, deleted)).toBe(true);
    const before = await organizationStored();
    expect(await replace()).toBe(false);
    expect(await organizationStored()).toEqual(before);
  });
});

describe('the sign-in settings of an organization', () => {
  const action = 'organization.single_sign_on_changed';

  const settingsOf = (...names: string[]): SingleSignOn => ({
    ...{ domains: names.map(domainOf), defaultRole: 'viewer', required: true },
  });

  /** A domain of this test's organization alone. */
  const domainOf = (name: string) => `${name}.${read.id.toLowerCase().replace('_', '-')}.example`;

  const replace = (organization: StoredOrganization, singleSignOn: SingleSignOn) =>
    replaceSingleSignOn(organization, { singleSignOn, updatedAt }, { caller: elsewhere(), action });

  const taking = async (name: string) => (await organizationsTaking(domainOf(name))).map(({ id }) => id);

  it('take people of the domains that they name now', async () => {
    const before = await organizationStored();
    expect(await replace(read, settingsOf('one', 'two'))).toBe(true);
    expect([await taking('one'), await taking('two'), await taking('three')]).toEqual([[read.id], [read.id], []]);
    const first = await organizationOf({ organizationId: read.id });
    expect(await replace(first, settingsOf('two', 'three'))).toBe(true);
    expect([await taking('one'), await taking('two'), await taking('three')]).toEqual([[], [read.id], [read.id]]);
    const singleSignOn = settingsOf('two', 'three');
    expect(await organizationStored()).toEqual({ ...before, singleSignOn, updatedAt, revision: 3 });
    expect(await eventsOf(read.id, action)).toEqual([eventOf(action), eventOf(action)]);
    expect(await eventsOf(caller.organizationId, action)).toEqual([]);
  });

  it('change as they were read, and not at all once the organization is deleted', async () => {
    expect(await replace(read, settingsOf('one'))).toBe(true);
    expect(await replace(read, settingsOf('two'))).toBe(false);
    expect([await taking('one'), await taking('two')]).toEqual([[read.id], []]);
    const deleted = { caller: elsewhere(), action: 'organization.deleted' } as const;
    const current = await organizationOf({ organizationId: read.id });
    expect(await deleteOrganization(current, deleted)).toBe(true);
    expect(await replace(current, settingsOf('three'))).toBe(false);
    expect([await taking('one'), await taking('three')]).toEqual([[], []]);
  });

  it('of several organizations may name one domain, which finds them in order of creation', async () => {
    const others = [await newOrganization(), await newOrganization()];
    const settings = settingsOf('shared');
    for (const organization of [...others.toReversed(), read]) expect(await replace(organization, settings)).toBe(true);
    const ids = [read, ...others].map(({ id }) => id).sort();
    const found = await organizationsTaking(domainOf('shared'));
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found.map(({ singleSignOn }) => singleSignOn)).toEqual([settings, settings, settings]);
  });

  it('find no organization that is being purged', async () => {
    expect(await replace(read, settingsOf('one'))).toBe(true);
    await updateItem(keyOf('organization', { org: read.id }), { set: { status: 'deleted' } });
    expect(await taking('one')).toEqual([]);
  });
});

describe('a deleted organization', () => {
  const action = 'organization.deleted';
  const remove = (organization: StoredOrganization) =>
    deleteOrganization(organization, { caller: elsewhere(), action });

  it('leaves a mark, a job, a note of its deletion and an event where the caller is', async () => {
    const domain = 'deleted.example';
    const settings = { singleSignOn: { domains: [domain], defaultRole: null, required: false }, updatedAt };
    const changed = { caller: elsewhere(), action: 'organization.single_sign_on_changed' } as const;
    expect(await replaceSingleSignOn(read, settings, changed)).toBe(true);
    const current = await organizationOf({ organizationId: read.id });
    const { name, slug, singleSignOn, ...kept } = (await organizationStored()) ?? {};
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    expect(await remove(current)).toBe(true);
    expect(await organizationStored()).toEqual({ ...kept, status: 'deleted', deletedAt: expect.any(String) });
    expect(await stored(keyOf('signInDomain', { domain, org: read.id }))).toBeUndefined();
    const Key = keyOf('deletion', { owner: read.id, record: read.id });
    const { Item } = await dynamodb.send(new GetCommand({ TableName: process.env.DATA_KEYS_TABLE, Key }));
    expect(Item).toEqual({ ...Key, ttl: Math.ceil(now / 1000 + 36 * 24 * 3600) });
    const jobs = async () => (await waiting('JOB')).filter(({ organizationId }) => organizationId === read.id);
    const due = { duepk: expect.any(String), duesk: expect.any(String) };
    const job = { kind: 'purgeOrganization', organizationId: read.id, step: 0, ...due };
    expect(await jobs()).toEqual([job]);
    expect(await remove(current)).toBe(false);
    expect(await jobs()).toEqual([job]);
    const events = await eventsOf(caller.organizationId, action);
    expect(events.filter(({ subjectId }) => subjectId === read.id)).toEqual([eventOf(action)]);
    expect(await eventsOf(read.id, action)).toEqual([]);
    expect(await organizationsOf(caller)).not.toContain(read.id);
  });
});

describe('an organization that another has created', () => {
  const action = 'organization.cut_loose';
  const cutLoose = (createdBy: string) => removeCreator(read.id, createdBy, { caller: elsewhere(), action });

  it('is detached from that one, once, as both trails say', async () => {
    const { createdBy, ...before } = (await organizationStored()) ?? {};
    expect(createdBy).toBe(caller.organizationId);
    expect(await organizationsOf(caller)).toContain(read.id);
    expect(await cutLoose(read.id)).toBe(false);
    expect(await organizationsOf(caller)).toContain(read.id);
    expect(await cutLoose(caller.organizationId)).toBe(true);
    expect(await organizationStored()).toEqual(before);
    expect(await organizationsOf(caller)).not.toContain(read.id);
    expect(await cutLoose(caller.organizationId)).toBe(false);
    for (const org of [read.id, caller.organizationId]) expect(await eventsOf(org, action)).toEqual([eventOf(action)]);
  });

  it('is not detached once it is deleted', async () => {
    expect(await deleteOrganization(read, { caller: elsewhere(), action: 'organization.deleted' })).toBe(true);
    const before = await organizationStored();
    expect(await cutLoose(caller.organizationId)).toBe(false);
    expect(await organizationStored()).toEqual(before);
  });
});
