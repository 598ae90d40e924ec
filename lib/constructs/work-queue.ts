import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Setting } from '../../shared/env.ts';
import { acknowledge } from './acknowledge.ts';
import { allow } from './lambda-function.ts';

const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Creates a dead-letter queue. Only an operator's redrive moves messages out of it. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  const queue = new Queue(scope, id, { ...secured, retentionPeriod: Duration.days(14) });
  acknowledge(queue, 'Serverless-SQSRedrivePolicy', 'It is itself where messages end; an alarm watches it.');
  return queue;
}

export type WorkQueueProps = {
  /** The timeout of the function. It keeps a message hidden until its run has surely ended. */
  readonly workerTimeout: Duration;
  /** The queue for messages that failed five times. */
  readonly deadLetters: Queue;
};

/** Creates a queue that a function processes. */
export function workQueue(scope: Construct, id: string, { workerTimeout, deadLetters }: WorkQueueProps): Queue {
  return new Queue(scope, id, {
    ...secured,
    // The maximum of SQS. A crowded lane moves messages that waited for a day to the table.
    retentionPeriod: Duration.days(14),
    visibilityTimeout: Duration.seconds(6 * workerTimeout.toSeconds()),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  });
}

/** Returns what Lambda needs to read the queue for a function, and the function to bring a message back soon. */
export function mayConsume({ queueArn }: Queue): PolicyStatement {
  const actions = ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'];
  return allow(
    actions.map(action => `sqs:${action}`),
    [queueArn],
  );
}

/** Queues by the settings that have their addresses. */
export type QueueSettings = Readonly<Partial<Record<Setting, Queue>>>;

/** Returns what a function needs to send to queues: their addresses and the permission. */
export function sending(queues: QueueSettings) {
  const entries = Object.entries(queues);
  return {
    settings: Object.fromEntries(entries.map(([setting, { queueUrl }]) => [setting, queueUrl])),
    statements: entries.map(([, { queueArn }]) => allow(['sqs:SendMessage'], [queueArn])),
  };
}
