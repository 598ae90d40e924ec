import { quarterAttribute } from '../domain/analytics/counted.ts';
import { dayMs, quarterMs } from '../domain/quarters.ts';
import type { ResponseStatus } from '../domain/responses/response.ts';
import { log } from '../log.ts';
import { measure } from '../metric.ts';
import { postpone } from '../store/due.ts';
import { type Expression, expression } from '../store/expression.ts';
import { formExistsCheck, getForm, type StoredForm } from '../store/forms/forms.ts';
import type { RecountJob } from '../store/jobs.ts';
import { dueKeys, type Key, keyOf } from '../store/keys.ts';
import { deleteOnce, getItem, type TransactItem, writeIfUnchanged } from '../store/table.ts';
import { deleteWrite, putWrite, updateWrite } from '../store/writes.ts';
import { countStored } from './count-stored.ts';

/** Longer than the stream takes to bring a change to the counters, unless an alarm is on. */
const settlingMs = 15 * 60_000;

/** So often a day is counted whose counters differ and do not stand still. */
const countsMax = 6;

/** What is stored, and what the counter says, of each counter that differs. */
type Differing = Readonly<Record<string, { stored: number; counted: number }>>;

/**
 * Counts the responses of a form's day, and corrects the counters that differ where neither they nor the responses have
 * moved since the count before, a quarter of an hour ago: then the difference is no change on its way but an error. The
 * correction and the job's progress are one transaction, so that it is made once.
 *
 * @param deadline when to stop and be due again: ms since the epoch
 */
export async function recount(Key: Key, job: RecountJob, deadline: number, now = Date.now()): Promise<void> {
  const form = await getForm(job.formId);
  if (!form) {
    await deleteOnce(Key);
    return;
  }
  if (now < job.notBefore) {
    await postpone(Key, job.environmentId, job.notBefore, job.step);
    return;
  }
  const { counts, progress } = await countStored(form, job.day, job.progress, deadline);
  if (progress) await writeIfUnchanged([continueJobWrite(Key, job, now, { progress })]);
  else await correctOrRecountLater(Key, job, form, await differencesOf(job, counts), now);
}

async function correctOrRecountLater(
  Key: Key,
  job: RecountJob,
  form: StoredForm,
  differing: Differing,
  now: number,
): Promise<void> {
  const before: Differing = JSON.parse(job.differing ?? '{}');
  const stoodStill = ([attribute, { stored, counted }]: [string, Differing[string]]) =>
    before[attribute]?.stored === stored && before[attribute]?.counted === counted;
  const entries = Object.entries(differing) as [string, Differing[string]][];
  const wrong = Object.fromEntries(entries.filter(stoodStill));
  const moving = Object.fromEntries(entries.filter(entry => !stoodStill(entry)));
  const isLast = Object.keys(moving).length === 0 || job.step + 1 >= countsMax;
  const next = { step: job.step + 1, differing: JSON.stringify(moving), progress: undefined };
  const corrected = await writeIfUnchanged([
    ...correctionWrites(job, form.environmentId, wrong),
    isLast ? deleteWrite(Key, asRead(job)) : continueJobWrite(Key, job, now + settlingMs, next),
  ]);
  const { formId, day } = job;
  const corrections = Object.keys(wrong).length;
  if (!corrected || corrections === 0) return;
  log.warn('counters were corrected', { formId, day, counters: wrong });
  measure('CorrectedCounters', corrections, 'Count');
}

const responseStatuses: readonly ResponseStatus[] = ['completed', 'partial', 'abandoned'];

/** The counters of a day for the stored responses of one status. */
function countersOf(day: string, status: ResponseStatus): string[] {
  const midnight = Date.parse(day);
  return Array.from({ length: dayMs / quarterMs }, (_, quarter) =>
    quarterAttribute(midnight + quarter * quarterMs, status),
  );
}

async function differencesOf({ formId, day }: RecountJob, counts: ReadonlyMap<string, number>): Promise<Differing> {
  const counters = await getItem(keyOf('dayCounts', { scope: formId, day }));
  const all = responseStatuses
    .flatMap(status => countersOf(day, status))
    .map(attribute => {
      return [attribute, { stored: counts.get(attribute) ?? 0, counted: Number(counters?.[attribute] ?? 0) }] as const;
    });
  return Object.fromEntries(all.filter(([, { stored, counted }]) => stored !== counted));
}

/** The day and the totals, of the form and of its environment: what missed one has missed all four. */
function correctionWrites({ formId, day }: RecountJob, environmentId: string, wrong: Differing): TransactItem[] {
  if (Object.keys(wrong).length === 0) return [];
  const missing = (attribute: string) => (wrong[attribute]?.stored ?? 0) - (wrong[attribute]?.counted ?? 0);
  const ofDay = new Map(Object.keys(wrong).map(attribute => [attribute, missing(attribute)]));
  const totals = new Map(
    responseStatuses.map(status => {
      return [status, countersOf(day, status).reduce((sum, attribute) => sum + missing(attribute), 0)];
    }),
  );
  const updates = [formId, environmentId].flatMap(scope => [
    ...addCountersWrites(keyOf('dayCounts', { scope, day }), ofDay),
    ...addCountersWrites(keyOf('shardCounts', { scope, shard: '0' }), totals),
  ]);
  return [formExistsCheck(formId), ...updates];
}

function addCountersWrites(key: Key, added: ReadonlyMap<string, number>): TransactItem[] {
  const add = Object.fromEntries([...added].filter(([, by]) => by !== 0));
  return Object.keys(add).length > 0 ? [updateWrite(key, { add })] : [];
}

const continueJobWrite = (key: Key, job: RecountJob, notBefore: number, progress: Partial<RecountJob>): TransactItem =>
  putWrite({ ...job, ...key, ...dueKeys(notBefore, job.environmentId), notBefore, ...progress }, asRead(job));

const asRead = ({ step }: RecountJob): Expression => expression`step = ${step}`;
