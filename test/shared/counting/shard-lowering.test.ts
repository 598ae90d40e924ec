import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../bench/consumed-capacity.ts';
import { lowerOldShards, lowerShards } from '../../../shared/counting/shard-lowering.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newResponseId, timeKey } from '../../../shared/ids.ts';
import { addIndexShards, environmentKey, getIndexShards } from '../../../shared/store/accounts/environments.ts';
import { hourOf } from '../../../shared/store/counters/counter-items.ts';
import { packCounters } from '../../../shared/store/counters/packed-counters.ts';
import { isDue } from '../../../shared/store/due.ts';
import { addShards, getForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { getJob, type LowerShardsJob } from '../../../shared/store/jobs.ts';
import { type Key, keyOf } from '../../../shared/store/keys.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../shared/store/responses/response-lists.ts';
import { itemOf } from '../../../shared/store/responses/responses.ts';
import { endsOfShards, readableShards, type Spread } from '../../../shared/store/shards.ts';
import { batchPut, dynamodb, getItem, updateItem } from '../../../shared/store/table.ts';
import { responseAt } from '../../support/records/old-responses.ts';
import { newCaller, storedForm } from '../../support/records/records.ts';
import { countAll } from '../../support/table/counting.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const keyOfJob = (name: string): Key => keyOf('job', { job: `shards-${name}` });
const jobOf = (stored: StoredForm) => keyOfJob(stored.form.id);
const jobOfIndex = ({ organizationId, environment }: Caller) => keyOfJob(`${organizationId}-${environment}`);

async function run(key: Key, now: number): Promise<void> {
  const job = (await getJob(key)) as LowerShardsJob | undefined;
  if (!job) throw new Error('There is no such job');
  await lowerShards(key, job, now);
}

const reload = async ({ form }: StoredForm): Promise<StoredForm> => (await getForm(form.id)) as StoredForm;

/** Stores and counts responses of a form that came at these times, in the shards that it had. */
async function fill(stored: StoredForm, times: readonly number[], indexShards = 1): Promise<string[]> {
  const items = times.map((time, index) => {
    const id = newResponseId(stored.form.id, stored.shards, time);
    const indexShard = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[index % indexShards];
    return { id, ...itemOf({ ...responseAt(stored, time), id }, stored.environmentId, { indexShard }) };
  });
  await batchPut(items.map(({ id: _, ...item }) => item));
  const changes = items.map(({ pk, sk, ...after }, index) => ({ key: { pk, sk }, sequence: `${index + 1}`, after }));
  await countAll(changes as never, `${stored.form.id} ${times[0]}`);
  return items.map(({ id }) => id);
}

/** Raises the shards of a form and its index to 32, the last step at a time. */
async function raiseBoth(caller: Caller, stored: StoredForm, at: number): Promise<StoredForm> {
  for (const before of [2, 1, 0]) {
    await addShards(await reload(stored), at - before * minute);
    await addIndexShards(caller, await getIndexShards(caller), at - before * minute);
  }
  return reload(stored);
}

const firstPage = async (list: Awaited<ReturnType<typeof responsesOfForm>>, limit = 5) => {
  const ids: string[] = [];
  for await (const { id } of list?.read({ order: 'desc', expected: limit }) ?? []) if (ids.push(id) === limit) break;
  return ids;
};

describe('lowerShards', () => {
  it('has the newest page and its total ask one shard, a day after a minute that needed 32', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const before = Date.now() - day - 2 * hour;
    const wide = await raiseBoth(caller, stored, before);
    expect([wide.shards, await getIndexShards(caller)]).toEqual([32, 32]);
    const times = (from: number) => Array.from({ length: 40 }, (_, row) => from + row * 1000);
    const old = await fill(wide, times(before), 32);
    for (const job of [jobOf(stored), jobOfIndex(caller)]) await run(job, before + hour);
    const narrow = await reload(stored);
    expect([narrow.shards, await getIndexShards(caller)]).toEqual([1, 1]);
    expect([await getJob(jobOf(stored)), await getJob(jobOfIndex(caller))]).toEqual([undefined, undefined]);
    const recent = await fill(narrow, times(Date.now() - hour));

    const lists = [await responsesOfForm(caller, stored.form.id, {}), await responsesOfEnvironment(caller, {})];
    for (const list of lists) {
      const page = await consumedBy(dynamodb, async () =>
        expect(await firstPage(list as never)).toEqual(recent.toReversed().slice(0, 5)),
      );
      expect(page.calls.get('Query')).toBe(1);
      const count = await consumedBy(dynamodb, async () => expect(await list?.count()).toBe(80));
      expect(count.calls.get('Query') ?? 0).toBeLessThanOrEqual(3);
      const all = await firstPage(list as never, 100);
      expect(all).toEqual([...old, ...recent].toReversed());
    }
  });

  it('waits for an hour after the last step up, and is due again meanwhile', async () => {
    const stored = await storedForm(await newCaller());
    const now = Date.now();
    await addShards(stored, now);
    const dueAt = async (time: number) => isDue(String((await getItem(jobOf(stored)))?.duesk), time);
    expect([await dueAt(now + hour - 1), await dueAt(now + hour)]).toEqual([false, true]);
    await run(jobOf(stored), now + hour - 1);
    expect((await reload(stored)).shards).toBe(4);
    await run(jobOf(stored), now + hour);
    expect((await reload(stored)).shards).toBe(1);
  });

  it('leaves as many as the busiest quarter hour of the day needs, and goes on until one will do', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const now = Date.now() - day;
    const wide = await raiseBoth(caller, stored, now - 2 * hour);
    // Thirty in a second on average may be three hundred in one.
    const counts = packCounters(
      new Map([
        ['c', [0, 15 * 60 * 20, 0, 0]],
        ['P', [0, 15 * 60 * 10 + 1, 0, 0]],
      ]),
    );
    for (const scope of [stored.form.id, caller.environmentId]) {
      await batchPut([{ ...keyOf('hourCounts', { scope, hour: hourOf(now - hour), slice: '0' }), counts }]);
    }
    await run(jobOf(stored), now);
    await run(jobOfIndex(caller), now);
    expect([(await reload(wide)).shards, await getIndexShards(caller)]).toEqual([4, 4]);
    await run(jobOf(stored), now + 22 * hour);
    expect((await reload(wide)).shards).toBe(4);
    await run(jobOf(stored), now + 24 * hour);
    expect((await reload(wide)).shards).toBe(1);
    expect(await getJob(jobOf(stored))).toBeUndefined();
  });

  it('brings down what a version has left raised that did not say when', async () => {
    const caller = await newCaller();
    const [stored, calm] = [await storedForm(caller), await storedForm(caller)];
    for (const key of [keyOf('form', { form: stored.form.id }), environmentKey(caller)]) {
      await updateItem(key, { set: { shards: 32 } });
    }
    await lowerOldShards(stored.form.id);
    await lowerOldShards(calm.form.id);
    expect(await getJob(jobOf(calm))).toBeUndefined();
    for (const job of [jobOf(stored), jobOfIndex(caller)]) await run(job, Date.now());
    expect([(await reload(stored)).shards, await getIndexShards(caller)]).toEqual([1, 1]);
    await lowerOldShards(stored.form.id);
    expect(await getJob(jobOf(stored))).toBeUndefined();
  });

  it('ends with its form', async () => {
    const key = keyOfJob('form_gone');
    await batchPut([{ ...key, kind: 'lowerShards' }]);
    const job: LowerShardsJob = { kind: 'lowerShards', formId: 'form_gone', environmentId: 'env_gone', step: 0 };
    await lowerShards(key, job);
    expect(await getJob(key)).toBeUndefined();
  });
});

describe('the ends of shards', () => {
  const ends = (spread: Spread) =>
    Object.fromEntries([...endsOfShards(spread, shard => shard)].filter(([shard]) => '013FGZ'.includes(shard)));

  it('are those of the latest time at which so many took rows', () => {
    expect(ends({ shards: 4 })).toEqual({});
    expect(readableShards({ shards: 4 })).toHaveLength(4);
    const once = { shards: 1, formerShards: [{ shards: 32, until: 1000 }] };
    expect(ends(once)).toEqual({
      1: timeKey(1000),
      3: timeKey(1000),
      F: timeKey(1000),
      G: timeKey(1000),
      Z: timeKey(1000),
    });
    const twice = { shards: 1, formerShards: [...once.formerShards, { shards: 4, until: 2000 }] };
    expect(ends(twice)).toEqual({ ...ends(once), 1: timeKey(2000), 3: timeKey(2000) });
    expect(ends({ ...twice, shards: 16 })).toEqual({ G: timeKey(1000), Z: timeKey(1000) });
    expect(readableShards(twice)).toHaveLength(32);
  });
});
