import { additionWrites } from '../../counting/counter-additions.ts';
import { lowerOldShards } from '../../counting/shard-lowering.ts';
import { type CounterName, letterOf, quarterAttribute } from '../../domain/analytics/counter-names.ts';
import { isCoarse, readAnswerCounter } from '../../domain/summaries/answer-counters.ts';
import { quarterMs } from '../../domain/time/quarters.ts';
import { dayMs, hourMs, streamKeepsMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { log } from '../../log.ts';
import { measure } from '../../metric.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { readHours, unsealWrites } from '../../store/counters/counter-items.ts';
import { sealDay } from '../../store/counters/seal-day.ts';
import { postpone } from '../../store/due.ts';
import { expression } from '../../store/expression.ts';
import { getJob, type RecountJob, tenantOf } from '../../store/jobs.ts';
import { dueKeys, type Key } from '../../store/keys.ts';
import { deleteOnce, type TransactItem, writeIfUnchanged } from '../../store/table.ts';
import { deleteWrite, putWrite } from '../../store/writes.ts';
import { countStored, type StoredCounts } from './count-stored.ts';
import { type RecountedList, recountedList } from './recounted-list.ts';

/** Longer than the stream keeps a change, so that a change in transit at one count has arrived by the next. */
const settlingMs = streamKeepsMs + hourMs;

/** The maximum number of times that a day is counted whose counters differ and keep changing. */
const countsMax = 6;

/** The stored number and the counter, for each counter that differs. */
type Differing = Readonly<Record<string, { stored: number; counted: number }>>;

/**
 * Counts the rows of a list's day, and corrects wrong counters. It corrects a counter only when neither it nor the rows
 * have changed since the count of the night before: then the difference is an error, not a change in transit. The
 * correction and the job's progress are one transaction, so it is made once. Then the day is sealed.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function recount(Key: Key, job: RecountJob, deadline: number, now = Date.now()): Promise<void> {
  const known = await recountedList(job);
  if (!known) {
    await deleteOnce(Key);
    return;
  }
  if (now < job.notBefore) {
    await postpone(Key, tenantOf(job), job.notBefore, job.step);
    return;
  }
  if (job.rows === 'responses') await lowerOldShards(job.formId, now);
  const { list, progress, ...stored } = await countReadable(known, job, deadline);
  if (progress) {
    await writeIfUnchanged([continueJobWrite(Key, job, now, { progress })]);
    return;
  }
  const seal = () => Promise.all(list.sealed.map(scope => sealDay(scope, job.day, now)));
  await seal();
  if (await correctOrRecountLater(Key, job, list, stored, now)) await seal();
}

/** Counts the rows of a list's day: without their answers if those are in a bucket that is closed. */
async function countReadable(list: RecountedList, { day, progress }: RecountJob, deadline: number) {
  try {
    return { list, ...(await countStored(list, day, progress, deadline)) };
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    const { answersScope: _, ...others } = list;
    return { list: others, ...(await countStored(others, day, progress, deadline)) };
  }
}

/**
 * Corrects the counters or schedules another recount. Returns whether something was corrected, which unseals the day.
 */
async function correctOrRecountLater(
  Key: Key,
  job: RecountJob,
  list: RecountedList,
  stored: StoredCounts,
  now: number,
): Promise<boolean> {
  const differing = {
    ...(await differencesOf(list, job.day, stored)),
    ...(await answerDifferences(list, job.day, stored)),
  };
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
  // The names of counters of answers contain answers.
  const counters = Object.fromEntries(Object.entries(wrong).filter(([name]) => !name.startsWith(ofAnswers)));
  const answers = corrections - Object.keys(counters).length;
  log.warn('counters were corrected', { ...subjectOf(job), day, counters, ...(answers > 0 && { answers }) });
  measure('CorrectedCounters', corrections, 'Count');
  return true;
}

/**
 * Writes the corrections together with the job's next state, and retries while others write the same counters. Returns
 * false when the job has moved on.
 */
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

/** Returns the names of a day's counters for the stored rows in one state. */
function countersOf(day: string, state: CounterName): string[] {
  const midnight = Date.parse(day);
  return Array.from({ length: dayMs / quarterMs }, (_, quarter) =>
    quarterAttribute(midnight + quarter * quarterMs, state),
  );
}

async function differencesOf(
  { states, scopes }: RecountedList,
  day: string,
  { counts }: StoredCounts,
): Promise<Differing> {
  const midnight = Date.parse(day);
  const [scope = ''] = scopes;
  const counted = new Map<string, number>();
  for (const { start, counters } of await readHours(scope, midnight, midnight + dayMs, { consistent: true })) {
    for (const state of states) {
      for (const [cell, count] of (counters.get(letterOf(state)) ?? []).entries()) {
        counted.set(quarterAttribute(start + cell * quarterMs, state), count);
      }
    }
  }
  const all = states
    .flatMap(state => countersOf(day, state))
    .map(attribute => {
      return [attribute, { stored: counts.get(attribute) ?? 0, counted: counted.get(attribute) ?? 0 }] as const;
    });
  return Object.fromEntries(all.filter(([, { stored, counted }]) => stored !== counted));
}

/** The prefix of a counter of answers, which are compared by day. */
const ofAnswers = 'answers ';
/** The maximum number of corrections of answers in one night. */
const answerDifferencesMax = 2000;

async function answerDifferences(
  { answersScope }: RecountedList,
  day: string,
  { answers }: StoredCounts,
): Promise<Differing> {
  if (answersScope === undefined) return {};
  const midnight = Date.parse(day);
  const hours = await readHours(answersScope, midnight, midnight + dayMs, { consistent: true });
  const counted = new Map<string, number>();
  for (const { counters } of hours) {
    for (const [name, cells] of counters) {
      counted.set(name, (counted.get(name) ?? 0) + cells.reduce((sum, cell) => sum + cell, 0));
    }
  }
  const names = [...new Set([...answers.keys(), ...counted.keys()])];
  const coarse = new Set(names.filter(isCoarse).map(fieldOf));
  const differing = names
    .filter(name => !coarse.has(fieldOf(name)))
    .map(name => [ofAnswers + name, { stored: answers.get(name)?.[0] ?? 0, counted: counted.get(name) ?? 0 }] as const)
    .filter(([, { stored, counted }]) => stored !== counted);
  return Object.fromEntries(differing.slice(0, answerDifferencesMax));
}

const fieldOf = (name: string): string => readAnswerCounter(name)?.fieldId ?? '';

/**
 * Returns the writes that correct the hours and totals of each scope: a change that missed one has missed all. Readers
 * count rows newer than the newest counted one themselves, so the totals now record that these rows are counted.
 */
async function correctionWrites(day: string, list: RecountedList, wrong: Differing, { newest }: StoredCounts) {
  if (Object.keys(wrong).length === 0) return [];
  const entries = Object.entries(wrong).filter(([name]) => !name.startsWith(ofAnswers));
  const answers = Object.entries(wrong).filter(([name]) => name.startsWith(ofAnswers));
  const added = list.scopes.flatMap(scope =>
    entries.flatMap(([attribute, { stored, counted }]) => {
      const time = Date.parse(day) + Number(attribute.slice(1)) * quarterMs;
      const addition = { scope, name: attribute.slice(0, 1), by: stored - counted };
      return [addition, { ...addition, time }];
    }),
  );
  return [
    list.check,
    ...(await additionWrites([...added, ...answerCorrections(day, list, answers)], [...newest.values()])),
    ...list.sealed.flatMap(scope => unsealWrites(scope, day)),
  ];
}

/** Returns the corrections of answer counters. The hour of a missed answer is unknown, so noon gets it. */
function answerCorrections(day: string, { answersScope: scope }: RecountedList, wrong: [string, Differing[string]][]) {
  const time = Date.parse(day) + dayMs / 2;
  return wrong.flatMap(([name, { stored, counted }]) =>
    scope === undefined ? [] : [{ scope, time, name: name.slice(ofAnswers.length), by: stored - counted }],
  );
}

/** The counter as the log shows it. */
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
