import { unknownRule } from '../events/event-pattern.ts';
import type { Properties } from './properties.ts';
import { type JsonObject, ownStream } from './template.ts';

type MappingResource = {
  readonly id: string;
  readonly functionName: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  /** Event patterns, one of which a record must match; none: every record. */
  readonly filters: readonly JsonObject[];
  readonly reportsItemFailures: boolean;
  /** Whether Lambda publishes what becomes of the records. */
  readonly countsEvents: boolean;
};

export type StreamMapping = MappingResource & {
  readonly tableName: string;
  /** Of a table that no template declares. */
  readonly streamArn?: string;
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
  readonly bisects: boolean;
  /** Without a number: until the record is too old. */
  readonly retriesMax?: number;
  readonly recordAgeSecondsMax?: number;
  readonly onFailureBucket?: string;
};

export type QueueMapping = MappingResource & { readonly queueName: string; readonly concurrencyMax?: number };

/** Undefined for one that is switched off. */
export function readMapping(properties: Properties, id: string): StreamMapping | QueueMapping | undefined {
  const source = properties.required('EventSourceArn', properties.text('EventSourceArn'));
  const reports = properties.texts('FunctionResponseTypes');
  const queueName = /^arn:aws:sqs:[^:]*:[^:]*:(.+)$/.exec(source)?.[1];
  const tableName = /^arn:aws:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(source)?.[1];
  const functionName = properties.required('FunctionName', properties.text('FunctionName'));
  const metrics = properties.group('MetricsConfig');
  const mapping: MappingResource = {
    id,
    functionName: functionName.split(':').at(-1) ?? functionName,
    batchSize: properties.number('BatchSize') ?? (queueName ? 10 : 100),
    windowSeconds: properties.number('MaximumBatchingWindowInSeconds') ?? 0,
    filters: readFilters(properties),
    reportsItemFailures: reports.includes('ReportBatchItemFailures'),
    countsEvents: metrics?.texts('Metrics').includes('EventCount') ?? false,
  };
  const disabled = properties.flag('Enabled') === false;
  metrics?.done();
  properties.withoutEffect('Tags');
  if (queueName) {
    if (mapping.filters.length > 0) throw properties.refused('FilterCriteria on a queue');
    const scaling = properties.group('ScalingConfig');
    const concurrencyMax = scaling?.number('MaximumConcurrency');
    scaling?.done();
    return disabled ? undefined : { ...mapping, queueName, concurrencyMax };
  }
  if (!tableName) throw properties.refused(`the event source ${source}`);
  const streamArn = source.endsWith(ownStream) ? undefined : source;
  const stream = { ...mapping, tableName, streamArn, ...readStreamMapping(properties) };
  return disabled ? undefined : stream;
}

function readStreamMapping(properties: Properties) {
  const startingPosition = properties.text('StartingPosition');
  if (startingPosition !== 'TRIM_HORIZON' && startingPosition !== 'LATEST') {
    throw properties.refused(`the starting position ${startingPosition}`);
  }
  const parallelization = properties.number('ParallelizationFactor') ?? 1;
  if (parallelization !== 1) throw properties.refused(`ParallelizationFactor ${parallelization}`);
  const destinations = properties.group('DestinationConfig');
  const onFailure = destinations?.group('OnFailure');
  const destination = onFailure?.text('Destination');
  onFailure?.done();
  destinations?.done();
  if (destination && !destination.startsWith('arn:aws:s3:::')) {
    throw properties.refused(`the on-failure destination ${destination}`);
  }
  const unlimited = (value: number | undefined) => (value === -1 ? undefined : value);
  return {
    startingPosition,
    bisects: properties.flag('BisectBatchOnFunctionError') ?? false,
    retriesMax: unlimited(properties.number('MaximumRetryAttempts')),
    recordAgeSecondsMax: unlimited(properties.number('MaximumRecordAgeInSeconds')),
    onFailureBucket: destination?.replace('arn:aws:s3:::', ''),
  } as const;
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
