import { additionWrites } from '../counting/counter-additions.ts';
import { lowerOldShards } from '../counting/shard-lowering.ts';
import { type CountedStatus, letterOf, quarterAttribute } from '../domain/analytics/counted.ts';
import { quarterMs } from '../domain/quarters.ts';
import { dayMs, hourMs, streamKeepsMs } from '../durations.ts';
import { log } from '../log.ts';
import { measure } from '../metric.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { readHours, unsealWrites } from '../store/counters/counter-items.ts';
import { sealDay } from '../store/counters/seal-day.ts';
import { postpone } from '../store/due.ts';
import { expression } from '../store/expression.ts';
import { getJob, type RecountJob, tenantOf } from '../store/jobs.ts';
import { dueKeys, type Key } from '../store/keys.ts';
import { deleteOnce, type TransactItem, writeIfUnchanged } from '../store/table.ts';
import { deleteWrite, putWrite } from '../store/writes.ts';
import { countStored, type Stored } from './count-stored.ts';
import { type RecountedList, recountedList } from './recounted-list.ts';

/** Longer than the stream keeps a change, so that what is on its way at one count is not at the next. */
const settlingMs = streamKeepsMs + hourMs;

/** So often a day is counted whose counters differ and do not stand still. */
const countsMax = 6;

/** What is stored, and what the counter says, of each counter that differs. */
type Differing = Readonly<Record<string, { stored: number; counted: number }>>;

/**
 * Counts the rows of a list's day, and corrects the counters that differ where neither they nor the rows have moved since
 * the count before, the night before: then the difference is no change on its way but an error. The correction and the
 * job's progress are one transaction, so that it is made once. Then the day is sealed.
 *
 * @param deadline when to stop and be due again: ms since the epoch
 */
export async function recount(Key: Key, job: RecountJob, deadline: number, now = Date.now()): Promise<void> {
  const list = await recountedList(job);
  if (!list) {
    await deleteOnce(Key);
    return;
  }
  if (now < job.notBefore) {
    await postpone(Key, tenantOf(job), job.notBefore, job.step);
    return;
  }
  if (job.rows === 'responses') await lowerOldShards(job.formId, now);
  const { progress, ...stored } = await countStored(list, job.day, job.progress, deadline);
  if (progress) {
    await writeIfUnchanged([continueJobWrite(Key, job, now, { progress })]);
    return;
  }
  const seal = () => Promise.all(list.sealed.map(scope => sealDay(scope, job.day, now)));
  await seal();
  if (await correctOrRecountLater(Key, job, list, stored, now)) await seal();
}

/** Whether something was corrected: then the day is no longer sealed. */
async function correctOrRecountLater(
  Key: Key,
  job: RecountJob,
  list: RecountedList,
  stored: Stored,
  now: number,
): Promise<boolean> {
  const differing = await differencesOf(list, job.day, stored);
  const before: Differing = JSON.parse(job.differing ?? '{}');
  const stoodStill = ([attribute, { stored, counted }]: [string, Differing[string]]) =>
    before[attribute]?.stored === stored && before[attribute]?.counted === counted;
  const entries = Object.entries(differing) as [string, Differing[string]][];
  const wrong = Object.fromEntries(entries.filter(stoodStill));
  const moving = Object.fromEntries(entries.filter(entry => !stoodStill(entry)));
  const isLast = Object.keys(moving).length === 0 || job.step + 1 >= countsMax;
  const next = { step: job.step + 1, differing: JSON.stringify(moving), progress: undefined };
  const end = isLast ? deleteJobWrite(Key, job) : continueJobWrite(Key, job, now + settlingMs, next);
  const corrected = await writeTogether(Key, job, end, () => correctionWrites(job.day, list, wrong, stored));
  const { day } = job;
  const corrections = Object.keys(wrong).length;
  if (!corrected || corrections === 0) return false;
  log.warn('counters were corrected', { ...subjectOf(job), day, counters: wrong });
  measure('CorrectedCounters', corrections, 'Count');
  return true;
}

/** Writes the corrections and what becomes of the job; again while others write the same counters. False when the job has moved on. */
async function writeTogether(
  Key: Key,
  job: RecountJob,
  end: TransactItem,
  corrections: () => Promise<TransactItem[]>,
): Promise<boolean> {
  return retryOnConflict(async () => {
    if (await writeIfUnchanged([...(await corrections()), end])) return true;
    return (await getJob(Key))?.step === job.step ? undefined : false;
  });
}

/** The counters of a day for the stored rows of one status. */
function countersOf(day: string, status: CountedStatus): string[] {
  const midnight = Date.parse(day);
  return Array.from({ length: dayMs / quarterMs }, (_, quarter) =>
    quarterAttribute(midnight + quarter * quarterMs, status),
  );
}

async function differencesOf({ statuses, scopes }: RecountedList, day: string, { counts }: Stored): Promise<Differing> {
  const midnight = Date.parse(day);
  const [scope = ''] = scopes;
  const counted = new Map<string, number>();
  for (const { start, counters } of await readHours(scope, midnight, midnight + dayMs, { consistent: true })) {
    for (const status of statuses) {
      for (const [cell, count] of (counters.get(letterOf(status)) ?? []).entries()) {
        counted.set(quarterAttribute(start + cell * quarterMs, status), count);
      }
    }
  }
  const all = statuses
    .flatMap(status => countersOf(day, status))
    .map(attribute => {
      return [attribute, { stored: counts.get(attribute) ?? 0, counted: counted.get(attribute) ?? 0 }] as const;
    });
  return Object.fromEntries(all.filter(([, { stored, counted }]) => stored !== counted));
}

/**
 * The hours and the totals, of each scope: what missed one has missed all. Readers count what is newer than the newest
 * counted row themselves, and so the totals know from then on that these rows are counted.
 */
async function correctionWrites(day: string, list: RecountedList, wrong: Differing, { newest }: Stored) {
  if (Object.keys(wrong).length === 0) return [];
  const added = list.scopes.flatMap(scope =>
    Object.entries(wrong).flatMap(([attribute, { stored, counted }]) => {
      const time = Date.parse(day) + Number(attribute.slice(1)) * quarterMs;
      const addition = { scope, name: attribute.slice(0, 1), by: stored - counted };
      return [addition, { ...addition, time }];
    }),
  );
  return [
    list.check,
    ...(await additionWrites(added, [...newest.values()])),
    ...list.sealed.flatMap(scope => unsealWrites(scope, day)),
  ];
}

/** For the log. */
const subjectOf = (job: RecountJob) =>
  job.rows === 'deliveries'
    ? { rows: job.rows, owner: job.owner, receiverId: job.receiverId }
    : { rows: job.rows, formId: job.formId };

const continueJobWrite = (key: Key, job: RecountJob, notBefore: number, progress: Partial<RecountJob>): TransactItem =>
  putWrite(
    { ...job, ...key, ...dueKeys(notBefore, tenantOf(job)), notBefore, ...progress },
    expression`step = ${job.step}`,
  );

const deleteJobWrite = (key: Key, job: RecountJob): TransactItem => deleteWrite(key, expression`step = ${job.step}`);
