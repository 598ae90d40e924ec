import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { countChanges } from '../../../shared/counting/counter-batch.ts';
import { scheduleRecounts } from '../../../shared/counting/recount-schedule.ts';
import { quarterAttribute } from '../../../shared/domain/analytics/counted.ts';
import { dayMs, dayOf } from '../../../shared/domain/quarters.ts';
import { recount } from '../../../shared/jobs/recount.ts';
import { log } from '../../../shared/log.ts';
import { addShards, deleteForm, getForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { getJob, type RecountJob } from '../../../shared/store/jobs.ts';
import { type Key, keyOf } from '../../../shared/store/keys.ts';
import { deleteResponse } from '../../../shared/store/responses/responses.ts';
import { dynamodb, tableName } from '../../../shared/store/table.ts';
import { newCaller, storedForm, submit } from '../../support/records.ts';
import { readStream, useTable } from '../../support/table.ts';

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

async function counters(key: Key): Promise<Record<string, number>> {
  const { Item = {} } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key: key }));
  const numbers = Object.entries(Item).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(numbers.filter(([, value]) => value !== 0));
}

const dayOfForm = ({ form }: StoredForm) => counters(keyOf('dayCounts', { scope: form.id, day: today }));

/** What the day has of one letter, in whichever quarter hour the test runs. */
async function counted(stored: StoredForm, letter: 'c' | 'C'): Promise<number> {
  const ofLetter = Object.entries(await dayOfForm(stored)).filter(([attribute]) => attribute.startsWith(letter));
  return ofLetter.reduce((sum, [, count]) => sum + count, 0);
}

/** The four items that the responses of a form of one shard are counted in. */
async function allOf(stored: StoredForm) {
  const scopes = [stored.form.id, stored.environmentId];
  const days = scopes.map(scope => counters(keyOf('dayCounts', { scope, day: today })));
  const totals = scopes.map(scope => counters(keyOf('shardCounts', { scope, shard: '0' })));
  return Promise.all([...days, ...totals]);
}

async function spoil(key: Key, attribute: string, by: number): Promise<void> {
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: 'ADD #counter :by',
      ExpressionAttributeNames: { '#counter': attribute },
      ExpressionAttributeValues: { ':by': by },
    }),
  );
}

/** As if one completed response of now had been counted otherwise than it was. */
async function spoilAll({ form, environmentId }: StoredForm, by: number): Promise<void> {
  for (const scope of [form.id, environmentId]) {
    await spoil(keyOf('dayCounts', { scope, day: today }), quarterAttribute(Date.now(), 'completed'), by);
    await spoil(keyOf('shardCounts', { scope, shard: '0' }), 'completed', by);
  }
}

/** A form with so many responses, counted, and its recount of today. */
async function countedForm(responses: number): Promise<StoredForm> {
  const stored = await storedForm(await newCaller());
  for (let row = 0; row < responses; row++) {
    await submit(stored, 'Ada', row % 3 === 2 ? 'partial' : 'completed');
  }
  const changes = await changesOf(stored);
  await scheduleRecounts(changes);
  expect(await countChanges(changes)).toBe(true);
  return stored;
}

describe('the nightly recount', () => {
  useTable({ stream: true });
  beforeAll(() => log.setLogLevel('SILENT'));

  it('is due in the night after the day, once for a form and day however often that changes', async () => {
    const stored = await storedForm(await newCaller());
    await submit(stored);
    const changes = await changesOf(stored);
    await Promise.all([scheduleRecounts(changes), scheduleRecounts(changes), scheduleRecounts(changes)]);
    const job = await recountJob(stored);
    const intoNight = (job?.notBefore ?? 0) - (Date.parse(today) + dayMs);
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
  });

  it('counts rows that were never counted, in every shard', async () => {
    const narrow = await countedForm(3);
    await addShards(narrow);
    const stored = (await getForm(narrow.form.id)) ?? narrow;
    for (let row = 0; row < 12; row++) await submit(stored);
    await runs(stored);
    expect(await counted(stored, 'c')).toBe(14);
  });

  it('leaves alone what is on its way: the stream brings it after the first count', async () => {
    const stored = await countedForm(4);
    await submit(stored);
    const removed = await submit(stored);
    await deleteResponse({ response: removed, revision: 1 });
    expect(await runs(stored, async () => countChanges(await changesOf(stored)))).toBe(2);
    expect(await counted(stored, 'c')).toBe(4);
    expect(await counted(stored, 'C')).toBe(1);
  });

  it('leaves alone a difference that is the same again, of other changes on their way', async () => {
    const stored = await countedForm(3);
    const fresh = async () => {
      await countChanges(await changesOf(stored));
      await submit(stored);
    };
    await submit(stored);
    // Always one response behind: the difference is the same at each count, the counters are right.
    await runs(stored, fresh);
    await countChanges(await changesOf(stored));
    const rows = new Set((await changesOf(stored)).map(({ key }) => key.sk)).size;
    expect(await counted(stored, 'c')).toBe(rows - 1);
  });

  it('heals an error beside changes on their way', async () => {
    const stored = await countedForm(3);
    await spoil(keyOf('dayCounts', { scope: stored.form.id, day: today }), 'a00', 2);
    await submit(stored);
    await runs(stored, async () => countChanges(await changesOf(stored)));
    expect(Object.keys(await dayOfForm(stored))).not.toContain('a00');
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
});
