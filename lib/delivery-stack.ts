import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { acknowledge } from './constructs/acknowledge.ts';
import { allow, type Deployment } from './constructs/lambda-defaults.ts';
import { QueueWorker } from './constructs/queue-worker.ts';
import { StreamReader } from './constructs/stream-reader.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { WorkerFunction } from './constructs/worker-function.ts';
import type { DataStack } from './data-stack.ts';

const purgeTimeout = Duration.minutes(5);

const missedSweep =
  'a sweep that is missed is made good by the next one, a minute later; an alarm watches that they run.';

/** What is counted has a status. The counters themselves have none, so that writing them calls nobody. */
const hasStatus = { dynamodb: { NewImage: { status: { S: [{ exists: true }] } } } };
const hadStatus = { dynamodb: { OldImage: { status: { S: [{ exists: true }] } } } };

/** A due item has its due time in the key of the index of due work. */
const isDue = { dynamodb: { NewImage: { duepk: { S: [{ exists: true }] } } } };

/** What follows a write: counters, deferred work, and the queues and functions that carry it out. */
export class DeliveryStack extends Stack {
  readonly countEvents: StreamReader;
  readonly dispatchEvents: StreamReader;
  readonly sweepDue: WorkerFunction;
  readonly purgeForm: QueueWorker;
  readonly purges: WorkQueue;

  constructor(scope: Construct, id: string, props: StackProps & Deployment & { data: DataStack }) {
    const { data, config, bundlesDirectory, ...stackProps } = props;
    super(scope, id, stackProps);
    const common = { config, bundlesDirectory, table: data.table };

    this.purges = new WorkQueue(this, 'Purges', { workerTimeout: purgeTimeout });
    const settings = { PURGE_QUEUE_URL: this.purges.queueUrl };

    this.countEvents = new StreamReader(this, 'CountEvents', {
      ...common,
      description: 'Keeps the counters that totals, trends and deep offsets are read from',
      timeout: Duration.minutes(1),
      access: 'write',
      failures: data.streamFailures,
      batchSize: 500,
      window: Duration.seconds(config.countingWindowSeconds),
      anyOf: [hasStatus, hadStatus],
      statements: [],
    });

    this.dispatchEvents = new StreamReader(this, 'DispatchEvents', {
      ...common,
      description: 'Hands deferred work to its queue as soon as it is due',
      timeout: Duration.minutes(1),
      access: 'write',
      failures: data.streamFailures,
      batchSize: 100,
      // What is due does not wait for company.
      window: Duration.seconds(0),
      anyOf: [isDue],
      settings,
      statements: [this.purges.maySend()],
    });

    this.sweepDue = new WorkerFunction(this, 'SweepDue', {
      ...common,
      description: 'Each minute: leases the deferred work that is due and hands it to its queue',
      timeout: Duration.seconds(50),
      access: 'write',
      index: 'gsi2',
      settings,
      statements: [this.purges.maySend()],
    });
    const everyMinute = new Rule(this, 'EveryMinute', {
      description: 'Starts the sweep of due work',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(this.sweepDue)],
    });

    acknowledge(everyMinute, 'Serverless-EventBusDLQ', missedSweep);

    this.purgeForm = new QueueWorker(this, 'PurgeForm', {
      ...common,
      description: 'Removes what is stored of a deleted form, to the last item',
      timeout: purgeTimeout,
      access: 'write',
      queue: this.purges,
      batchSize: 1,
      // A purge is in no hurry, and the table's writes belong to submissions.
      concurrencyMax: 5,
      settings,
      statements: [allow(['dynamodb:BatchWriteItem'], [data.table.tableArn]), this.purges.maySend()],
    });

    acknowledge(
      this,
      'Serverless-LambdaDLQ',
      `Streams and queues have their own places for failures; as to the schedule: ${missedSweep}`,
    );
  }
}
