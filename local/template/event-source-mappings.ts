import { unknownRule } from '../events/event-pattern.ts';
import type { Properties } from './properties.ts';
import { type JsonObject, ownStream } from './template.ts';

type MappingResource = {
  readonly id: string;
  readonly functionName: string;
  readonly batchSize: number;
  readonly reportsItemFailures: boolean;
  /** Whether Lambda publishes metrics about the records. */
  readonly countsEvents: boolean;
};

export type StreamMapping = MappingResource & {
  readonly tableName: string;
  /** The stream of a table that no template declares. */
  readonly streamArn?: string;
  readonly windowSeconds: number;
  /** The length of the windows for which Lambda keeps a function's state per shard. */
  readonly tumblingSeconds?: number;
  /** The event patterns, one of which a record must match. Without any, every record matches. */
  readonly filters: readonly JsonObject[];
  readonly bisects: boolean;
  /** The maximum of retries. Default: until the record is too old. */
  readonly retriesMax?: number;
  readonly recordAgeSecondsMax?: number;
  readonly onFailureBucket?: string;
};

/** A queue's mapping. A batch is the result of one receive. */
export type QueueMapping = MappingResource & { readonly queueName: string; readonly concurrencyMax?: number };

export function readMapping(properties: Properties, id: string): StreamMapping | QueueMapping {
  const source = properties.required('EventSourceArn', properties.text('EventSourceArn'));
  const functionName = properties.required('FunctionName', properties.text('FunctionName'));
  const metrics = properties.group('MetricsConfig');
  const mapping = {
    id,
    functionName: functionName.split(':').at(-1) ?? functionName,
    reportsItemFailures: properties.texts('FunctionResponseTypes').includes('ReportBatchItemFailures'),
    countsEvents: metrics?.texts('Metrics').includes('EventCount') ?? false,
  };
  metrics?.done();
  properties.withoutEffect('Tags');
  const queueName = /^arn:aws:sqs:[^:]*:[^:]*:(.+)$/.exec(source)?.[1];
  if (queueName) return { ...mapping, queueName, ...readQueueMapping(properties) };
  const tableName = /^arn:aws:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(source)?.[1];
  if (!tableName) throw properties.refused(`the event source ${source}`);
  const streamArn = source.endsWith(ownStream) ? undefined : source;
  return { ...mapping, tableName, streamArn, ...readStreamMapping(properties) };
}

const messagesOfOneReceive = 10;

function readQueueMapping(properties: Properties) {
  const batchSize = properties.number('BatchSize') ?? messagesOfOneReceive;
  if (batchSize > messagesOfOneReceive) throw properties.refused(`BatchSize ${batchSize} of a queue`);
  const scaling = properties.group('ScalingConfig');
  const concurrencyMax = scaling?.number('MaximumConcurrency');
  scaling?.done();
  return { batchSize, concurrencyMax };
}

function readStreamMapping(properties: Properties) {
  const startingPosition = properties.text('StartingPosition');
  if (startingPosition !== 'TRIM_HORIZON') throw properties.refused(`the starting position ${startingPosition}`);
  const batchesOfAShard = properties.number('ParallelizationFactor') ?? 1;
  if (batchesOfAShard !== 1) throw properties.refused(`ParallelizationFactor ${batchesOfAShard}`);
  const unlimited = (value: number | undefined) => (value === -1 ? undefined : value);
  return {
    batchSize: properties.number('BatchSize') ?? 100,
    windowSeconds: properties.number('MaximumBatchingWindowInSeconds') ?? 0,
    tumblingSeconds: properties.number('TumblingWindowInSeconds') || undefined,
    filters: readFilters(properties),
    bisects: properties.flag('BisectBatchOnFunctionError') ?? false,
    retriesMax: unlimited(properties.number('MaximumRetryAttempts')),
    recordAgeSecondsMax: unlimited(properties.number('MaximumRecordAgeInSeconds')),
    onFailureBucket: readFailureBucket(properties),
  };
}

function readFailureBucket(properties: Properties): string | undefined {
  const destinations = properties.group('DestinationConfig');
  const onFailure = destinations?.group('OnFailure');
  const destination = onFailure?.text('Destination');
  onFailure?.done();
  destinations?.done();
  if (destination && !destination.startsWith('arn:aws:s3:::')) {
    throw properties.refused(`the on-failure destination ${destination}`);
  }
  return destination?.replace('arn:aws:s3:::', '');
}

function readFilters(properties: Properties): JsonObject[] {
  return (properties.group('FilterCriteria')?.groups('Filters') ?? []).map(filter => {
    const pattern = filter.required('Pattern', filter.text('Pattern'));
    filter.done();
    const parsed = JSON.parse(pattern) as JsonObject;
    const unknown = unknownRule(parsed);
    if (unknown) throw properties.refused(`${unknown} in FilterCriteria`);
    return parsed;
  });
}
