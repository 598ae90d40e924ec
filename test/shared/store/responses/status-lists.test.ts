import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import { fill } from '../../../../bench/fill.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { ResponseStatus } from '../../../../shared/domain/responses/response.ts';
import { addShards, getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import type { Order } from '../../../../shared/store/query.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../../../shared/store/responses/response-lists.ts';
import { getResponse, replaceResponse } from '../../../../shared/store/responses/responses.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const end = Date.parse('2026-03-31T00:00:00Z');

const listsOf = async (caller: Caller, { form }: StoredForm, status?: ResponseStatus) => [
  await responsesOfForm(caller, form.id, { status }),
  await responsesOfEnvironment(caller, { status }),
];

async function idsIn(caller: Caller, stored: StoredForm, status?: ResponseStatus, order: Order = 'asc') {
  const found: string[][] = [];
  for (const list of await listsOf(caller, stored, status)) {
    const ids: string[] = [];
    for await (const { id } of list?.read({ order, expected: 51 }) ?? []) ids.push(id);
    found.push(ids);
  }
  return found;
}

async function firstOf(list: ResponseList | undefined, order: Order, expected: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list?.read({ order, expected }) ?? []) if (ids.push(id) === expected) break;
  return ids;
}

async function change(stored: StoredForm, id: string, status: ResponseStatus): Promise<void> {
  const read = await getResponse(id, stored);
  if (!read) throw new Error('The response is gone');
  expect(await replaceResponse(read, { ...read.response, status, updatedAt: new Date().toISOString() })).toBe(true);
}

describe('the responses of one status', () => {
  useTable();

  it('are found at once when an old one comes to it, though the change is not counted', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    await fill(stored, 300, [end - 20 * day, end]);
    const [all = []] = await idsIn(caller, stored);
    const [one = '', other = ''] = [all[50], all[225]];
    for (const id of [other, one]) await change(stored, id, 'abandoned');
    expect(await idsIn(caller, stored, 'abandoned')).toEqual([
      [one, other],
      [one, other],
    ]);
    expect(await idsIn(caller, stored, 'abandoned', 'desc')).toEqual([
      [other, one],
      [other, one],
    ]);
    await change(stored, one, 'completed');
    expect(await idsIn(caller, stored, 'abandoned')).toEqual([[other], [other]]);
  });

  itInAll('are read by one query where many have it, and found where only old ones do', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    await addShards(stored);
    const wide = (await getForm(stored.form.id)) ?? stored;
    await fill(wide, 200, [end - 20 * day, end - 2 * day]);
    // Of fewer than ten responses, none is partial.
    for (let hours = 8; hours > 0; hours -= 1) await fill(wide, 9, [end - hours * hour, end - hours * hour + 1000]);
    const [everything] = await listsOf(caller, wide);
    const partial: string[] = [];
    for await (const { id, status } of everything?.read({ order: 'asc' }) ?? [])
      if (status === 'partial') partial.push(id);
    expect(partial).toHaveLength(20);
    for (const expected of [2, 5, 11]) {
      for (const list of await listsOf(caller, wide, 'partial')) {
        expect(await firstOf(list, 'asc', expected)).toEqual(partial.slice(0, expected));
        expect(await firstOf(list, 'desc', expected)).toEqual(partial.toReversed().slice(0, expected));
      }
    }
    const { calls } = await consumedBy(dynamodb, async () => {
      const [list] = await listsOf(caller, wide, 'partial');
      await firstOf(list, 'asc', 11);
    });
    // The form and the shards of the index; totals, and a query for each of four shards.
    expect(Object.fromEntries(calls)).toEqual({ GetItem: 2, Query: 1 + 4 });
  });

  itInAll('of all forms cost what the rows have together, not a unit each', async () => {
    const caller = await newCaller();
    const forms = [await storedForm(caller), await storedForm(caller)];
    for (const stored of forms) await fill(stored, 30, [end - 2 * day, end]);
    await fill(await storedForm(caller), 2, [end - 2 * day, end]);
    const ids: string[] = [];
    const { calls, readUnits } = await consumedBy(dynamodb, async () => {
      const list = await responsesOfEnvironment(caller, {});
      ids.push(...(await firstOf(list, 'desc', 62)));
    });
    expect(new Set(ids).size).toBe(62);
    expect(Object.fromEntries(calls)).toEqual({ GetItem: 1, Query: 1 + 2, BatchGetItem: 2 });
    expect(readUnits).toBeLessThan(30);
  });

  itInAll('cost next to nothing where nobody has it, whatever else there is', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    await fill(stored, 3000, [end - 20 * day, end]);
    const consumed = await consumedBy(dynamodb, async () => {
      expect(await idsIn(caller, stored, 'abandoned')).toEqual([[], []]);
    });
    expect(consumed.readUnits).toBeLessThan(20);
  });
});
