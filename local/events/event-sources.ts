import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { CloudWatch } from '../cloudwatch/cloudwatch.ts';
import type { StreamsClient } from '../dynamodb/streams.ts';
import { describeTable } from '../dynamodb/tables.ts';
import type { TimeToLive } from '../dynamodb/ttl.ts';
import type { FunctionHost } from '../functions/functions.ts';
import { type QueueProperties, queueUrl } from '../sqs/queues.ts';
import { type Assembly, findNamed } from '../template/assembly.ts';
import type { QueueMapping, StreamMapping } from '../template/event-source-mappings.ts';
import { QueueSource } from './queue-source.ts';
import { StreamSource } from './stream-source.ts';

export type EventSourceServices = {
  readonly dynamodb: DynamoDBClient;
  readonly streams: StreamsClient;
  /** Returns when the engine's files have last changed, in milliseconds since the epoch. */
  readonly changedAt?: () => number;
  readonly sqs: SQSClient;
  readonly sqsEndpoint: string;
  readonly s3: S3Client;
  readonly ttl: TimeToLive;
  readonly host: FunctionHost;
  readonly cloudWatch: CloudWatch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type EventSource = {
  run(): Promise<void>;
  stop(): void;
  /** Tells the source that a function has ended and may have written what the source reads. */
  wake?(): void;
};

/** Creates the readers of the assembly's streams and queues for its functions. */
export async function eventSources(
  assembly: Assembly,
  dataDir: string,
  services: EventSourceServices,
): Promise<EventSource[]> {
  return [
    ...(await Promise.all(assembly.streamMappings.map(mapping => streamSource(mapping, assembly, dataDir, services)))),
    ...assembly.queueMappings.map(mapping => queueSource(mapping, assembly, services)),
  ];
}

async function streamSource(
  mapping: StreamMapping,
  assembly: Assembly,
  dataDir: string,
  { dynamodb, streams, changedAt, s3, ttl, host, cloudWatch, now }: EventSourceServices,
): Promise<EventSource> {
  const description = await describeTable(dynamodb, mapping.tableName);
  if (!description?.LatestStreamArn) throw new Error(`${mapping.id}: the table ${mapping.tableName} has no stream.`);
  const { LatestStreamArn: streamArn } = description;
  if (mapping.streamArn && mapping.streamArn !== streamArn) {
    throw new Error(
      `${mapping.id}: the stream of the table ${mapping.tableName} is ${streamArn}, not ${mapping.streamArn}.`,
    );
  }
  const { ttlAttribute = '' } = assembly.tables.find(table => table.name === mapping.tableName) ?? {};
  return new StreamSource({
    mapping,
    streamArn,
    positionFile: join(dataDir, 'streams', `${mapping.id}.json`),
    streams,
    changedAt,
    s3,
    expired: (keys, oldImage) => ttl.removed(mapping.tableName, keys, oldImage[ttlAttribute]),
    invoke: event => host.invoke(mapping.functionName, event),
    measure: cloudWatch.ofMapping(mapping),
    now,
  });
}

function queueSource(
  mapping: QueueMapping,
  assembly: Assembly,
  { sqs, sqsEndpoint, host, cloudWatch }: EventSourceServices,
) {
  const resource = findNamed(assembly.functions, mapping.functionName);
  const { properties } = assembly.queues.find(({ name }) => name === mapping.queueName) ?? {};
  const deadLetters = (properties as QueueProperties | undefined)?.RedrivePolicy?.deadLetterTargetArn.split(':').at(-1);
  return new QueueSource({
    mapping,
    queueUrl: queueUrl(sqsEndpoint, mapping.queueName),
    concurrency: Math.min(mapping.concurrencyMax ?? host.concurrency, host.concurrency),
    sqs,
    invoke: (event, traceHeader) => host.invoke(mapping.functionName, event, { traceHeader }),
    measure: cloudWatch.ofMapping(mapping),
    allowsRecursion: resource.allowsRecursion,
    deadLettersUrl: deadLetters && queueUrl(sqsEndpoint, deadLetters),
    log: line => host.write(mapping.functionName, line),
  });
}
