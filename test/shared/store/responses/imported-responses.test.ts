import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { putImported, takenIds } from '../../../../shared/store/responses/imported-responses.ts';
import { pointerKey } from '../../../../shared/store/responses/moved-responses.ts';
import { responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { responseAt } from '../../../support/records/old-responses.ts';
import { newCaller, readOf, storedForm } from '../../../support/records/records.ts';
import { withRetention } from '../../../support/records/retention.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

/** A response of another service that was begun some days ago, and submitted so many hours later. */
function begun(stored: StoredForm, daysAgo: number, hoursLater = 0): Response {
  const response = responseAt(stored, Date.now() - daysAgo * dayMs);
  const submittedAt = new Date(Date.parse(response.startedAt) + hoursLater * hourMs).toISOString();
  return { ...response, submittedAt, meta: { source: 'import' } };
}

async function listed({ form }: StoredForm): Promise<string[]> {
  const list = await responsesOfForm(caller, form.id, {});
  const ids: string[] = [];
  for await (const { id } of list?.read({ order: 'asc' }) ?? []) ids.push(id);
  return ids;
}

describe('an imported response', () => {
  it('is listed by the time of its submission, and found by its ID, which has that of its first save', async () => {
    const stored = await storedForm(caller);
    const [late, early] = [begun(stored, 3, 30), begun(stored, 2, 1)];
    for (const response of [late, early]) expect(await putImported(stored, response)).toBe(true);
    const { id } = begun(stored, 1);
    expect(await listed(stored)).toEqual([early.id, late.id]);
    expect((await readOf(stored, late)).response).toMatchObject(late);
    expect(await takenIds([id, late.id, early.id])).toEqual(new Set([late.id, early.id]));
  });

  it('is stored once, wherever it is', async () => {
    const stored = await storedForm(caller);
    for (const response of [begun(stored, 2), begun(stored, 2, 5)]) {
      expect(await putImported(stored, response)).toBe(true);
      expect(await putImported(stored, { ...response, answers: { name: 'Grace' } })).toBe(false);
      expect((await readOf(stored, response)).response.answers).toEqual({ name: 'Ada' });
    }
  });

  it('is kept as long as its form keeps responses, counted from its submission', async () => {
    const kept = await storedForm(caller);
    const stored = await withRetention(await storedForm(caller), { days: 30 });
    for (const response of [begun(stored, 7), begun(stored, 7, 5)]) {
      await putImported(stored, response);
      const ttl = Math.ceil((Date.parse(response.submittedAt) + 31 * dayMs) / 1000);
      expect((await readOf(stored, response)).item).toMatchObject({ ttl });
      expect((await getItem(pointerKey(response.id)))?.ttl).toBe(
        response.submittedAt > response.startedAt ? ttl : undefined,
      );
    }
    const response = begun(kept, 7, 5);
    await putImported(kept, response);
    expect((await readOf(kept, response)).item).not.toHaveProperty('ttl');
  });
});
