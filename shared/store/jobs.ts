import type { EnvironmentName } from '../domain/accounts/caller.ts';
import { newId } from '../ids.ts';
import { dueKeys, type Key, keyOf, keysOf } from './keys.ts';
import { getItem, type Item } from './table.ts';

/** Work that outlives a request and a function: an item that stays due until it is done. */
export type PurgeJob = {
  kind: 'purgeForm';
  formId: string;
  environmentId: string;
  /** The organization, whose partition has its images. Absent in jobs of 0.2.0 and earlier. */
  org?: string;
  step: number;
  /** What is left in owners' buckets that do not let the service in, and since when (ms since the epoch). */
  pending?: { files: number; archives: number; buckets: string[] };
  pendingSince?: number;
};

/** Removes what is left of a deleted webhook or integration. */
export type PurgeReceiverJob = { kind: 'purgeReceiver'; owner: string; receiverId: string; step: number };

/** Makes a receiver's dead deliveries due again: those with sort keys from `low` to `high`. */
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
  /** The earliest time at which a count is meaningful, in ms since the epoch. */
  notBefore: number;
  step: number;
  /** The progress of an interrupted count, as JSON. */
  progress?: string;
  /** The counters that differed when the last count ended, as JSON. */
  differing?: string;
};

/** Removes what is left of a deleted organization. */
export type PurgeOrganizationJob = { kind: 'purgeOrganization'; organizationId: string; step: number };

/** Removes the recipients' addresses that no integration of the organization names any more. */
type EndRecipientsJob = { kind: 'endRecipients'; organizationId: string; step: number };

/** Removes from a form the names of answers without a field that no response has any more. */
export type EndNamesJob = {
  kind: 'endNames';
  formId: string;
  environmentId: string;
  /** New with each deletion, which starts the job over. */
  run: string;
  step: number;
  /** The progress: the names that were not found yet, and where to continue. */
  left?: readonly string[];
  place?: { partition: string; after: string };
};

/** Deletes an archive with the files of its responses. */
export type DeleteArchiveJob = {
  kind: 'deleteArchive';
  formId: string;
  environmentId: string;
  archiveId: string;
  step: number;
};

/** Seals the stored answers of an environment's forms with its newest data key. */
export type SealEnvironmentJob = {
  kind: 'sealEnvironment';
  environmentId: string;
  /** When every function seals with the new key (ISO 8601). Absent in jobs of 0.1.0. */
  startsAt?: string;
  step: number;
};

/** Audits an event on the account with this address, if there is one, in its user's organizations. */
export type AccountNoteJob = {
  kind: 'accountNote';
  action: 'user.login_failed' | 'user.password_reset_requested';
  email: string;
  /** The number of events since the last note; absent when there are none. */
  times?: number;
  sourceIp?: string;
  userAgent?: string;
  step: number;
};

/** Rows that are spread over shards: those of a form, or of an environment in its index. */
export type SpreadRows =
  | { formId: string; environmentId: string }
  | { organizationId: string; environment: EnvironmentName };

/** Lowers a number of shards that was raised, once fewer are enough. */
export type LowerShardsJob = SpreadRows & { kind: 'lowerShards'; step: number };

export type Job =
  | PurgeJob
  | PurgeReceiverJob
  | RedriveJob
  | DeleteArchiveJob
  | RecountJob
  | PurgeOrganizationJob
  | AccountNoteJob
  | SealEnvironmentJob
  | LowerShardsJob
  | EndRecipientsJob
  | EndNamesJob;

/** A job without its progress, which starts at 0. */
type NewJob =
  | Omit<PurgeJob, 'step'>
  | Omit<PurgeReceiverJob, 'step'>
  | Omit<RedriveJob, 'step'>
  | Omit<DeleteArchiveJob, 'step'>
  | Omit<PurgeOrganizationJob, 'step'>
  | Omit<EndRecipientsJob, 'step'>;

/** An environment has at most one such job. Another rotation replaces a waiting one. */
const sealEnvironmentKey = (environmentId: string): Key => keyOf('job', { job: `seal-${environmentId}` });

/**
 * Returns the item of the job that follows a data key rotation, once that has settled (`time` is in ms since the
 * epoch).
 */
export const sealEnvironmentItem = (environmentId: string, time: number): Item => ({
  ...sealEnvironmentKey(environmentId),
  ...dueKeys(time, environmentId),
  ...({ kind: 'sealEnvironment', environmentId, startsAt: new Date(time).toISOString(), step: 0 } satisfies Job),
});

/** Returns when the job after a data key rotation starts, or undefined when none is waiting. */
export async function startOfSealEnvironment(environmentId: string): Promise<string | undefined> {
  const job = await getJob(sealEnvironmentKey(environmentId));
  return job?.kind === 'sealEnvironment' ? job.startsAt : undefined;
}

/** Returns the item of a new job. It is due at once, unless another time is given (ms since the epoch). */
export function newJobItem(job: NewJob, time = Date.now()): Item {
  const id = newId('job');
  // The purge of an organization waits for those of its forms.
  const keys =
    job.kind === 'purgeForm' ? keysOf('job', { job: id, environmentId: job.environmentId }) : keyOf('job', { job: id });
  return { ...keys, ...dueKeys(time, tenantOf(job)), ...job, step: 0 };
}

/** Returns the tenant of a job. The due index and the queue share turns among tenants. */
export function tenantOf(job: NewJob | CountedRows | SpreadRows): string {
  if ('organizationId' in job) return job.organizationId;
  return 'environmentId' in job ? job.environmentId : job.owner;
}

/** Returns the job with this key, or undefined when it is done. */
export const getJob = async (key: Key): Promise<Job | undefined> => (await getItem(key)) as (Item & Job) | undefined;

export const endNamesKey = (formId: string): Key => keyOf('job', { job: `names-${formId}` });

/** Returns the item of the job that looks for a form's unused names. It replaces a waiting one. */
export function endNamesItem(
  { form, environmentId }: { form: { id: string }; environmentId: string },
  time: number,
): Item & EndNamesJob {
  const job = { kind: 'endNames', formId: form.id, environmentId, run: newId('job'), step: 0 } satisfies Job;
  return { ...endNamesKey(form.id), ...dueKeys(time, environmentId), ...job };
}
