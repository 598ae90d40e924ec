import { createHash } from 'node:crypto';
import { Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { EventSourceMapping, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledgeWildcard } from './acknowledge.ts';
import { allow, type LambdaWithRole } from './lambda-function.ts';
import { type WorkerFunctionProps, workerFunction } from './worker-function.ts';

export type StreamReaderProps = WorkerFunctionProps & {
  readonly table: ITable;
  /** Where the records go that it could not handle, whole. */
  readonly failures: IBucket;
  readonly batchSize: number;
  /** How long changes are gathered before the function runs. */
  readonly window: Duration;
  /**
   * With one, the function is told which shard of the stream its records are of, and has to answer with a `state`. Lambda
   * invokes it without records when a window ends.
   */
  readonly tumblingWindow?: Duration;
  /** Only records that match one of these reach the function: patterns of Lambda's event filters. */
  readonly anyOf: readonly object[];
};

// Lambda's own choice of names for the records that it sets aside.
const setAsideObjects = '/aws/lambda/*';
const streams = '/stream/*';

export type StreamReader = LambdaWithRole & { readonly mapping: EventSourceMapping };

/**
 * A worker that follows the changes of the table. A record that fails again and again is set aside in the bucket of
 * failures, because a stream that waits for it would hold up all that comes after; the worker itself may set aside at once
 * what can never succeed.
 */
export function streamReader(scope: Construct, id: string, props: StreamReaderProps): StreamReader {
  const { table, failures } = props;
  const { tableStreamArn } = table;
  if (!tableStreamArn) throw new Error(`${id} reads a table that has no stream`);
  const worker = workerFunction(scope, id, {
    ...props,
    statements: [
      ...props.statements,
      allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], [tableStreamArn]),
      allow(['dynamodb:ListStreams'], [table.tableArn + streams]),
      allow(['s3:ListBucket'], [failures.bucketArn]),
      allow(['s3:PutObject'], [failures.bucketArn + setAsideObjects]),
    ],
  });
  const listed = 'The streams of one table, which can be listed only together.';
  acknowledgeWildcard(worker.role, table.tableArn, streams, listed);
  const named = 'Lambda names what it sets aside by shard and time.';
  acknowledgeWildcard(worker.role, failures.bucketArn, setAsideObjects, named);
  const mapping = new EventSourceMapping(worker.lambda, `Stream${identityOf(table)}`, {
    target: worker.lambda,
    eventSourceArn: tableStreamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: props.batchSize,
    maxBatchingWindow: props.window,
    tumblingWindow: props.tumblingWindow,
    // More would bring the records of a shard out of order, and counters know how far a shard is counted by its last record.
    parallelizationFactor: 1,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    // Long enough to sit out a fault of DynamoDB itself, short enough to stay well inside the stream's 24 hours.
    maxRecordAge: Duration.hours(6),
    retryAttempts: 200,
    onFailure: { bind: () => ({ destination: failures.bucketArn }) },
    filters: props.anyOf.map(pattern => ({ pattern: JSON.stringify(pattern) })),
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
  });
  return { ...worker, mapping };
}

/**
 * Neither the stream nor the start of a mapping can be changed: another stream is another mapping, with another id, so
 * that the stacks that refer to it are deployed too.
 */
function identityOf(table: ITable): string {
  const stream = JSON.stringify(Stack.of(table).resolve(table.tableStreamArn));
  return createHash('sha256').update(stream).digest('hex').slice(0, 8).toUpperCase();
}
