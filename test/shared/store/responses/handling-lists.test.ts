import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import { fill } from '../../../../bench/fill.ts';
import { scheduleRecounts } from '../../../../shared/counting/recount-schedule.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Handling } from '../../../../shared/domain/responses/response.ts';
import { markByHand } from '../../../../shared/domain/spam/spam-signals.ts';
import { dayOf } from '../../../../shared/domain/time/quarters.ts';
import { recount } from '../../../../shared/jobs/recounts/recount.ts';
import { getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { getJob } from '../../../../shared/store/jobs.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { findResponse, replaceResponse } from '../../../../shared/store/responses/responses.ts';
import { moveResponse } from '../../../../shared/store/responses/spam.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller, storedForm, submit } from '../../../support/records/records.ts';
import { useSteadyClock } from '../../../support/steady-clock.ts';
import { countAll } from '../../../support/table/counting.ts';
import { readStream, useTable } from '../../../support/table/table.ts';

useSteadyClock();

const day = 24 * 60 * 60_000;
const end = Date.parse('2026-03-31T00:00:00Z');

type WantedList = Parameters<typeof responsesOfForm>[2];

async function found(caller: Caller, { form }: StoredForm, wanted: WantedList) {
  const list = await responsesOfForm(caller, form.id, wanted);
  const ids: string[] = [];
  for await (const { id } of list?.read({ order: 'asc', expected: 51 }) ?? []) ids.push(id);
  return { ids, total: await list?.count() };
}

async function handle(stored: StoredForm, id: string, handling: Handling): Promise<void> {
  const read = await findResponse(id, stored);
  if (!read) throw new Error('The response is gone');
  const updatedAt = new Date().toISOString();
  expect(await replaceResponse(read, { ...read.response, handling, updatedAt })).toBe(true);
}

const count = async ({ form }: StoredForm) =>
  countAll((await readStream()).filter(({ key }) => key.pk.includes(form.id)));

describe('the responses of one handling', () => {
  useTable({ stream: true });

  it('are found before they are counted, and those that nobody has handled are open', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    await fill(stored, 300, [end - 20 * day, end]);
    const { ids } = await found(caller, stored, {});
    const [one = '', other = ''] = [ids[10], ids[40]];
    expect((await found(caller, stored, { handling: 'open' })).total).toBe(300);
    await handle(stored, one, 'done');
    await handle(stored, other, 'in_progress');
    expect((await found(caller, stored, { handling: 'done' })).ids).toEqual([one]);
    expect((await found(caller, stored, { handling: 'in_progress' })).ids).toEqual([other]);
    const open = await found(caller, stored, { handling: 'open' });
    expect(open.ids).not.toEqual(expect.arrayContaining([one]));
    expect(open.ids).toHaveLength(300 - 2);
    await handle(stored, one, 'open');
    expect((await found(caller, stored, { handling: 'done' })).ids).toEqual([]);
    expect((await found(caller, stored, { handling: 'open' })).ids).toContain(one);
  });

  it('are counted by the stream, with their status, in the spam and back, and by a recount', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const [first, second, third] = [await submit(stored), await submit(stored), await submit(stored)];
    await handle(stored, first.id, 'done');
    await handle(stored, second.id, 'in_progress');
    await count(stored);
    const totals = async () =>
      Promise.all(
        (['open', 'in_progress', 'done'] as const).map(
          async handling => (await found(caller, stored, { handling })).total,
        ),
      );
    expect(await totals()).toEqual([1, 1, 1]);
    expect((await found(caller, stored, { handling: 'done', status: 'partial' })).total).toBe(0);
    expect((await found(caller, stored, { handling: 'done', status: 'completed' })).ids).toEqual([first.id]);
    const read = await findResponse(first.id, stored);
    if (!read || !(await moveResponse(read, markByHand()))) throw new Error('It was not moved');
    await count(stored);
    expect(await totals()).toEqual([1, 1, 0]);
    expect((await found(caller, stored, { handling: 'done', folder: 'spam' })).total).toBe(1);
    await handle(stored, third.id, 'done');
    // The stream has lost the change: the recount finds it.
    expect(await totals()).toEqual([1, 1, 0]);
    await scheduleRecounts((await readStream()).filter(({ key }) => key.pk.startsWith(`RESPONSES#${stored.form.id}`)));
    const key = keyOf('job', { job: `recount-${stored.form.id}-${dayOf(Date.now())}` });
    for (let job = await getJob(key); job?.kind === 'recount'; job = await getJob(key)) {
      await recount(key, job, Number.POSITIVE_INFINITY, job.notBefore);
    }
    expect(await totals()).toEqual([0, 1, 1]);
    expect((await getForm(stored.form.id))?.form.id).toBe(stored.form.id);
  });

  it('are searched among those that were changed since a time, where no index has the handling', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const since = Date.now() - 1000;
    const [first, second] = [await submit(stored), await submit(stored)];
    await handle(stored, first.id, 'done');
    expect(await found(caller, stored, { handling: 'done', updatedSince: since })).toEqual({
      ids: [first.id],
      total: 1,
    });
    expect((await found(caller, stored, { handling: 'open', updatedSince: since })).ids).toEqual([second.id]);
  });

  itInAll('cost some ten units where a few among very many are wanted', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    await fill(stored, 600, [end - 20 * day, end]);
    const wanted = { handling: 'in_progress' } as const;
    const { ids } = await found(caller, stored, {});
    await handle(stored, ids[25] ?? '', 'in_progress');
    const consumed = await consumedBy(dynamodb, async () => {
      const list = await responsesOfForm(caller, stored.form.id, wanted);
      const read: string[] = [];
      for await (const { id } of list?.read({ order: 'desc', expected: 51 }) ?? []) read.push(id);
      expect(read).toEqual([ids[25]]);
    });
    expect(consumed.readUnits).toBeLessThan(30);
  });
});
