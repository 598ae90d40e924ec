import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { newResponseId, responseAddress, shardNames } from '../../../../shared/ids.ts';
import { addIndexShards } from '../../../../shared/store/accounts/environments.ts';
import { addShards, deleteForm, getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { changedKeys, changePartitions } from '../../../../shared/store/keys.ts';
import type { Order } from '../../../../shared/store/query.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../../../shared/store/responses/response-lists.ts';
import { itemOf } from '../../../../shared/store/responses/responses.ts';
import { batchPut, dynamodb } from '../../../../shared/store/table.ts';
import { usePlannedFaults } from '../../../support/cloud/planned-faults.ts';
import { fc, runs } from '../../../support/properties.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const statuses = ['completed', 'partial'] as const;
const start = Date.parse('2026-03-01T00:00:00Z');
const minute = 60_000;
const span = 600 * minute;

const sortKeyOf = ({ id }: Pick<Response, 'id'>): string => responseAddress(id)?.sortKey ?? '';

type Row = { at: number; changed?: number; row: number };

/** Stores a response that was changed at a time, or never. */
async function put(stored: StoredForm, row: Row): Promise<Response> {
  const { item, response } = rowOf(stored, row);
  await batchPut([item]);
  return response;
}

function rowOf(stored: StoredForm, { at, changed, row }: Row) {
  const id = newResponseId(stored.form.id, stored.shards, at);
  const submittedAt = new Date(at).toISOString();
  const updatedAt = new Date(changed ?? at).toISOString();
  const status = statuses[row % 2] ?? 'completed';
  const { id: formId, environment } = stored.form;
  const times = { startedAt: submittedAt, submittedAt, updatedAt };
  const response: Response = {
    ...{ id, formId, formVersion: 1, environment, status, ...times, handling: 'open' },
    ...{ answers: {}, notes: [], meta: {} },
  };
  const indexShard = shardNames(4)[row % 4];
  const change = changed && changeOf(stored, response, row);
  return { response, item: { ...itemOf(response, stored.environmentId, { indexShard }), ...change } };
}

/** What a change leaves in an item, in one of the partitions of the index of changes. */
function changeOf({ environmentId }: StoredForm, response: Response, slice: number) {
  const { updatedAt } = response;
  const changedpk = changePartitions(environmentId)[slice % 8];
  return { updatedAt, ...changedKeys(updatedAt, sortKeyOf(response), environmentId), changedpk };
}

/** Every third was changed, half of them at the same time. */
async function fill(stored: StoredForm, count: number): Promise<Response[]> {
  const rows = Array.from({ length: count }, (_, row) => {
    const at = start + Math.floor((row * span) / count);
    const changed = row % 6 === 0 ? start + span / 2 : at + ((row * 37) % 400) * minute;
    return { row, at, ...(row % 3 === 0 && { changed: Math.max(at, changed) }) };
  });
  const filled = rows.map(row => rowOf(stored, row));
  await batchPut(filled.map(({ item }) => item));
  return filled.map(({ response }) => response);
}

async function read(list: ResponseList, order: Order, from: { position?: string; offset: number }, limit: number) {
  const found: Response[] = [];
  for await (const response of list.read({ order, ...from, expected: limit })) {
    found.push(response);
    if (found.length === limit) break;
  }
  return found;
}

const ids = (responses: readonly Response[]) => responses.map(({ id }) => id);

async function twoForms(caller: Caller): Promise<[StoredForm, StoredForm]> {
  await addIndexShards(caller, 1);
  const [narrow, wide] = [await storedForm(caller), await storedForm(caller)];
  await addShards(wide);
  return [narrow, (await getForm(wide.form.id)) ?? wide];
}

describe('responses that were changed since a time', () => {
  useTable();
  const meet = usePlannedFaults();

  it('come in order of their changes, whatever the filter, and are counted so', async () => {
    const caller = await newCaller();
    const [narrow, wide] = await twoForms(caller);
    const all = [...(await fill(narrow, 90)), ...(await fill(wide, 90))];
    const time = fc.integer({ min: start - minute, max: start + span });
    const maybe = fc.option(time, { nil: undefined });
    const scenario = fc.record({
      formId: fc.constantFrom(narrow.form.id, wide.form.id, undefined),
      status: fc.constantFrom(undefined, ...statuses),
      order: fc.constantFrom<Order>('asc', 'desc'),
      offset: fc.integer({ min: 0, max: 120 }),
      updatedSince: fc.oneof(time, fc.constant(start + span / 2)),
      ...{ from: maybe, to: maybe },
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ formId, order, offset, ...filter }) => {
        const { updatedSince, status, from = 0, to = Number.POSITIVE_INFINITY } = filter;
        const list = formId
          ? await responsesOfForm(caller, formId, filter)
          : await responsesOfEnvironment(caller, filter);
        const placeOf = (each: Response) => each.updatedAt + sortKeyOf(each);
        const expected = all
          .filter(each => formId === undefined || each.formId === formId)
          .filter(each => status === undefined || each.status === status)
          .filter(each => from <= Date.parse(each.submittedAt) && Date.parse(each.submittedAt) < to)
          .filter(each => Date.parse(each.updatedAt) >= updatedSince)
          .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1) * (order === 'asc' ? 1 : -1));
        const found = await read(list as ResponseList, order, { offset }, 9);
        expect(found).toEqual(expected.slice(offset, offset + 9));
        expect(await list?.count()).toBe(expected.length);
      }),
      { numRuns: runs(40) },
    );
  });

  it.each(['asc', 'desc'] as const)('go on behind a position with each that is left, %s', async order => {
    const caller = await newCaller();
    const [narrow, wide] = await twoForms(caller);
    const all = [...(await fill(narrow, 60)), ...(await fill(wide, 60))];
    const found: Response[] = [];
    for (let position: string | undefined; ; ) {
      const list = await responsesOfEnvironment(caller, { updatedSince: start });
      const page = await read(list, order, { position, offset: 0 }, 7);
      found.push(...page);
      const last = page.at(-1);
      if (!last) break;
      position = list.positionOf(last);
    }
    expect(found).toHaveLength(all.length);
    expect(ids(found).toSorted()).toEqual(ids(all).toSorted());
  });

  it('leave out what is changed while they are read, until it comes at its later place', async () => {
    const caller = await newCaller();
    const [stored] = await twoForms(caller);
    const stays = await put(stored, { row: 0, at: start, changed: start + minute });
    const moves = await put(stored, { row: 1, at: start, changed: start + 2 * minute });
    const list = (await responsesOfForm(caller, stored.form.id, { updatedSince: start })) as ResponseList;
    const reading = list.read({ order: 'asc', expected: 1 });
    expect((await reading.next()).value).toEqual(stays);
    const moved = { ...moves, updatedAt: new Date(start + 5 * minute).toISOString() };
    await batchPut([{ ...itemOf(moved, stored.environmentId), ...changeOf(stored, moved, 2) }]);
    expect(await reading.next()).toEqual({ done: true });
    expect(await read(list, 'asc', { offset: 0 }, 9)).toEqual([stays, moved]);
  });

  it('cost what is read of them, whatever else is stored', async () => {
    const caller = await newCaller();
    const [stored] = await twoForms(caller);
    const rows = Array.from({ length: 60 }, (_, row) => ({ row, at: start + row, changed: start + span + row }));
    await Promise.all(rows.map(row => put(stored, row)));
    const list = (await responsesOfForm(caller, stored.form.id, { updatedSince: start + span })) as ResponseList;
    const page = () => consumedBy(dynamodb, () => read(list, 'asc', { offset: 0 }, 50));
    const before = await page();
    await fill(stored, 90);
    const { calls, readUnits } = await page();
    expect({ calls: Object.fromEntries(calls), readUnits }).toEqual({
      calls: { Query: 9, BatchGetItem: 1 },
      readUnits: 55,
    });
    expect(before.readUnits).toBe(55);
  });

  it('are whole where DynamoDB leaves a part of a batch', async () => {
    const caller = await newCaller();
    const [stored] = await twoForms(caller);
    const rows = Array.from({ length: 9 }, (_, row) => ({ row, at: start + row, changed: start + minute + row }));
    const all = await Promise.all(rows.map(row => put(stored, row)));
    const list = (await responsesOfForm(caller, stored.form.id, { updatedSince: start + minute })) as ResponseList;
    meet('BatchGetItem', 'unprocessed', 'unprocessed');
    expect(ids(await read(list, 'asc', { offset: 0 }, 20))).toEqual(ids(all));
  });

  it('are those of forms that are there', async () => {
    const caller = await newCaller();
    const [gone, stored] = await twoForms(caller);
    await put(gone, { row: 0, at: start, changed: start + minute });
    const kept = await put(stored, { row: 1, at: start, changed: start + minute });
    await deleteForm(gone);
    const list = await responsesOfEnvironment(caller, { updatedSince: start + 1 });
    expect(ids(await read(list, 'asc', { offset: 0 }, 9))).toEqual([kept.id]);
    expect(await list.count()).toBe(1);
  });
});
