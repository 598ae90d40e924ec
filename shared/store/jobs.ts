import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../ids.ts';
import { dueKeys, type Key, keyOf } from './keys.ts';
import { dynamodb, type Item, tableName } from './table.ts';

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

export type Job = PurgeJob | PurgeReceiverJob | RedriveJob;

/** A job without its progress, which begins at 0. */
type NewJob = Omit<PurgeJob, 'step'> | Omit<PurgeReceiverJob, 'step'> | Omit<RedriveJob, 'step'>;

/** The item of a new job; due at once. */
export function newJobItem(job: NewJob): Item {
  return { ...keyOf('job', { job: newId('job') }), ...dueKeys(Date.now()), ...job, step: 0 };
}

/** The job with this key; undefined when it is done. */
export async function getJob(Key: Key): Promise<Job | undefined> {
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as Job | undefined;
}
