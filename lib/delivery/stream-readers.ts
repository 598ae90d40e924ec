import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type ItemType, indexes, type Key, prefixOf } from '../../shared/store/keys.ts';
import { type StreamReader, streamReader } from '../constructs/stream-reader.ts';
import { type QueueSettings, sending } from '../constructs/work-queue.ts';
import type { DeploymentWithData } from '../data-stack.ts';

const exists = { S: [{ exists: true }] };

/** Matches a key by the item types that it may begin with. */
const keyOfAny = (name: keyof Key, ...items: readonly ItemType[]) => ({
  [name]: { S: items.map(item => ({ prefix: prefixOf(item, name) })) },
});

/** Counted items have a status. Counters have none, so writing them triggers nothing. */
const hasStatus = { dynamodb: { NewImage: { status: exists } } };
const hadStatus = { dynamodb: { OldImage: { status: exists } } };

/** Matches new visits and notes of refused submissions. Their removal counts nothing. */
const isOfVisitors = { dynamodb: { NewImage: keyOfAny('sk', 'visit', 'refusals') } };

/** Matches the responses of forms, except removed ones. */
const isResponse = { dynamodb: { NewImage: keyOfAny('pk', 'response') } };

/** Matches spam and restricted responses whose answers are to go to the bucket of the form's owner. */
const isOtherToMove = {
  dynamodb: { NewImage: { ...keyOfAny('pk', 'restricted', 'spam'), answersMove: { N: [{ exists: true }] } } },
};

/** Matches a form's visit when a write brought events. */
const hasEvents = { dynamodb: { NewImage: { ...keyOfAny('sk', 'visit'), events: exists } } };

/** Matches found responses that an erasure has removed. */
const isErased = { dynamodb: { NewImage: { ...keyOfAny('sk', 'foundResponses'), erasedAt: exists } } };

/** Matches due items: they have their due time in the key of the index of due work. */
const isDue = { dynamodb: { NewImage: { [indexes.due.partition]: exists } } };

/** The readers of the table's changes: one counts, one starts what is due at once. */
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
    // Forms that arrive together share a read and a write of their environment. As records they use about 5 of the 6 MB
    // that Lambda sends.
    batchSize: 2500,
    // A full vCPU: a shard brings up to 1,000 changes a second and has one reader (docs/performance.md).
    memorySizeMb: 1769,
    window: Duration.seconds(config.countingWindowSeconds),
    // The maximum: the window stores nothing, and each end costs a call.
    tumblingWindow: Duration.minutes(15),
    anyOf: [hasStatus, hadStatus, isOfVisitors],
    statements: [],
  });
  const { settings, statements } = sending(queues);
  const dispatchEvents = streamReader(scope, 'DispatchEvents', {
    ...common,
    description: 'Sends what happens to forms to their webhooks, and deferred work to its queue as soon as it is due',
    batchSize: 100,
    // Due work and webhooks must not wait for a batch to fill.
    window: Duration.seconds(0),
    anyOf: [isDue, isResponse, isOtherToMove, hasEvents, isErased],
    settings: { ...settings, STREAM_FAILURES_BUCKET: data.streamFailures.bucketName },
    statements,
  });
  return { countEvents, dispatchEvents };
}
