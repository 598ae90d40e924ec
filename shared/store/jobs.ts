import type { EnvironmentName } from '../domain/accounts/caller.ts';
import { newId } from '../ids.ts';
import { dueKeys, type Key, keyOf, keysOf } from './keys.ts';
import { getItem, type Item } from './table.ts';

/** Work that outlives a request and a function: an item that is due until it is done. */
export type PurgeJob = { kind: 'purgeForm'; formId: string; environmentId: string; step: number };

/** Removes what is left of a deleted webhook or integration. */
export type PurgeReceiverJob = { kind: 'purgeReceiver'; owner: string; receiverId: string; step: number };

/** Makes the dead deliveries of a receiver due again, those with sort keys from `low` to `high`. */
export type RedriveJob = {
  kind: 'redrive';
  owner: string;
  receiverId: string;
  low: string;
  high: string;
  step: number;
};

/** Rows that counters count: the responses of a form, its spam, or the deliveries to a receiver. */
export type CountedRows =
  | { rows: 'responses' | 'spam'; formId: string; environmentId: string }
  | { rows: 'deliveries'; owner: string; receiverId: string };

/** Compares the counters of a day with the rows that are stored. */
export type RecountJob = CountedRows & {
  kind: 'recount';
  day: string;
  /** ms since the epoch: earlier than this, a count says nothing. */
  notBefore: number;
  step: number;
  /** JSON: how far the count has come that was interrupted. */
  progress?: string;
  /** JSON: the counters that differed when the last count ended. */
  differing?: string;
};

/** Removes what is left of a deleted organization. */
export type PurgeOrganizationJob = { kind: 'purgeOrganization'; organizationId: string; step: number };

/** Brings the stored answers of an environment's forms to its newest data key. */
export type SealEnvironmentJob = {
  kind: 'sealEnvironment';
  environmentId: string;
  /** ISO 8601: once every function seals with the new key. Absent in jobs of 0.1.0. */
  startsAt?: string;
  step: number;
};

/** Tells the organizations of a user what happened to the account with this address, if there is one. */
export type AccountNoteJob = {
  kind: 'accountNote';
  action: 'user.login_failed' | 'user.password_reset_requested';
  email: string;
  /** How often since it was told last; absent when there is nothing to tell. */
  times?: number;
  sourceIp?: string;
  userAgent?: string;
  step: number;
};

/** Rows that are spread over shards: those of a form, or of an environment in its index. */
export type SpreadRows =
  | { formId: string; environmentId: string }
  | { organizationId: string; environment: EnvironmentName };

/** Brings down a number of shards that was raised, once fewer will do. */
export type LowerShardsJob = SpreadRows & { kind: 'lowerShards'; step: number };

export type Job =
  | PurgeJob
  | PurgeReceiverJob
  | RedriveJob
  | RecountJob
  | PurgeOrganizationJob
  | AccountNoteJob
  | SealEnvironmentJob
  | LowerShardsJob;

/** A job without its progress, which begins at 0. */
type NewJob =
  | Omit<PurgeJob, 'step'>
  | Omit<PurgeReceiverJob, 'step'>
  | Omit<RedriveJob, 'step'>
  | Omit<PurgeOrganizationJob, 'step'>;

/** An environment has one such job at most: another rotation takes the place of the one that waits. */
const sealEnvironmentKey = (environmentId: string): Key => keyOf('job', { job: `seal-${environmentId}` });

/** The item of the job that follows a rotation of a data key, once that has settled (ms since the epoch). */
export const sealEnvironmentItem = (environmentId: string, time: number): Item => ({
  ...sealEnvironmentKey(environmentId),
  ...dueKeys(time, environmentId),
  ...({ kind: 'sealEnvironment', environmentId, startsAt: new Date(time).toISOString(), step: 0 } satisfies Job),
});

/** When stored answers begin to follow a rotated data key; undefined when none waits. */
export async function startOfSealEnvironment(environmentId: string): Promise<string | undefined> {
  const job = await getJob(sealEnvironmentKey(environmentId));
  return job?.kind === 'sealEnvironment' ? job.startsAt : undefined;
}

/** The item of a new job; due at once, unless another time is given (ms since the epoch). */
export function newJobItem(job: NewJob, time = Date.now()): Item {
  const id = newId('job');
  // The purge of an organization waits for those of its forms.
  const keys =
    job.kind === 'purgeForm' ? keysOf('job', { job: id, environmentId: job.environmentId }) : keyOf('job', { job: id });
  return { ...keys, ...dueKeys(time, tenantOf(job)), ...job, step: 0 };
}

/** Whose work it is: in the due index and in the queue, that of one tenant does not go before all that of another. */
export function tenantOf(job: NewJob | CountedRows | SpreadRows): string {
  if ('organizationId' in job) return job.organizationId;
  return 'environmentId' in job ? job.environmentId : job.owner;
}

/** The job with this key; undefined when it is done. */
export const getJob = async (key: Key): Promise<Job | undefined> => (await getItem(key)) as (Item & Job) | undefined;
