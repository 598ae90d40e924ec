import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { packCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { countForms, countResponsesOf, readForms } from '../../../../shared/store/forms/form-lists.ts';
import { deleteForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { putItem } from '../../../../shared/store/table.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const total = (scope: string, slice: string, counts: Record<string, number>, newest: Record<string, string> = {}) =>
  putItem({
    ...{ ...keyOf('totalCounts', { scope, slice }), newest },
    counts: packCounters(new Map(Object.entries(counts).map(([name, count]) => [name, [count]]))),
  });

describe('the list of forms', () => {
  let caller: Caller;
  let forms: StoredForm[];

  beforeAll(async () => {
    caller = await newCaller();
    const made = [
      await storedForm(caller),
      await storedForm(caller),
      await storedForm(caller),
      await storedForm(caller),
    ];
    forms = made.toSorted((one, other) => (one.form.id < other.form.id ? -1 : 1));
    const [, archived, , deleted] = forms as [StoredForm, StoredForm, StoredForm, StoredForm];
    expect(await replaceForm(archived, { ...archived.form, status: 'archived' })).toBe(true);
    expect(await deleteForm(deleted)).toBe(true);
    await storedForm(await newCaller());
  });

  const idOf = (index: number) => forms[index]?.form.id;
  async function listed(options: Partial<Parameters<typeof readForms>[1]>, status?: string) {
    const ids: string[] = [];
    for await (const { form } of readForms(caller.environmentId, { order: 'asc', ...options }, status))
      ids.push(form.id);
    return ids;
  }

  it('has those of the environment in order of creation, or the latest first', async () => {
    expect(await listed({})).toEqual([idOf(0), idOf(1), idOf(2)]);
    expect(await listed({ order: 'desc' })).toEqual([idOf(2), idOf(1), idOf(0)]);
  });

  it('goes on behind a form, and skips as many as it is asked to', async () => {
    expect(await listed({ position: idOf(0) })).toEqual([idOf(1), idOf(2)]);
    expect(await listed({ position: idOf(2), order: 'desc' })).toEqual([idOf(1), idOf(0)]);
    expect(await listed({ offset: 1, expected: 1 })).toEqual([idOf(1), idOf(2)]);
    expect(await listed({ offset: 2, expected: 1, order: 'desc' })).toEqual([idOf(0)]);
  });

  it('has those of one status', async () => {
    expect(await listed({}, 'live')).toEqual([idOf(0), idOf(2)]);
    expect(await listed({}, 'archived')).toEqual([idOf(1)]);
    expect(await listed({}, 'deleted')).toEqual([]);
  });

  it('is counted by its counters, and by the forms that came after those', async () => {
    expect(await countForms(caller.environmentId)).toBe(3);
    expect(await countForms(caller.environmentId, 'live')).toBe(2);
    const counts = { 'F:live': 10, 'F:draft': 200, 'F:archived': 3000 };
    await total(caller.environmentId, '0', counts, { forms: idOf(0) ?? '' });
    expect(await countForms(caller.environmentId)).toBe(3212);
    expect(await countForms(caller.environmentId, 'live')).toBe(11);
    expect(await countForms(caller.environmentId, 'draft')).toBe(200);
    expect(await countForms(caller.environmentId, 'archived')).toBe(3001);
  });
});

describe('the numbers of responses of some forms', () => {
  it('are those that their counters have by status, and how many are open', async () => {
    const caller = await newCaller();
    const [full, empty, corrected] = [await storedForm(caller), await storedForm(caller), await storedForm(caller)];
    const idOf = ({ form }: StoredForm) => form.id;
    await total(caller.environmentId, '3', { c: 1 });
    await total(idOf(full), '0', { c: 100, g: 1 });
    await total(idOf(full), '3', { p: 20, a: 3, f: 10, l: 4 });
    await total(idOf(corrected), '0', { c: -5, p: 2 });
    expect(await countResponsesOf(caller.environmentId, [full, empty, corrected])).toEqual([
      { formId: idOf(full), responses: 123, completed: 100, partial: 20, abandoned: 3, open: 108 },
      { formId: idOf(empty), responses: 0, completed: 0, partial: 0, abandoned: 0, open: 0 },
      { formId: idOf(corrected), responses: 0, completed: 0, partial: 2, abandoned: 0, open: 0 },
    ]);
    expect(await countResponsesOf(caller.environmentId, [])).toEqual([]);
  });
});
