import { Duration } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { dataKeyAccess, dataKeySettings } from '../constructs/data-key-access.ts';
import { acknowledgeFileAccess, fileAccess } from '../constructs/file-access.ts';
import { allow } from '../constructs/lambda-function.ts';
import { acknowledgeMailAccess, mailAccess } from '../constructs/mail-sender.ts';
import { type QueueWorker, queueWorker } from '../constructs/queue-worker.ts';
import { storageRoleArn } from '../constructs/storage-role.ts';
import { deadLetterQueue, type QueueSettings, sending, workQueue } from '../constructs/work-queue.ts';
import type { DeploymentWithData } from '../data-stack.ts';
import { deployedVersion } from '../version.ts';

/**
 * The two lanes of deliveries. A lane has its own deadline for attempts, takes ten messages per run and makes one
 * request at a time to a receiver. With the default runs of the fast lane, a receiver gets at most 20 when every run of
 * both lanes is busy with it. The slow lane takes what may take long, so that no first attempt waits behind a receiver
 * that hangs.
 */
const lanes = {
  fast: { id: 'DeliverFast', deadlineSeconds: 5, timeout: Duration.seconds(30) },
  slow: { id: 'DeliverSlow', deadlineSeconds: 10, timeout: Duration.seconds(60) },
} as const;

/** The delivery lanes to webhooks and integrations, and the queue for deliveries that failed for the last time. */
export type Deliveries = {
  readonly deliverFast: QueueWorker;
  readonly deliverSlow: QueueWorker;
  readonly deadLetters: Queue;
};

export function deliveries(scope: Construct, deployment: DeploymentWithData): Deliveries {
  const deadLetters = deadLetterQueue(scope, 'DeadDeliveries');
  const fast = workQueue(scope, 'FastDeliveries', { workerTimeout: lanes.fast.timeout, deadLetters });
  const slow = workQueue(scope, 'SlowDeliveries', { workerTimeout: lanes.slow.timeout, deadLetters });
  const onward = { SLOW_DELIVERIES_QUEUE_URL: slow, DEAD_DELIVERIES_QUEUE_URL: deadLetters };
  return {
    deliverFast: deliverer(scope, 'fast', deployment, fast, { FAST_DELIVERIES_QUEUE_URL: fast, ...onward }),
    deliverSlow: deliverer(scope, 'slow', deployment, slow, onward),
    deadLetters,
  };
}

/** @param onward where it sends what it could not deliver */
function deliverer(
  scope: Construct,
  lane: keyof typeof lanes,
  { config, bundlesDirectory, data }: DeploymentWithData,
  queue: Queue,
  onward: QueueSettings,
): QueueWorker {
  const { id, deadlineSeconds, timeout } = lanes[lane];
  const { settings, statements } = sending(onward);
  const mail = mailAccess(config);
  const worker = queueWorker(scope, id, {
    config,
    bundlesDirectory,
    table: data.table,
    bundle: 'deliver-event',
    description: `Delivers to webhooks and integrations: the ${lane} lane, ${deadlineSeconds} seconds to an attempt`,
    timeout,
    access: 'write',
    queue,
    batchSize: 10,
    concurrencyMax: lane === 'fast' ? config.webhooks.fastRuns : 8,
    // Both lanes send to themselves what waits for a retry or for a silent receiver. Dead letters go back to both.
    recursiveLoop: RecursiveLoop.ALLOW,
    settings: {
      DELIVERY_LANE: lane,
      DELIVERY_DEADLINE_SECONDS: String(deadlineSeconds),
      WEBHOOK_RETRY_DELAYS_SECONDS: config.webhooks.retryDelays.join(','),
      WEBHOOK_ALLOW_LOOPBACK: String(config.webhooks.allowLoopback),
      ...dataKeySettings(data),
      ...{ UPLOADS_BUCKET: data.uploads.bucketName, STORAGE_ROLE: storageRoleArn(config.stage) },
      GOOGLE_TOKEN_URL: config.integrations.googleTokenUrl,
      GOOGLE_SHEETS_URL: config.integrations.googleSheetsUrl,
      NOTION_URL: config.integrations.notionUrl,
      AIRTABLE_URL: config.integrations.airtableUrl,
      SERVICE_VERSION: deployedVersion(config.stage),
      ...mail.settings,
      ...settings,
    },
    statements: [
      allow(['kms:Decrypt'], [data.secretsKey.keyArn]),
      ...dataKeyAccess(data, 'open'),
      ...fileAccess(data.uploads.bucketArn, 'answers'),
      ...mail.statements,
      ...statements,
    ],
  });
  acknowledgeMailAccess(worker.role, config);
  acknowledgeFileAccess(worker.role, data.uploads.bucketArn, 'answers', 'Answers may be in the bucket of any owner.');
  return worker;
}
