import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../shared/ids.ts';
import {
  createEnvironment,
  environmentKey,
  environmentsOf,
  getIndexShards,
  getIndexSpread,
  getSpreadEnvironment,
} from '../../../../shared/store/accounts/environments.ts';
import { deleteOrganization } from '../../../../shared/store/accounts/organization-changes.ts';
import { deleteOnce, updateItem } from '../../../../shared/store/table.ts';
import { actorIn, byActor, eventsOf, organizationOf, stored } from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;

beforeEach(async () => {
  caller = await newCaller();
});

const place = () => ({ organizationId: caller.organizationId, environment: 'staging' as const });

describe('an environment', () => {
  const creating = () => ({ caller: actorIn(caller.organizationId), action: 'environment.created' as const });

  it('is created where the organization has none of its name', async () => {
    const { organizationId } = caller;
    expect(await createEnvironment('staging', creating())).toBeUndefined();
    expect(await eventsOf(organizationId, 'environment.created')).toEqual([]);
    await deleteOnce(environmentKey(place()));
    const created = await createEnvironment('staging', creating());
    expect(created).toEqual({
      ...{ id: expect.stringMatching(/^env_/), name: 'staging', organizationId, createdAt: expect.any(String) },
    });
    const { id, name, createdAt } = created ?? {};
    expect(await stored(environmentKey(place()))).toEqual({ id, name, shards: 1, apiKeys: 0, createdAt });
    expect(await environmentsOf(organizationId)).toContainEqual(created);
    const event = { action: 'environment.created', subjectId: id, ...byActor };
    expect(await eventsOf(organizationId, 'environment.created')).toEqual([event]);
  });

  it('is created in no organization that is deleted', async () => {
    await deleteOnce(environmentKey(place()));
    await deleteOrganization(await organizationOf(caller), { caller, action: 'organization.deleted' });
    expect(await createEnvironment('staging', creating())).toBeUndefined();
    expect(await stored(environmentKey(place()))).toBeUndefined();
  });
});

describe('the index partitions of an environment', () => {
  it('are as it says, and one where it says nothing or is gone', async () => {
    const { id } = (await getSpreadEnvironment(place())) ?? {};
    const raised = { shards: 4, shardsRaisedAt: 7, formerShards: 2 };
    await updateItem(environmentKey(place()), { set: raised });
    expect(await getSpreadEnvironment(place())).toEqual({ id, spread: raised });
    expect(await getIndexSpread(place())).toEqual(raised);
    expect(await getIndexShards(place())).toBe(4);
    await updateItem(environmentKey(place()), { remove: Object.keys(raised) });
    expect(await getIndexSpread(place())).toEqual({ shards: 1 });
    const nowhere = { ...place(), organizationId: newId('organization') };
    expect(await getSpreadEnvironment(nowhere)).toBeUndefined();
    expect(await getIndexSpread(nowhere)).toEqual({ shards: 1 });
    expect(await getIndexShards(nowhere)).toBe(1);
  });
});
