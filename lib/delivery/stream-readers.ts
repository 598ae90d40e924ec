import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type ItemType, indexes, type Key, prefixOf } from '../../shared/store/keys.ts';
import { type StreamReader, streamReader } from '../constructs/stream-reader.ts';
import { type QueueSettings, sending } from '../constructs/work-queue.ts';
import type { DeploymentWithData } from '../data-stack.ts';

const exists = { S: [{ exists: true }] };

/** A key that is of one of these item types, by its beginning. */
const keyOfAny = (name: keyof Key, ...items: readonly ItemType[]) => ({
  [name]: { S: items.map(item => ({ prefix: prefixOf(item, name) })) },
});

/** What is counted has a status. The counters themselves have none, so that writing them calls nobody. */
const hasStatus = { dynamodb: { NewImage: { status: exists } } };
const hadStatus = { dynamodb: { OldImage: { status: exists } } };

/** Visits, and notes of refused submissions, as they are written: their removal counts nothing. */
const isOfVisitors = { dynamodb: { NewImage: keyOfAny('sk', 'visit', 'refusals') } };

/** The responses of forms, without those that are removed. */
const isResponse = { dynamodb: { NewImage: keyOfAny('pk', 'response') } };

/** The visits of forms, when a write brought events. */
const hasEvents = { dynamodb: { NewImage: { ...keyOfAny('sk', 'visit'), events: exists } } };

/** A due item has its due time in the key of the index of due work. */
const isDue = { dynamodb: { NewImage: { [indexes.due.partition]: exists } } };

/** What follows the changes of the table: the counters, and what is done at once. */
export type StreamReaders = { readonly countEvents: StreamReader; readonly dispatchEvents: StreamReader };

/** @param queues where the dispatcher sends what is due at once, and first attempts of deliveries */
export function streamReaders(
  scope: Construct,
  { config, bundlesDirectory, data }: DeploymentWithData,
  queues: QueueSettings,
): StreamReaders {
  const common = {
    config,
    bundlesDirectory,
    table: data.table,
    timeout: Duration.minutes(1),
    access: 'write',
    failures: data.streamFailures,
  } as const;
  const countEvents = streamReader(scope, 'CountEvents', {
    ...common,
    description: 'Keeps the counters that totals, reports and deep offsets are read from',
    // Forms that come together share a read and a write of their environment; as records, some 5 of the 6 MB that Lambda sends.
    batchSize: 2500,
    // A whole vCPU: a shard of the stream brings up to 1,000 changes a second, and has one reader (docs/performance.md).
    memorySizeMb: 1769,
    window: Duration.seconds(config.countingWindowSeconds),
    // The longest there is: nothing is kept in it, and each end is a call.
    tumblingWindow: Duration.minutes(15),
    anyOf: [hasStatus, hadStatus, isOfVisitors],
    statements: [],
  });
  const { settings, statements } = sending(queues);
  const dispatchEvents = streamReader(scope, 'DispatchEvents', {
    ...common,
    description: 'Sends what happens to forms to their webhooks, and deferred work to its queue as soon as it is due',
    batchSize: 100,
    // What is due, and what webhooks wait for, does not wait for company.
    window: Duration.seconds(0),
    anyOf: [isDue, isResponse, hasEvents],
    settings: { ...settings, STREAM_FAILURES_BUCKET: data.streamFailures.bucketName },
    statements,
  });
  return { countEvents, dispatchEvents };
}
