import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { allow } from './lambda-defaults.ts';

const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** A queue that a function works off, and beside it the queue of the messages that failed five times. */
export class WorkQueue extends Queue {
  readonly deadLetters: Queue;

  /** `workerTimeout`: that of the function, so that a message shows again only when its run has surely ended. */
  constructor(scope: Construct, id: string, { workerTimeout }: { workerTimeout: Duration }) {
    const deadLetters = new Queue(scope, `${id}DeadLetters`, { ...secured, retentionPeriod: Duration.days(14) });
    acknowledge(deadLetters, 'Serverless-SQSRedrivePolicy', 'It is itself where messages end; an alarm watches it.');
    super(scope, id, {
      ...secured,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: Duration.seconds(6 * workerTimeout.toSeconds()),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
    this.deadLetters = deadLetters;
  }

  /** What the function that works it off needs. */
  mayConsume(): PolicyStatement {
    return allow(['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'], [this.queueArn]);
  }

  maySend(): PolicyStatement {
    return allow(['sqs:SendMessage'], [this.queueArn]);
  }
}
