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
  /** The bucket for the full records that failed. */
  readonly failures: IBucket;
  readonly batchSize: number;
  /** How long changes are gathered before the function runs. */
  readonly window: Duration;
  /**
   * The tumbling window, if any. With one, the function learns the shard of its records and must answer with a `state`.
   * At the end of a window, Lambda invokes it without records.
   */
  readonly tumblingWindow?: Duration;
  /** The filters for records: only those that match one of these Lambda event filter patterns reach the function. */
  readonly anyOf: readonly object[];
};

// Lambda chooses these names for the records that it sets aside.
const setAsideObjects = '/aws/lambda/*';
const streams = '/stream/*';

export type StreamReader = LambdaWithRole & { readonly mapping: EventSourceMapping };

/**
 * Creates a worker that follows the changes of the table. A record that fails repeatedly is set aside in the failures
 * bucket, because a waiting stream would hold up all later records. The worker itself may at once set aside what can
 * never succeed.
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
    // With more, the records of a shard would come out of order. Counters remember the last record counted of each
    // shard.
    parallelizationFactor: 1,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    // Long enough to sit out an outage of DynamoDB, and well within the stream's 24 hours.
    maxRecordAge: Duration.hours(6),
    retryAttempts: 200,
    onFailure: { bind: () => ({ destination: failures.bucketArn }) },
    filters: props.anyOf.map(pattern => ({ pattern: JSON.stringify(pattern) })),
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
  });
  return { ...worker, mapping };
}

/**
 * Returns a part of the mapping's ID that changes with the table and its stream. Neither the stream nor the start of a
 * mapping can be changed, so another stream needs a new mapping. The new ID also makes the stacks that refer to it
 * deploy.
 */
function identityOf(table: ITable): string {
  const stream = JSON.stringify(Stack.of(table).resolve(table.tableStreamArn));
  return createHash('sha256').update(stream).digest('hex').slice(0, 8).toUpperCase();
}
