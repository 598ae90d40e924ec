import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../constructs/acknowledge.ts';
import { dataKeyAccess, dataKeySettings } from '../constructs/data-key-access.ts';
import {
  acknowledgeFileAccess,
  acknowledgeImageAccess,
  type FileAccess,
  fileAccess,
  imageAccess,
} from '../constructs/file-access.ts';
import { allow, type Deployment, type LambdaWithRole } from '../constructs/lambda-function.ts';
import { acknowledgeMailAccess, mailAccess } from '../constructs/mail-sender.ts';
import { type QueueWorker, type QueueWorkerProps, queueWorker } from '../constructs/queue-worker.ts';
import { secretAccess } from '../constructs/secret-access.ts';
import { storageRoleArn } from '../constructs/storage-role.ts';
import { deadLetterQueue, type QueueSettings, sending, workQueue } from '../constructs/work-queue.ts';
import { workerFunction } from '../constructs/worker-function.ts';
import type { DeploymentWithData } from '../data-stack.ts';

const jobTimeout = Duration.minutes(5);
const shortJobTimeout = Duration.minutes(1);

/** The slices of the index of due work, shared out because four processors lease more than one. */
const sweepShares = [0, 1, 2, 3].map(part => ({ part, of: 4 }));

export const missedSweep =
  'a sweep that is missed is made good by the next one, a minute later; an alarm watches that they run.';

/** The queues for due work, the sweeper that runs each minute, and the workers of jobs. */
export type DeferredWork = {
  readonly dueQueues: QueueSettings;
  readonly sweepDue: LambdaWithRole;
  readonly runJob: QueueWorker;
  readonly runShortJob: QueueWorker;
  readonly deadLetters: Queue;
};

/** @param slowDeliveries receives the due retries of deliveries */
export function deferredWork(scope: Construct, deployment: DeploymentWithData, slowDeliveries: Queue): DeferredWork {
  const deadLetters = deadLetterQueue(scope, 'JobsDeadLetters');
  const jobs = workQueue(scope, 'Jobs', { workerTimeout: jobTimeout, deadLetters });
  const shortJobs = workQueue(scope, 'ShortJobs', { workerTimeout: shortJobTimeout, deadLetters });
  const dueQueues = {
    JOBS_QUEUE_URL: jobs,
    SHORT_JOBS_QUEUE_URL: shortJobs,
    SLOW_DELIVERIES_QUEUE_URL: slowDeliveries,
  };
  const sweepDue = sweeper(scope, deployment, dueQueues);
  const runJob = jobWorker(scope, 'RunJob', deployment, {
    description:
      'Carries out what outlives a request: purges, recounts, redrives, retention, requests about data subjects',
    queue: jobs,
    timeout: jobTimeout,
    batchSize: 1,
    // Jobs are in no hurry, and the table's writes belong to submissions. Together they use half of a new table's
    // writes.
    concurrencyMax: 5,
    files: ['remove', 'gather', 'archive', 'read'],
    statements: [allow(['dynamodb:BatchWriteItem'], [deployment.data.table.tableArn])],
  });
  const mail = mailAccess(deployment.config);
  const runShortJob = jobWorker(scope, 'RunShortJob', deployment, {
    description: 'Abandons responses that fell silent, removes files that nobody has, and sends mails of accounts',
    queue: shortJobs,
    timeout: shortJobTimeout,
    batchSize: 10,
    concurrencyMax: 50,
    files: ['remove'],
    statements: mail.statements,
    settings: mail.settings,
  });
  acknowledgeMailAccess(runShortJob.role, deployment.config);
  return { dueQueues, sweepDue, runJob, runShortJob, deadLetters };
}

function sweeper(
  scope: Construct,
  { config, bundlesDirectory, data }: DeploymentWithData,
  dueQueues: QueueSettings,
): LambdaWithRole {
  const onHashKey = secretAccess('hashes', 'kms:Encrypt', data);
  const onQueues = sending(dueQueues);
  const sweepDue = workerFunction(scope, 'SweepDue', {
    config,
    bundlesDirectory,
    table: data.table,
    description: 'Each minute: leases the deferred work that is due and hands it to its queue',
    timeout: Duration.seconds(55),
    // A full vCPU. With less, a backlog waits for the SDK's work on each lease.
    memorySizeMb: 1769,
    access: 'write',
    indexes: ['due'],
    retryAttempts: 0,
    settings: { ...onHashKey.settings, ...onQueues.settings },
    statements: [...onHashKey.statements, ...onQueues.statements],
  });
  const everyMinute = new Rule(scope, 'EveryMinute', {
    description: 'Starts the sweep of due work',
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: sweepShares.map(
      share => new LambdaTarget(sweepDue.lambda, { event: RuleTargetInput.fromObject(share), retryAttempts: 0 }),
    ),
  });
  acknowledge(everyMinute, 'Serverless-EventBusDLQ', missedSweep);
  acknowledge(sweepDue.lambda, 'Serverless-LambdaAsyncFailureDestination', missedSweep);
  return sweepDue;
}

function jobWorker(
  scope: Construct,
  id: string,
  { config, bundlesDirectory, data }: DeploymentWithData,
  { files, ...props }: Omit<QueueWorkerProps, keyof Deployment | 'table' | 'access'> & { files: readonly FileAccess[] },
): QueueWorker {
  const uploadsArn = data.uploads.bucketArn;
  const worker = queueWorker(scope, id, {
    ...props,
    config,
    bundlesDirectory,
    table: data.table,
    bundle: 'run-job',
    access: 'write',
    settings: {
      ...{ UPLOADS_BUCKET: data.uploads.bucketName, STORAGE_ROLE: storageRoleArn(config.stage) },
      ...dataKeySettings(data),
      ...(files.includes('read') && config.malwareProtection && { MALWARE_PROTECTION: 'true' }),
      ...props.settings,
    },
    statements: [
      ...props.statements,
      ...files.flatMap(access => fileAccess(uploadsArn, access, config.malwareProtection)),
      ...imageAccess(uploadsArn, 'remove'),
      ...dataKeyAccess(data, 'seal'),
      ...dataKeyAccess(data, 'destroy'),
      ...secretAccess('hashes', 'kms:Decrypt', data).statements,
    ],
  });
  const anyFile = 'Any file may be the next to be removed; each has a key of its own.';
  for (const access of files) acknowledgeFileAccess(worker.role, uploadsArn, access, anyFile);
  acknowledgeImageAccess(worker.role, uploadsArn, 'remove', anyFile);
  return worker;
}
