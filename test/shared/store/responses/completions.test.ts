import { beforeAll, describe, expect, it } from '@jest/globals';
import { storedCounters } from '../../../../bench/counting/readers.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { markByHand } from '../../../../shared/domain/spam/spam-signals.ts';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { abandonResponse } from '../../../../shared/jobs/abandonment.ts';
import { log } from '../../../../shared/log.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { pointerKey } from '../../../../shared/store/responses/moved-responses.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import {
  deleteResponse,
  findResponse,
  getResponse,
  replaceResponse,
} from '../../../../shared/store/responses/responses.ts';
import { moveResponse } from '../../../../shared/store/responses/spam.ts';
import { recordEvents } from '../../../../shared/store/responses/visits.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { completeVisit, savePartially, setStatus } from '../../../support/records/completions.ts';
import { newCaller, readOf, storedForm, submit } from '../../../support/records/records.ts';
import { countStream } from '../../../support/table/counting.ts';
import { itemsWith } from '../../../support/table/data-subjects.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
let caller: Caller;
beforeAll(async () => {
  log.setLogLevel('SILENT');
  caller = await newCaller();
});

type Filter = Parameters<typeof responsesOfForm>[2];

async function listed(stored: StoredForm, filter: Filter = {}) {
  const list = await responsesOfForm(caller, stored.form.id, filter);
  const responses: Response[] = [];
  for await (const response of list?.read({ order: 'desc' }) ?? []) responses.push(response);
  return { ids: responses.map(({ id }) => id), responses, total: await list?.count() };
}

/** What is counted of responses in a form, by letter, with the hours that differ. */
async function counted({ form }: StoredForm): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [name, count] of await storedCounters([form.id])) {
    const letter = / HOUR#\S+ ([cpaCPASbvhm]) /.exec(name)?.[1];
    if (letter) sums[letter] = (sums[letter] ?? 0) + count;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const sortKeyIn = ({ id }: Pick<Response, 'id'>): string => id.slice('sub_'.length, 'sub_'.length + 26);

/** How many items are stored under its sort key, or one that ends with it: rows of it, and pointers to one. */
const itemsOf = async (response: Pick<Response, 'id'>) =>
  (await itemsWith(sortKeyIn(response))).filter(({ pk }) => /^(RESPONSES|SPAM|MOVED)#/.test(pk));

describe('the completion of a partial response', () => {
  it('is its submission: under its id, in the place of that time, in every list', async () => {
    const stored = await storedForm(caller);
    const early = await savePartially(stored);
    const between = await submit(stored);
    const time = Date.now() + hourMs;
    const completed = await completeVisit(stored, time);
    expect(completed).toMatchObject({ id: early.id, status: 'completed' });
    const submittedAt = new Date(time).toISOString();
    const { ids, responses, total } = await listed(stored);
    expect({ ids, total }).toEqual({ ids: [early.id, between.id], total: 2 });
    expect(responses[0]).toEqual({ ...completed, submittedAt, updatedAt: submittedAt, startedAt: early.startedAt });
    expect((await getResponse(early.id, stored))?.response).toEqual(responses[0]);
    expect((await listed(stored, { status: 'completed' })).ids).toEqual(ids);
    expect((await listed(stored, { status: 'partial' })).ids).toEqual([]);
    expect((await listed(stored, { to: time })).ids).toEqual([between.id]);
    expect((await listed(stored, { from: time })).ids).toEqual([early.id]);
    expect((await listed(stored, { updatedSince: time })).ids).toEqual([early.id]);
    const environment = await responsesOfEnvironment(caller, { from: time, to: time + 1 });
    const all: Response[] = [];
    for await (const response of environment.read({ order: 'desc' })) all.push(response);
    expect(all).toEqual([responses[0]]);
  });

  it('is in the totals once, before and after the stream has told of it', async () => {
    const stored = await storedForm(caller);
    await savePartially(stored);
    await submit(stored);
    await countStream();
    await completeVisit(stored, Date.now() + dayMs);
    const totals = async () => [
      (await listed(stored)).total,
      (await listed(stored, { from: 1 })).total,
      (await listed(stored, { status: 'completed' })).total,
    ];
    expect(await totals()).toEqual([2, 2, 2]);
    await countStream();
    expect(await totals()).toEqual([2, 2, 2]);
    expect((await listed(stored, { status: 'partial' })).total).toBe(0);
    // One start, and two submissions, of which one was a server's; it was completed a day after its start.
    expect(await counted(stored)).toEqual({ c: 2, S: 1, b: 1, v: 1 });
    const hours = [...(await storedCounters([stored.form.id]))].filter(([name]) => / m /.test(name));
    expect(hours.map(([, count]) => count).sort()).toEqual([-1, 1]);
  });

  it('keeps its time, whatever the team makes of its status', async () => {
    const stored = await storedForm(caller);
    const response = await submit(stored, 'Ada', 'partial');
    const time = Date.now() + hourMs;
    const completed = await setStatus(stored, response, 'completed', time);
    const submittedAt = new Date(time).toISOString();
    expect(completed).toMatchObject({ submittedAt });
    for (const status of ['partial', 'completed', 'abandoned'] as const) {
      const changed = await setStatus(stored, response, status, time + hourMs);
      expect(changed).toMatchObject({ status, submittedAt });
      expect((await listed(stored, { status })).responses).toEqual([changed]);
    }
    await setStatus(stored, response, 'partial', time + 2 * hourMs);
    await abandonResponse(response.id, new Date(time + 3 * hourMs).toISOString());
    expect((await getResponse(response.id, stored))?.response).toMatchObject({ status: 'abandoned', submittedAt });
    await countStream();
    expect(await counted(stored)).toEqual({ a: 1 });
    expect(await itemsOf(response)).toHaveLength(2);
  });

  it('leaves where it is what was completed at once', async () => {
    const stored = await storedForm(caller);
    const response = await submit(stored);
    await setStatus(stored, response, 'partial', Date.now() + hourMs);
    expect(await setStatus(stored, response, 'completed', Date.now() + 2 * hourMs)).toMatchObject({
      submittedAt: response.submittedAt,
    });
    expect(await itemsOf(response)).toHaveLength(1);
  });

  it('is started by the first event of its visit', async () => {
    const stored = await storedForm(caller);
    const startedAt = new Date(Date.now() - hourMs).toISOString();
    const visitor = { formId: stored.form.id, environmentId: stored.environmentId, sessionId: 'session-00000001' };
    const focus = { type: 'focus' as const, fieldId: 'name', at: startedAt };
    expect(await recordEvents(visitor, { events: [focus] } as never)).toBe(true);
    expect(await savePartially(stored)).toMatchObject({ startedAt });
    expect(await completeVisit(stored)).toMatchObject({ startedAt });
    expect((await listed(stored)).responses).toMatchObject([{ startedAt }]);
    await countStream();
    // Views and starts are an hour before; the rates of that hour know that it was completed.
    expect(await counted(stored)).toEqual({ c: 1, b: 1, v: 1 });
  });

  itInAll('is made once, wherever it is cut off', async () => {
    const tried: { stored: StoredForm; response: Response }[] = [];
    for (let call = 1, wasKilled = true; wasKilled; call++) {
      const stored = await storedForm(caller);
      const response = await savePartially(stored);
      tried.push({ stored, response });
      wasKilled = await killedAt(call, () => completeVisit(stored));
      const { ids } = await listed(stored);
      expect(ids).toEqual([response.id]);
      const read = await readOf(stored, response);
      // Whoever sends it again, completes what was not completed.
      if (read.response.status === 'partial') await completeVisit(stored);
    }
    expect(tried.length).toBeGreaterThan(3);
    await countStream();
    for (const { stored, response } of tried) {
      expect(await listed(stored)).toMatchObject({
        ids: [response.id],
        total: 1,
        responses: [{ status: 'completed' }],
      });
      expect(await itemsOf(response)).toHaveLength(2);
      expect(await counted(stored)).toEqual({ c: 1, b: 1, v: 1 });
    }
  });

  it('is made by one of two at once, and either by it or by the deletion', async () => {
    const stored = await storedForm(caller);
    for (const others of ['complete', 'delete'] as const) {
      const response = await submit(stored, 'Ada', 'partial');
      const read = await readOf(stored, response);
      const submittedAt = new Date(Date.now() + hourMs).toISOString();
      const changed = { ...response, status: 'completed' as const, submittedAt, updatedAt: submittedAt };
      const outcomes = await Promise.all([
        replaceResponse(read, changed),
        others === 'complete' ? replaceResponse(read, changed) : deleteResponse(read),
      ]);
      expect(outcomes.filter(Boolean).length).toBeLessThan(2);
      // DynamoDB may refuse both, and both try again.
      const left = await findResponse(response.id, stored);
      if (left?.response.status === 'partial') await setStatus(stored, response);
      const isDeleted = others === 'delete' && outcomes[1];
      expect(await itemsOf(response)).toHaveLength(isDeleted ? 0 : 2);
      expect((await listed(stored)).ids.filter(id => id === response.id)).toHaveLength(isDeleted ? 0 : 1);
    }
  });

  it('leaves nothing behind when it is deleted', async () => {
    const stored = await storedForm(caller);
    const response = await savePartially(stored);
    await completeVisit(stored, Date.now() + hourMs);
    expect(await getItem(pointerKey(response.id))).toBeDefined();
    expect(await deleteResponse(await readOf(stored, response))).toBe(true);
    expect(await itemsOf(response)).toEqual([]);
    await countStream();
    expect(await counted(stored)).toEqual({ C: 1, b: 1, v: 1 });
  });

  it.each([[['complete', 'mark', 'release']], [['mark', 'complete', 'release']]] as const)(
    'counts as before when it was spam for a while: %s',
    async order => {
      const stored = await storedForm(caller);
      const response = await savePartially(stored);
      const steps = {
        complete: () => completeVisit(stored, Date.now() + hourMs),
        mark: async () => moveResponse(await readOf(stored, response), markByHand()),
        release: async () => moveResponse(await readOf(stored, response), undefined),
      };
      for (const step of order) {
        expect(await steps[step]()).toMatchObject({ id: response.id });
        const [inbox, spam] = [await listed(stored), await listed(stored, { folder: 'spam' })];
        expect([...inbox.ids, ...spam.ids]).toEqual([response.id]);
      }
      expect((await listed(stored)).ids).toEqual([response.id]);
      await countStream();
      expect(await counted(stored)).toEqual({ c: 1, b: 1, v: 1 });
      expect([...(await storedCounters([stored.form.id]))].filter(([name]) => / h /.test(name))).toEqual([]);
    },
  );

  it('moves a reader of a list nowhere: what it has not read comes once, what it has read comes at the top', async () => {
    const stored = await storedForm(caller);
    const partial = await savePartially(stored);
    const others: string[] = [];
    for (let row = 0; row < 6; row++) others.push((await submit(stored)).id);
    const read = (await responsesOfForm(caller, stored.form.id, {}))?.read({ order: 'desc', expected: 2 });
    const ids: string[] = [];
    for await (const { id } of read ?? []) {
      if (ids.push(id) === 2) await completeVisit(stored, Date.now() + hourMs);
    }
    expect(ids.filter(id => id !== partial.id)).toEqual([...others].sort().reverse());
    expect((await listed(stored)).ids).toEqual([partial.id, ...[...others].sort().reverse()]);
  });
});
