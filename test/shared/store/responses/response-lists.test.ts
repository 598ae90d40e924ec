import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { newResponseId, responseAddress, shardNames, shardsMax, timeOf } from '../../../../shared/ids.ts';
import { addIndexShards, getIndexShards } from '../../../../shared/store/accounts/environments.ts';
import { addShards, getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { countItems } from '../../../../shared/store/lists/read-list.ts';
import type { Order } from '../../../../shared/store/query.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../../../shared/store/responses/response-lists.ts';
import { itemOf } from '../../../../shared/store/responses/responses.ts';
import { raiseShards } from '../../../../shared/store/shards.ts';
import { batchPut } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { fc } from '../../../support/properties.ts';
import { formWithFields, newCaller, storedForm, submit } from '../../../support/records/records.ts';
import { countAll } from '../../../support/table/counting.ts';
import { useTable } from '../../../support/table/table.ts';

const statuses = ['completed', 'partial', 'abandoned'] as const;
const hour = 60 * 60_000;
const day = 24 * hour;
const start = Date.parse('2026-03-01T00:00:00Z');

/** Rows of a form over some days, the older part of them counted, as when the stream is a little behind. */
async function fill(
  stored: StoredForm,
  times: number[],
  countedRows: number,
  indexShards = ['0'],
): Promise<Response[]> {
  const responses = times.map((time, index): Response => {
    const id = newResponseId(stored.form.id, stored.shards, time);
    const at = new Date(time).toISOString();
    const status = statuses[index % 3] ?? 'completed';
    const content = { formId: stored.form.id, formVersion: 1, environment: stored.form.environment, status };
    const times = { startedAt: at, submittedAt: at, updatedAt: at };
    return { id, ...content, ...times, answers: { name: `${index}` }, notes: [], meta: {} };
  });
  const items = responses.map((response, index) =>
    itemOf(response, stored.environmentId, { indexShard: indexShards[index % indexShards.length] }),
  );
  await batchPut(items);
  const changes = items.map(({ pk, sk, ...after }, index) => {
    return {
      key: { pk, sk },
      sequence: String(index + 1),
      after: after as { status: string; gsi1pk: string },
    };
  });
  await countAll(changes.slice(0, countedRows), stored.form.id);
  return responses.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

const sortKeyOf = (id = ''): string => responseAddress(id)?.sortKey ?? '';
const sortKey = ({ id }: Response): string => sortKeyOf(id);

async function read(list: ResponseList, order: Order, from: { position?: string; offset: number }, limit: number) {
  const found: string[] = [];
  for await (const { id } of list.read({ order, ...from, expected: limit })) {
    found.push(id);
    if (found.length === limit) break;
  }
  return found;
}

async function wideForm(caller: Caller): Promise<StoredForm> {
  const stored = await storedForm(caller);
  await addShards(stored);
  return (await getForm(stored.form.id)) ?? stored;
}

describe('responses in pages', () => {
  useTable();

  itInAll('are the same at every offset, by every filter and in both orders, as those of one sorted list', async () => {
    const caller = await newCaller();
    const [narrow, wide] = [await storedForm(caller), await wideForm(caller)];
    expect(wide.shards).toBe(4);
    const times = Array.from({ length: 1400 }, (_, row) => start + Math.floor(row ** 1.5) * 7919);
    const all = [...(await fill(narrow, times, 1385)), ...(await fill(wide, times, 1385))];
    const last = times.at(-1) ?? start;

    const scenario = fc.record({
      formId: fc.constantFrom(narrow.form.id, wide.form.id, undefined),
      status: fc.constantFrom(undefined, ...statuses),
      order: fc.constantFrom<Order>('asc', 'desc'),
      offset: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1000, max: 1450 })),
      from: fc.option(fc.integer({ min: start - day, max: last }), { nil: undefined }),
      to: fc.option(fc.integer({ min: start, max: last + day }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ formId, order, offset, ...filter }) => {
        const list = formId
          ? await responsesOfForm(caller, formId, filter)
          : await responsesOfEnvironment(caller, filter);
        if (!list) throw new Error('The form is gone');
        const expected = all
          .filter(each => formId === undefined || each.formId === formId)
          .filter(each => filter.status === undefined || each.status === filter.status)
          .filter(each => timeOf(sortKey(each)) >= (filter.from ?? 0))
          .filter(each => timeOf(sortKey(each)) < (filter.to ?? Number.POSITIVE_INFINITY))
          .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1) * (order === 'asc' ? 1 : -1));
        expect(await read(list, order, { offset }, 7)).toEqual(expected.slice(offset, offset + 7).map(({ id }) => id));
        expect(await countItems(list.scope)).toBe(expected.length);
      }),
      { numRuns: 60 },
    );
  });

  it('are each there once in the latest hours, up to any time', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const newest = Math.floor(Date.now() / hour) * hour;
    const times = Array.from({ length: 20 * 12 }, (_, row) => newest - row * (hour / 12)).toReversed();
    const all = (await fill(stored, times, times.length)).toReversed();
    for (const to of [newest, newest - hour / 2, newest - hour / 4 - day / 4]) {
      const list = await responsesOfForm(caller, stored.form.id, { to });
      if (!list) throw new Error('The form is gone');
      const expected = all.filter(each => timeOf(sortKey(each)) < to).map(({ id }) => id);
      for (const offset of [60, 70, 75, 80, 100, 150]) {
        expect(await read(list, 'desc', { offset }, 10)).toEqual(expected.slice(offset, offset + 10));
      }
    }
  });

  it('continue behind a position whatever arrives before it', async () => {
    const caller = await newCaller();
    const stored = await wideForm(caller);
    const rows = await fill(
      stored,
      Array.from({ length: 60 }, (_, row) => start + row * 1000),
      60,
    );
    const list = await responsesOfForm(caller, stored.form.id, {});
    if (!list) throw new Error('The form is gone');
    const newest = rows.toReversed();
    const found: string[] = [];
    let position: string | undefined;
    for (let page = 0; page < 6; page++) {
      const ids = await read(list, 'desc', { position, offset: 0 }, 10);
      found.push(...ids);
      position = responseAddress(ids.at(-1) ?? '')?.sortKey;
      await fill(stored, [start + day + page], 0);
    }
    expect(found).toEqual(newest.map(({ id }) => id));
  });

  it('go on behind a position with every row, when the index is given shards meanwhile', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const times = (from: number) => Array.from({ length: 30 }, (_, row) => from + row * 1000);
    const early = await fill(stored, times(start), 30);
    const first = await read(await responsesOfEnvironment(caller, {}), 'asc', { offset: 0 }, 10);
    await addIndexShards(caller, 1);
    const late = await fill(stored, times(start + day), 0, shardNames(4));
    const rest: string[] = [];
    for (let position = sortKeyOf(first.at(-1)); ; position = sortKeyOf(rest.at(-1))) {
      const page = await read(await responsesOfEnvironment(caller, {}), 'asc', { position, offset: 0 }, 20);
      if (page.length === 0) break;
      rest.push(...page);
    }
    expect([...first, ...rest]).toEqual([...early, ...late].map(({ id }) => id));
    expect(await countItems((await responsesOfEnvironment(caller, {})).scope)).toBe(60);
  });

  itInAll.each([
    ['a form', (caller: Caller, id: string) => responsesOfForm(caller, id, {})],
    ['an environment', (caller: Caller) => responsesOfEnvironment(caller, {})],
    ['changes', (caller: Caller, id: string) => responsesOfForm(caller, id, { updatedSince: start })],
  ])('of %s, read upwards, lose nothing that comes when shards are added meanwhile', async (_, listOf) => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const { id } = stored.form;
    const early = await fill(
      stored,
      Array.from({ length: 30 }, (_, row) => start + row),
      0,
    );
    const exported: Response[] = [];
    const late: Response[] = [];
    const now = Date.now() + 1000;
    for await (const response of (await listOf(caller, id))?.read({ order: 'asc', expected: 5 }) ?? []) {
      if (exported.push(response) > 1) continue;
      await addShards(stored);
      await addIndexShards(caller, 1);
      const times = Array.from({ length: 16 }, (_, row) => now + row);
      late.push(...(await fill({ ...stored, shards: 4 }, times, 0, ['1', '0'])));
    }
    await pause(Math.max(0, now + 16 - Date.now()));
    const list = await listOf(caller, id);
    const position = exported.at(-1) && list?.positionOf(exported.at(-1) as Response);
    const rest: Response[] = [];
    for await (const response of list?.read({ order: 'asc', position }) ?? []) rest.push(response);
    const all = [...exported, ...rest].map(response => response.id);
    expect(all).toEqual([...early, ...late].map(response => response.id));
  });

  it('have the row of a writer that still knows the fewer shards', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const before = await submit(stored);
    // Another instance of the function: this one's cache does not hear of it.
    const { organizationId, environment } = caller;
    await raiseShards(keyOf('environment', { org: organizationId, environment }), { organizationId, environment }, 1);
    expect(await getIndexShards(caller)).toBe(4);
    const after = await submit(stored);
    const list = await responsesOfEnvironment(caller, {});
    expect(await read(list, 'asc', { offset: 0 }, 9)).toEqual([before.id, after.id]);
  });

  it('know every shard that a form, and the index of its environment, can be given', async () => {
    const caller = await newCaller();
    let stored = await storedForm(caller);
    for (const [minute, expected] of [4, 16, 32, 32].entries()) {
      const now = Date.now() + minute * 60_000;
      await addShards(stored, now);
      await addIndexShards(caller, await getIndexShards(caller), now);
      stored = (await getForm(stored.form.id)) ?? stored;
      expect(stored.shards).toBe(expected);
    }
    expect(stored.shards).toBe(shardsMax);
    const rows = await fill(
      stored,
      Array.from({ length: 100 }, (_, row) => start + row),
      50,
      shardNames(await getIndexShards(caller)),
    );
    const lists = [await responsesOfForm(caller, stored.form.id, {}), await responsesOfEnvironment(caller, {})];
    for (const list of lists) {
      expect(list && (await read(list, 'asc', { offset: 0 }, 200))).toEqual(rows.map(({ id }) => id));
    }
  });

  it('have the columns of their form, and in an environment those of all its forms once', async () => {
    const caller = await newCaller();
    const field = (id: string) => ({ id, type: 'text' as const });
    const [first] = [
      await formWithFields(caller, { fields: [field('name'), field('city')] }),
      await formWithFields(caller, { fields: [field('name'), field('age')] }),
    ];
    const columnsIn = async (list?: ResponseList) => (await list?.columns())?.columns.map(({ id }) => id);
    expect(await columnsIn(await responsesOfForm(caller, first.form.id, {}))).toEqual(['name', 'city']);
    expect(await columnsIn(await responsesOfEnvironment(caller, {}))).toEqual(['name', 'city', 'age']);
  });
});
