import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { storedCounters } from '../../../../bench/counting/readers.ts';
import { repair } from '../../../../bin/after-restore/repair.ts';
import { additionWrites } from '../../../../shared/counting/counter-additions.ts';
import type { Addition } from '../../../../shared/counting/counter-deltas/counter-delta.ts';
import { scheduleRecounts } from '../../../../shared/counting/recount-schedule.ts';
import { markByHand } from '../../../../shared/domain/spam/spam-signals.ts';
import { dayOf } from '../../../../shared/domain/time/quarters.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { autoresponderId } from '../../../../shared/ids.ts';
import { recount } from '../../../../shared/jobs/recounts/recount.ts';
import { log } from '../../../../shared/log.ts';
import { unpackCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { addShards, deleteForm, getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { getJob, type RecountJob } from '../../../../shared/store/jobs.ts';
import { answersScope, type Key, keyOf, spamScope } from '../../../../shared/store/keys.ts';
import { autoresponderWrite } from '../../../../shared/store/receivers/autoresponders.ts';
import { newDelivery, recordSuccess } from '../../../../shared/store/receivers/deliveries.ts';
import { addressOf } from '../../../../shared/store/receivers/receivers.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { deleteResponse, getResponse, responseKey } from '../../../../shared/store/responses/responses.ts';
import { moveResponse } from '../../../../shared/store/responses/spam.ts';
import { readAnswerSums } from '../../../../shared/store/responses/summaries.ts';
import { dynamodb, getItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import {
  eventAt,
  formWithFields,
  newCaller,
  storedForm,
  storedWebhook,
  submit,
  submitAnswers,
} from '../../../support/records/records.ts';
import { useSteadyClock } from '../../../support/steady-clock.ts';
import { countAll } from '../../../support/table/counting.ts';
import { useKms } from '../../../support/table/kms.ts';
import { readStream, useTable } from '../../../support/table/table.ts';

useSteadyClock();

const minute = 60_000;
const today = dayOf(Date.now());
const noDeadline = Number.POSITIVE_INFINITY;

const changesOf = async ({ form }: StoredForm) =>
  (await readStream()).filter(({ key }) => key.pk.startsWith(`RESPONSES#${form.id}`));

const keyOfJob = ({ form }: StoredForm): Key => keyOf('job', { job: `recount-${form.id}-${today}` });

async function recountJob(stored: StoredForm): Promise<RecountJob | undefined> {
  const job = await getJob(keyOfJob(stored));
  return job?.kind === 'recount' ? job : undefined;
}

/** Runs the job once it is due, as often as it asks for it; gives how often it ran. */
async function runs(stored: StoredForm, meanwhile: (run: number) => Promise<unknown> = async () => {}) {
  for (let run = 0; run < 20; run++) {
    const job = await recountJob(stored);
    if (!job) return run;
    await recount(keyOfJob(stored), job, noDeadline, job.notBefore);
    await meanwhile(run);
  }
  throw new Error('The recount does not end');
}

/** The counters of a form and its environment, by name: `form_… HOUR#2026-03-01T12 c 3`. */
const allOf = ({ form, environmentId }: StoredForm) => storedCounters([form.id, environmentId]);

/** What the form has of one letter, in whichever quarter hour the test runs. */
async function counted({ form }: StoredForm, letter: 'c' | 'C' | 'a'): Promise<number> {
  const ofLetter = [...(await storedCounters([form.id]))].filter(
    ([name]) => / HOUR#\S+ (\S+)/.exec(name)?.[1] === letter,
  );
  return ofLetter.reduce((sum, [, count]) => sum + count, 0);
}

/** How many completed responses the sealed day has; undefined when it is not sealed. */
async function sealed(scope: string): Promise<number | undefined> {
  const item = await getItem(keyOf('dayCounts', { scope, day: today }));
  return unpackCounters(item?.counts)
    .get('c')
    ?.reduce((sum, count) => sum + count);
}

async function spoil(additions: readonly Addition[]): Promise<void> {
  await dynamodb.send(new TransactWriteCommand({ TransactItems: await additionWrites(additions) }));
}

/** As if one completed response of now had been counted otherwise than it was. */
const spoilAll = ({ form, environmentId }: StoredForm, by: number) =>
  spoil(
    [form.id, environmentId].flatMap(scope => [
      { scope, name: 'c', by },
      { scope, name: 'c', by, time: Date.now() },
    ]),
  );

/** A form with so many responses, counted, and its recount of today. */
async function countedForm(responses: number): Promise<StoredForm> {
  const stored = await storedForm(await newCaller());
  for (let row = 0; row < responses; row++) {
    await submit(stored, 'Ada', row % 3 === 2 ? 'partial' : 'completed');
  }
  const changes = await changesOf(stored);
  await scheduleRecounts(changes);
  await countAll(changes);
  return stored;
}

describe('the nightly recount', () => {
  useTable({ stream: true });
  useKms();
  beforeAll(() => log.setLogLevel('SILENT'));

  it('is due in the second night after the day, once for a form and day however often that changes', async () => {
    const stored = await storedForm(await newCaller());
    await submit(stored);
    const changes = await changesOf(stored);
    await Promise.all([scheduleRecounts(changes), scheduleRecounts(changes), scheduleRecounts(changes)]);
    const job = await recountJob(stored);
    const intoNight = (job?.notBefore ?? 0) - (Date.parse(today) + 2 * dayMs);
    expect(intoNight).toBeGreaterThanOrEqual(60 * minute);
    expect(intoNight).toBeLessThan(180 * minute);
    await scheduleRecounts(changes);
    expect(await recountJob(stored)).toEqual(job);
  });

  it('of a day that is long past is due in the next night', async () => {
    const stored = await storedForm(await newCaller());
    await submit(stored);
    const now = Date.parse(today) + 10 * dayMs + 300 * minute;
    await scheduleRecounts(await changesOf(stored), now);
    const afterNow = ((await recountJob(stored))?.notBefore ?? 0) - now;
    expect(afterNow).toBeGreaterThan(0);
    expect(afterNow).toBeLessThan(dayMs);
  });

  it('is not asked for when a deleted form loses its responses', async () => {
    const stored = await storedForm(await newCaller());
    await submit(stored);
    await deleteForm(stored);
    await scheduleRecounts(await changesOf(stored));
    expect(await recountJob(stored)).toBeUndefined();
  });

  it('changes nothing, and ends, where the counters are right', async () => {
    const stored = await countedForm(5);
    const before = await allOf(stored);
    expect(await runs(stored)).toBe(1);
    expect(await allOf(stored)).toEqual(before);
  });

  it('heals a counter that is wrong, once, in the form and its environment, though it runs twice at once', async () => {
    const stored = await countedForm(5);
    const before = await allOf(stored);
    await spoilAll(stored, 7);
    const [first, again] = [await recountJob(stored), await recountJob(stored)];
    if (!first || !again) throw new Error('There is no job');
    await recount(keyOfJob(stored), first, noDeadline, first.notBefore);
    expect(await allOf(stored)).not.toEqual(before);
    const second = await recountJob(stored);
    if (!second) throw new Error('There is no second count');
    const run = () => recount(keyOfJob(stored), second, noDeadline, second.notBefore);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await allOf(stored)).toEqual(before);
    expect(await recountJob(stored)).toBeUndefined();
    expect(await Promise.all([stored.form.id, stored.environmentId].map(sealed))).toEqual([4, 4]);
  });

  it('heals the counters of answers, and says nothing of what was answered', async () => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => {});
    const options = ['Berlin', 'Bonn'];
    const stored = await formWithFields(await newCaller(), { fields: [{ id: 'city', type: 'select', options }] });
    for (const city of ['Berlin', 'Bonn', 'Berlin']) await submitAnswers(stored, { city });
    const changes = await changesOf(stored);
    await scheduleRecounts(changes);
    await countAll(changes);
    const sums = async () => [...(await readAnswerSums(stored, {}))].filter(([, sum]) => sum !== 0).sort();
    const before = await sums();
    expect(before).toEqual([
      ['c', 3],
      ['o:city:Berlin', 2],
      ['o:city:Bonn', 1],
      ['t:city', 3],
    ]);
    const scope = answersScope(stored.form.id);
    await spoil([
      { scope, name: 'o:city:Berlin', by: -2, time: Date.now() },
      { scope, name: 'o:city:Paris', by: 1, time: Date.now() },
    ]);
    await runs(stored);
    // Noon takes the correction, wherever the error was.
    expect([...(await readAnswerSums(stored, {}, Date.now() + dayMs))].filter(([, sum]) => sum !== 0).sort()).toEqual(
      before,
    );
    expect(JSON.stringify(warn.mock.calls)).toContain('"answers":2');
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/Berlin|Paris/);
    warn.mockRestore();
  });

  it('counts rows that were never counted, in every shard', async () => {
    const narrow = await countedForm(3);
    await addShards(narrow);
    const stored = (await getForm(narrow.form.id)) ?? narrow;
    for (let row = 0; row < 12; row++) await submit(stored);
    await runs(stored);
    expect(await counted(stored, 'c')).toBe(14);
  });

  it('leaves totals right that readers had made up for, of rows newer than the newest counted one', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    await submit(stored);
    const changes = await changesOf(stored);
    await scheduleRecounts(changes);
    await countAll(changes);
    await submit(stored);
    const totals = async () => {
      const lists = [await responsesOfForm(caller, stored.form.id, {}), await responsesOfEnvironment(caller, {})];
      return Promise.all(lists.map(list => list?.count()));
    };
    expect(await totals()).toEqual([2, 2]);
    await runs(stored);
    expect(await counted(stored, 'c')).toBe(2);
    expect(await totals()).toEqual([2, 2]);
    await submit(stored);
    expect(await totals()).toEqual([3, 3]);
  });

  it('leaves alone what is on its way: the stream brings it after the first count', async () => {
    const stored = await countedForm(4);
    await submit(stored);
    const removed = await submit(stored);
    await deleteResponse({ response: removed, storedForm: stored, item: responseKey(removed.id), revision: 1 });
    expect(await runs(stored, async () => countAll(await changesOf(stored)))).toBe(2);
    expect(await counted(stored, 'c')).toBe(4);
    expect(await counted(stored, 'C')).toBe(1);
  });

  itInAll('leaves alone a difference that is the same again, of other changes on their way', async () => {
    const stored = await countedForm(3);
    const fresh = async () => {
      await countAll(await changesOf(stored));
      await submit(stored);
    };
    await submit(stored);
    // Always one response behind: the difference is the same at each count, the counters are right.
    await runs(stored, fresh);
    await countAll(await changesOf(stored));
    const rows = new Set((await changesOf(stored)).map(({ key }) => key.sk)).size;
    expect(await counted(stored, 'c')).toBe(rows - 1);
  });

  it('heals an error beside changes on their way', async () => {
    const stored = await countedForm(3);
    await spoil([{ scope: stored.form.id, name: 'a', by: 2, time: Date.parse(today) }]);
    await submit(stored);
    await runs(stored, async () => countAll(await changesOf(stored)));
    expect(await counted(stored, 'a')).toBe(0);
    expect(await counted(stored, 'c')).toBe(3);
  });

  it('goes on where its time ended', async () => {
    const stored = await countedForm(4);
    await spoilAll(stored, -1);
    const job = await recountJob(stored);
    if (!job) throw new Error('There is no job');
    await recount(keyOfJob(stored), job, 0, job.notBefore);
    expect((await recountJob(stored))?.progress).toBeDefined();
    await runs(stored);
    expect(await counted(stored, 'c')).toBe(3);
  });

  it('waits when it is called before its time', async () => {
    const stored = await countedForm(1);
    await spoilAll(stored, 1);
    for (let run = 0; run < 5; run++) {
      const job = await recountJob(stored);
      if (job) await recount(keyOfJob(stored), job, noDeadline, job.notBefore - 1);
    }
    expect((await recountJob(stored))?.step).toBe(0);
  });

  it('ends with its form', async () => {
    const stored = await countedForm(1);
    await deleteForm(stored);
    expect(await runs(stored)).toBe(1);
  });

  it('heals what was counted wrongly of the deliveries to a webhook, and of spam', async () => {
    const webhook = await storedWebhook(await newCaller());
    const { receiverId, owner } = addressOf(webhook);
    for (const identity of ['one', 'two', 'three']) {
      await recordSuccess(newDelivery({ receiverId, owner }, eventAt(Date.now()), identity), {
        at: today,
        status: 200,
        latencyMs: 1,
      });
    }
    const stored = await storedForm(await newCaller());
    const read = await getResponse((await submit(stored)).id, stored);
    expect(read && (await moveResponse(read, markByHand()))).toBeDefined();
    const changes = await readStream();
    const ofDeliveries = changes.filter(({ key }) => key.pk.includes(receiverId));
    const ofSpam = changes.filter(({ key }) => key.pk.includes(stored.form.id));
    await scheduleRecounts([...ofDeliveries, ...ofSpam]);
    await countAll([...ofDeliveries, ...ofSpam]);
    const scopes = [receiverId, spamScope(stored.form.id), spamScope(stored.environmentId)];
    const before = await storedCounters(scopes);
    expect(before.size).toBeGreaterThanOrEqual(6);
    const wrong = scopes.map(scope => ({ scope, name: scope === receiverId ? 'k' : 'c', by: 5 }));
    await spoil(wrong.flatMap(each => [each, { ...each, time: Date.now() }]));
    for (const name of [`recount-${receiverId}-${today}`, `recount-spam-${stored.form.id}-${today}`]) {
      const key = keyOf('job', { job: name });
      for (let job = await getJob(key); job?.kind === 'recount'; job = await getJob(key)) {
        await recount(key, job, noDeadline, job.notBefore);
      }
    }
    expect(await storedCounters(scopes)).toEqual(before);
  });

  it('is due, once a table is restored, of every receiver that has counters and no deliveries any more', async () => {
    const caller = await newCaller();
    const { form } = await storedForm(caller);
    const autoresponder = { enabled: true, subject: 'Thanks', body: 'We have it' };
    const { id } = form;
    const write = autoresponderWrite({ id, autoresponder }, { caller, baseUrl: 'https://forms.example' });
    expect(await writeIfUnchanged([write])).toBe(true);
    const { receiverId, owner } = addressOf(await storedWebhook(caller));
    const receivers = { [receiverId]: owner, [autoresponderId(id)]: id };
    await spoil(Object.keys(receivers).map(scope => ({ scope, name: 'k', by: 1, time: Date.now() })));
    await repair(Date.now());
    for (const [receiver, whose] of Object.entries(receivers)) {
      const job = await getJob(keyOf('job', { job: `recount-${receiver}-${today}` }));
      expect(job).toMatchObject({ rows: 'deliveries', receiverId: receiver, owner: whose });
    }
  });
});
