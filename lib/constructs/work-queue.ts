import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Setting } from '../../shared/env.ts';
import { acknowledge } from './acknowledge.ts';
import { allow } from './lambda-function.ts';

const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Where messages end; what brings them back is a redrive, by an operator. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  const queue = new Queue(scope, id, { ...secured, retentionPeriod: Duration.days(14) });
  acknowledge(queue, 'Serverless-SQSRedrivePolicy', 'It is itself where messages end; an alarm watches it.');
  return queue;
}

export type WorkQueueProps = {
  /** That of the function, so that a message shows again only when its run has surely ended. */
  readonly workerTimeout: Duration;
  /** Where the messages end that failed five times. */
  readonly deadLetters: Queue;
};

/** A queue that a function works off. */
export function workQueue(scope: Construct, id: string, { workerTimeout, deadLetters }: WorkQueueProps): Queue {
  return new Queue(scope, id, {
    ...secured,
    // The longest that SQS keeps a message. A lane that is crowded moves what has waited for a day to the table.
    retentionPeriod: Duration.days(14),
    visibilityTimeout: Duration.seconds(6 * workerTimeout.toSeconds()),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  });
}

/** What Lambda needs to read the queue for a function, and the function to have a message come again soon. */
export function mayConsume({ queueArn }: Queue): PolicyStatement {
  const actions = ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'];
  return allow(
    actions.map(action => `sqs:${action}`),
    [queueArn],
  );
}

/** Queues by the names of the settings that hold their addresses. */
export type QueueSettings = Readonly<Partial<Record<Setting, Queue>>>;

/** What a function needs to send to queues: their addresses, and the right to. */
export function sending(queues: QueueSettings) {
  const entries = Object.entries(queues);
  return {
    settings: Object.fromEntries(entries.map(([setting, { queueUrl }]) => [setting, queueUrl])),
    statements: entries.map(([, { queueArn }]) => allow(['sqs:SendMessage'], [queueArn])),
  };
}
