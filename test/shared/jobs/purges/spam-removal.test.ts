import { beforeAll, expect, it } from '@jest/globals';
import { storedCounters } from '../../../../bench/counting/readers.ts';
import { scheduleRecounts } from '../../../../shared/counting/recount-schedule.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { markByHand } from '../../../../shared/domain/spam/spam-signals.ts';
import { dayOf } from '../../../../shared/domain/time/quarters.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { removeSpam } from '../../../../shared/jobs/purges/spam-removal.ts';
import { recount } from '../../../../shared/jobs/recounts/recount.ts';
import { log } from '../../../../shared/log.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { getJob } from '../../../../shared/store/jobs.ts';
import { dueParts, type Key, keyOf, spamScope } from '../../../../shared/store/keys.ts';
import { firstPlace } from '../../../../shared/store/responses/moved-responses.ts';
import { findResponse, getResponse } from '../../../../shared/store/responses/responses.ts';
import { moveResponse } from '../../../../shared/store/responses/spam.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller, readOf, storedForm, submit } from '../../../support/records/records.ts';
import { useSteadyClock } from '../../../support/steady-clock.ts';
import { countAll, countStream } from '../../../support/table/counting.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { readStream, useTable } from '../../../support/table/table.ts';

useSteadyClock();
useTable({ stream: true });
let caller: Caller;
beforeAll(async () => {
  log.setLogLevel('SILENT');
  caller = await newCaller();
});

/** Where a response is that was completed at once, and where if it is spam. */
const keysIn = (id: string) => [keyOf('response', firstPlace(id)), keyOf('spam', firstPlace(id))];

/** Marks it, or takes the mark away; gives the key of where it is then. */
async function mark(stored: StoredForm, id: string, isSpam = true) {
  const moved = await moveResponse(await readOf(stored, { id }), isSpam ? markByHand() : undefined);
  if (!moved) throw new Error('It was changed by somebody else');
  return keysIn(id)[isSpam ? 1 : 0] as Key;
}

const countersOf = ({ form, environmentId }: StoredForm) =>
  storedCounters([form.id, environmentId].flatMap(scope => [scope, spamScope(scope)]));

/** What reports tell of responses and spam of a form, by letter. */
async function reported({ form }: StoredForm): Promise<Record<string, number>> {
  const letters = [...(await storedCounters([form.id]))]
    .map(([name, count]) => [/ HOUR#\S+ ([cCh]) /.exec(name)?.[1], count] as const)
    .filter(([letter]) => letter !== undefined);
  return Object.fromEntries(letters) as Record<string, number>;
}

it('removes spam 30 days after it was marked, and not before', async () => {
  const stored = await storedForm(caller);
  const { id } = await submit(stored);
  const key = await mark(stored, id);
  const markedAt = Date.now();
  const { spam } = (await readOf(stored, { id })).response;
  expect(dueParts(String((await getItem(key))?.duesk)).time).toBe(Date.parse(spam?.at ?? '') + 30 * dayMs);
  await removeSpam(key, markedAt + 29 * dayMs);
  expect((await getItem(key))?.duesk).toContain('#');
  expect((await readOf(stored, { id })).response.spam).toBeDefined();
  await removeSpam(key, markedAt + 30 * dayMs + 1000);
  expect(await findResponse(id, stored)).toBeUndefined();
  await removeSpam(key, markedAt + 31 * dayMs);
  await countStream();
  // Blocked, and nothing else is left of it.
  expect(await reported(stored)).toEqual({ h: 1 });
});

it('leaves alone what is no spam any more when its time is up', async () => {
  const stored = await storedForm(caller);
  const { id } = await submit(stored);
  const key = await mark(stored, id);
  await mark(stored, id, false);
  await removeSpam(key, Date.now() + 60 * dayMs);
  expect((await getResponse(id, stored))?.response).toMatchObject({ id, status: 'completed' });
});

itInAll('is in one place and counted once, wherever a mark is cut off', async () => {
  const tried: { stored: StoredForm; isSpam: boolean }[] = [];
  for (const isSpam of [true, false]) {
    for (let call = 1, wasKilled = true; wasKilled; call++) {
      const stored = await storedForm(caller);
      tried.push({ stored, isSpam });
      const { id } = await submit(stored);
      if (!isSpam) await mark(stored, id);
      wasKilled = await killedAt(call, () => mark(stored, id, isSpam));
      // Whoever asked for it tries again: what was moved is not moved twice.
      const { response } = await readOf(stored, { id });
      if (Boolean(response.spam) !== isSpam) await mark(stored, id, isSpam);
      expect((await Promise.all(keysIn(id).map(key => getItem(key)))).map(Boolean)).toEqual([!isSpam, isSpam]);
    }
  }
  expect(tried.length).toBeGreaterThan(6);
  await countStream();
  for (const { stored, isSpam } of tried) expect(await reported(stored)).toEqual(isSpam ? { h: 1 } : { c: 1 });
});

it('does not count when a day is counted anew', async () => {
  const stored = await storedForm(caller);
  const ids = [];
  for (let row = 0; row < 4; row++) ids.push((await submit(stored)).id);
  await mark(stored, ids[0] ?? '');
  await mark(stored, ids[1] ?? '');
  await mark(stored, ids[1] ?? '', false);
  const changes = await readStream();
  await scheduleRecounts(changes);
  await countAll(changes);
  const before = await countersOf(stored);
  const key = keyOf('job', { job: `recount-${stored.form.id}-${dayOf(Date.now())}` });
  const job = await getJob(key);
  if (job?.kind !== 'recount') throw new Error('There is no recount');
  await recount(key, job, Number.POSITIVE_INFINITY, job.notBefore);
  expect(await countersOf(stored)).toEqual(before);
  expect(await getJob(key)).toBeUndefined();
});
