import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type ItemType, indexes, type Key, prefixOf } from '../shared/store/keys.ts';
import { acknowledge, acknowledgeWildcard } from './constructs/acknowledge.ts';
import { fileAccess, fileObjects } from './constructs/file-access.ts';
import { allow, type Deployment } from './constructs/lambda-function.ts';
import { QueueWorker, type QueueWorkerProps } from './constructs/queue-worker.ts';
import { StreamReader } from './constructs/stream-reader.ts';
import { DeadLetterQueue, WorkQueue } from './constructs/work-queue.ts';
import { WorkerFunction } from './constructs/worker-function.ts';
import type { DataStack } from './data-stack.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};

const jobTimeout = Duration.minutes(5);
const shortJobTimeout = Duration.minutes(1);

/**
 * A lane makes its attempts with a deadline of its own, ten messages to a run, two of one webhook at a time: 20 requests to
 * one receiver when every run of both lanes is busy with it. The slow lane takes what may take long, so that nobody's first
 * attempt waits behind a receiver that hangs.
 */
const lanes = {
  fast: { id: 'DeliverFast', deadlineSeconds: 5, timeout: Duration.seconds(30), concurrencyMax: 6 },
  slow: { id: 'DeliverSlow', deadlineSeconds: 10, timeout: Duration.seconds(60), concurrencyMax: 4 },
} as const;

/** The slices of the index of due work are shared out: four processors lease more than one. */
const sweepShares = [0, 1, 2, 3].map(part => ({ part, of: 4 }));

const missedSweep =
  'a sweep that is missed is made good by the next one, a minute later; an alarm watches that they run.';

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

export type DeliveryStackProps = StackProps & Deployment & { readonly data: DataStack };

/** What follows a write: counters, webhooks, deferred work, and the queues and functions that carry it out. */
export class DeliveryStack extends Stack {
  readonly countEvents: StreamReader;
  readonly dispatchEvents: StreamReader;
  readonly sweepDue: WorkerFunction;
  readonly runJob: QueueWorker;
  readonly runShortJob: QueueWorker;
  readonly jobs: WorkQueue;
  readonly shortJobs: WorkQueue;
  readonly deliverFast: QueueWorker;
  readonly deliverSlow: QueueWorker;
  readonly fastDeliveries: WorkQueue;
  readonly slowDeliveries: WorkQueue;
  readonly deadDeliveries: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: DeliveryStackProps) {
    const { data, config, bundlesDirectory, ...stackProps } = props;
    super(scope, id, stackProps);
    const common = { config, bundlesDirectory, table: data.table };

    this.jobs = new WorkQueue(this, 'Jobs', { workerTimeout: jobTimeout });
    this.shortJobs = new WorkQueue(this, 'ShortJobs', {
      workerTimeout: shortJobTimeout,
      deadLetters: this.jobs.deadLetters,
    });
    this.deadDeliveries = new DeadLetterQueue(this, 'DeadDeliveries');
    const lane = (id: string, workerTimeout: Duration) =>
      new WorkQueue(this, id, { workerTimeout, deadLetters: this.deadDeliveries });
    this.fastDeliveries = lane('FastDeliveries', lanes.fast.timeout);
    this.slowDeliveries = lane('SlowDeliveries', lanes.slow.timeout);
    const settings = {
      JOBS_QUEUE_URL: this.jobs.queueUrl,
      SHORT_JOBS_QUEUE_URL: this.shortJobs.queueUrl,
      SLOW_DELIVERIES_QUEUE_URL: this.slowDeliveries.queueUrl,
    };
    const mayEnqueueDue = [this.jobs.maySend(), this.shortJobs.maySend(), this.slowDeliveries.maySend()];

    this.countEvents = new StreamReader(this, 'CountEvents', {
      ...common,
      description: 'Keeps the counters that totals, reports and deep offsets are read from',
      timeout: Duration.minutes(1),
      access: 'write',
      failures: data.streamFailures,
      batchSize: 500,
      window: Duration.seconds(config.countingWindowSeconds),
      anyOf: [hasStatus, hadStatus, isOfVisitors],
      statements: [],
    });

    this.dispatchEvents = new StreamReader(this, 'DispatchEvents', {
      ...common,
      description: 'Sends what happens to forms to their webhooks, and deferred work to its queue as soon as it is due',
      timeout: Duration.minutes(1),
      access: 'write',
      failures: data.streamFailures,
      batchSize: 100,
      // What is due, and what webhooks wait for, does not wait for company.
      window: Duration.seconds(0),
      anyOf: [isDue, isResponse, hasEvents],
      settings: { ...settings, FAST_DELIVERIES_QUEUE_URL: this.fastDeliveries.queueUrl },
      statements: [...mayEnqueueDue, this.fastDeliveries.maySend()],
    });

    this.sweepDue = new WorkerFunction(this, 'SweepDue', {
      ...common,
      description: 'Each minute: leases the deferred work that is due and hands it to its queue',
      timeout: Duration.seconds(55),
      // A whole processor: with less, the SDK's work on each lease is what a backlog waits for.
      memorySizeMb: 1769,
      access: 'write',
      index: 'due',
      retryAttempts: 0,
      settings,
      statements: mayEnqueueDue,
    });
    const everyMinute = new Rule(this, 'EveryMinute', {
      description: 'Starts the sweep of due work',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: sweepShares.map(
        share => new LambdaTarget(this.sweepDue, { event: RuleTargetInput.fromObject(share), retryAttempts: 0 }),
      ),
    });

    acknowledge(everyMinute, 'Serverless-EventBusDLQ', missedSweep);
    acknowledge(this.sweepDue, 'Serverless-LambdaAsyncFailureDestination', missedSweep);

    this.runJob = this.#jobs('RunJob', props, {
      description: 'Carries out what outlives a request: purges, recounts, redrives',
      queue: this.jobs,
      timeout: jobTimeout,
      batchSize: 1,
      // A job is in no hurry, and the table's writes belong to submissions.
      concurrencyMax: 5,
      statements: [allow(['dynamodb:BatchWriteItem'], [data.table.tableArn])],
    });
    this.runShortJob = this.#jobs('RunShortJob', props, {
      description: 'Abandons responses that fell silent, and removes files that nobody has',
      queue: this.shortJobs,
      timeout: shortJobTimeout,
      batchSize: 10,
      concurrencyMax: 20,
      statements: [],
    });

    this.deliverFast = this.#lane('fast', this.fastDeliveries, props);
    this.deliverSlow = this.#lane('slow', this.slowDeliveries, props);

    acknowledge(
      this,
      'Serverless-LambdaDLQ',
      `Streams and queues have their own places for failures; as to the schedule: ${missedSweep}`,
    );
  }

  #jobs(
    id: string,
    { config, bundlesDirectory, data }: DeliveryStackProps,
    props: Omit<QueueWorkerProps, keyof Deployment | 'table' | 'access'>,
  ): QueueWorker {
    const uploadsArn = data.uploads.bucketArn;
    const worker = new QueueWorker(this, id, {
      ...props,
      config,
      bundlesDirectory,
      table: data.table,
      bundle: 'run-job',
      access: 'write',
      settings: { UPLOADS_BUCKET: data.uploads.bucketName },
      statements: [...props.statements, ...fileAccess(uploadsArn, 'remove')],
    });
    acknowledgeWildcard(
      this.node.findChild(`${id}Role`),
      uploadsArn,
      fileObjects,
      'Any file may be the next to be removed; each has a key of its own.',
    );
    return worker;
  }

  #lane(
    name: keyof typeof lanes,
    queue: WorkQueue,
    { config, bundlesDirectory, data }: DeliveryStackProps,
  ): QueueWorker {
    const { id, deadlineSeconds, timeout, concurrencyMax } = lanes[name];
    return new QueueWorker(this, id, {
      config,
      bundlesDirectory,
      table: data.table,
      bundle: 'deliver-event',
      description: `Delivers to webhooks and integrations: the ${name} lane, ${deadlineSeconds} seconds to an attempt`,
      timeout,
      access: 'write',
      queue,
      batchSize: 10,
      concurrencyMax,
      // The slow lane sends to itself, each wait for a retry anew; dead letters are sent back to both.
      recursiveLoop: RecursiveLoop.ALLOW,
      settings: {
        DELIVERY_LANE: name,
        DELIVERY_DEADLINE_SECONDS: String(deadlineSeconds),
        WEBHOOK_RETRY_DELAYS_SECONDS: config.webhooks.retryDelays.join(','),
        WEBHOOK_ALLOW_LOOPBACK: String(config.webhooks.allowLoopback),
        KMS_KEY_ID: data.secretsKey.keyArn,
        GOOGLE_TOKEN_URL: config.integrations.googleTokenUrl,
        GOOGLE_SHEETS_URL: config.integrations.googleSheetsUrl,
        NOTION_URL: config.integrations.notionUrl,
        SERVICE_VERSION: version,
        SLOW_DELIVERIES_QUEUE_URL: this.slowDeliveries.queueUrl,
        DEAD_DELIVERIES_QUEUE_URL: this.deadDeliveries.queueUrl,
      },
      statements: [
        allow(['kms:Decrypt'], [data.secretsKey.keyArn]),
        this.slowDeliveries.maySend(),
        this.deadDeliveries.maySend(),
      ],
    });
  }
}
