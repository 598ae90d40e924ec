import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import { fill } from '../../../../bench/fill.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { ResponseStatus } from '../../../../shared/domain/responses/response.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import type { Order } from '../../../../shared/store/query.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { getResponse, replaceResponse } from '../../../../shared/store/responses/responses.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const day = 24 * 60 * 60_000;
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
    await fill(stored, 600, [end - 20 * day, end]);
    const [all = []] = await idsIn(caller, stored);
    const [one = '', other = ''] = [all[100], all[450]];
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
