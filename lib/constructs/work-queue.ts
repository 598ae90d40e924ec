import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { allow } from './lambda-function.ts';

const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

export type WorkQueueProps = {
  /** That of the function, so that a message shows again only when its run has surely ended. */
  readonly workerTimeout: Duration;
  /** Where the messages end that failed five times; without it, in a queue of their own. */
  readonly deadLetters?: DeadLetterQueue;
};

/** Where messages end; what brings them back is a redrive, by an operator. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { ...secured, retentionPeriod: Duration.days(14) });
    acknowledge(this, 'Serverless-SQSRedrivePolicy', 'It is itself where messages end; an alarm watches it.');
  }

  maySend(): PolicyStatement {
    return allow(['sqs:SendMessage'], [this.queueArn]);
  }
}

/** A queue that a function works off; messages that failed five times go to its dead letters. */
export class WorkQueue extends Queue {
  readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, { workerTimeout, ...props }: WorkQueueProps) {
    const deadLetters = props.deadLetters ?? new DeadLetterQueue(scope, `${id}DeadLetters`);
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
