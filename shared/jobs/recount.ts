import { additionWrites } from '../counting/counter-additions.ts';
import { letterOf, quarterAttribute } from '../domain/analytics/counted.ts';
import { quarterMs } from '../domain/quarters.ts';
import type { ResponseStatus } from '../domain/responses/response.ts';
import { dayMs, hourMs, streamKeepsMs } from '../durations.ts';
import { log } from '../log.ts';
import { measure } from '../metric.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { readHours, unsealWrites } from '../store/counters/counter-items.ts';
import { sealDay } from '../store/counters/seal-day.ts';
import { postpone } from '../store/due.ts';
import { expression } from '../store/expression.ts';
import { formExistsCheck, getForm, type StoredForm } from '../store/forms/forms.ts';
import { getJob, type RecountJob } from '../store/jobs.ts';
import { dueKeys, type Key } from '../store/keys.ts';
import { deleteOnce, type TransactItem, writeIfUnchanged } from '../store/table.ts';
import { deleteWrite, putWrite } from '../store/writes.ts';
import { countStored } from './count-stored.ts';

/** Longer than the stream keeps a change, so that what is on its way at one count is not at the next. */
const settlingMs = streamKeepsMs + hourMs;

/** So often a day is counted whose counters differ and do not stand still. */
const countsMax = 6;

/** What is stored, and what the counter says, of each counter that differs. */
type Differing = Readonly<Record<string, { stored: number; counted: number }>>;

/**
 * Counts the responses of a form's day, and corrects the counters that differ where neither they nor the responses have
 * moved since the count before, the night before: then the difference is no change on its way but an error. The
 * correction and the job's progress are one transaction, so that it is made once. Then the day is sealed.
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
  if (progress) {
    await writeIfUnchanged([continueJobWrite(Key, job, now, { progress })]);
    return;
  }
  const seal = () => Promise.all([form.form.id, form.environmentId].map(scope => sealDay(scope, job.day, now)));
  await seal();
  if (await correctOrRecountLater(Key, job, form, await differencesOf(job, counts), now)) await seal();
}

/** Whether something was corrected: then the day is no longer sealed. */
async function correctOrRecountLater(
  Key: Key,
  job: RecountJob,
  form: StoredForm,
  differing: Differing,
  now: number,
): Promise<boolean> {
  const before: Differing = JSON.parse(job.differing ?? '{}');
  const stoodStill = ([attribute, { stored, counted }]: [string, Differing[string]]) =>
    before[attribute]?.stored === stored && before[attribute]?.counted === counted;
  const entries = Object.entries(differing) as [string, Differing[string]][];
  const wrong = Object.fromEntries(entries.filter(stoodStill));
  const moving = Object.fromEntries(entries.filter(entry => !stoodStill(entry)));
  const isLast = Object.keys(moving).length === 0 || job.step + 1 >= countsMax;
  const next = { step: job.step + 1, differing: JSON.stringify(moving), progress: undefined };
  const end = isLast ? deleteJobWrite(Key, job) : continueJobWrite(Key, job, now + settlingMs, next);
  const corrected = await writeTogether(Key, job, end, () => correctionWrites(job, form.environmentId, wrong));
  const { formId, day } = job;
  const corrections = Object.keys(wrong).length;
  if (!corrected || corrections === 0) return false;
  log.warn('counters were corrected', { formId, day, counters: wrong });
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

const responseStatuses: readonly ResponseStatus[] = ['completed', 'partial', 'abandoned'];

/** The counters of a day for the stored responses of one status. */
function countersOf(day: string, status: ResponseStatus): string[] {
  const midnight = Date.parse(day);
  return Array.from({ length: dayMs / quarterMs }, (_, quarter) =>
    quarterAttribute(midnight + quarter * quarterMs, status),
  );
}

async function differencesOf({ formId, day }: RecountJob, counts: ReadonlyMap<string, number>): Promise<Differing> {
  const midnight = Date.parse(day);
  const counted = new Map<string, number>();
  for (const { start, counters } of await readHours(formId, midnight, midnight + dayMs, { consistent: true })) {
    for (const status of responseStatuses) {
      for (const [cell, count] of (counters.get(letterOf(status)) ?? []).entries()) {
        counted.set(quarterAttribute(start + cell * quarterMs, status), count);
      }
    }
  }
  const all = responseStatuses
    .flatMap(status => countersOf(day, status))
    .map(attribute => {
      return [attribute, { stored: counts.get(attribute) ?? 0, counted: counted.get(attribute) ?? 0 }] as const;
    });
  return Object.fromEntries(all.filter(([, { stored, counted }]) => stored !== counted));
}

/** The hours and the totals, of the form and of its environment: what missed one has missed all. */
async function correctionWrites({ formId, day }: RecountJob, environmentId: string, wrong: Differing) {
  if (Object.keys(wrong).length === 0) return [];
  const scopes = [formId, environmentId];
  const added = scopes.flatMap(scope =>
    Object.entries(wrong).flatMap(([attribute, { stored, counted }]) => {
      const time = Date.parse(day) + Number(attribute.slice(1)) * quarterMs;
      const addition = { scope, name: attribute.slice(0, 1), by: stored - counted };
      return [addition, { ...addition, time }];
    }),
  );
  return [
    formExistsCheck(formId),
    ...(await additionWrites(added)),
    ...scopes.flatMap(scope => unsealWrites(scope, day)),
  ];
}

const continueJobWrite = (key: Key, job: RecountJob, notBefore: number, progress: Partial<RecountJob>): TransactItem =>
  putWrite(
    { ...job, ...key, ...dueKeys(notBefore, job.environmentId), notBefore, ...progress },
    expression`step = ${job.step}`,
  );

const deleteJobWrite = (key: Key, job: RecountJob): TransactItem => deleteWrite(key, expression`step = ${job.step}`);
