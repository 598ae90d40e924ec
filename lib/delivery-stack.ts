import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { acknowledge } from './constructs/acknowledge.ts';
import type { QueueWorker } from './constructs/queue-worker.ts';
import type { DeploymentWithData } from './data-stack.ts';
import { type DeferredWork, deferredWork, missedSweep } from './delivery/deferred-work.ts';
import { type Deliveries, deliveries } from './delivery/deliveries.ts';
import { mailEvents } from './delivery/mail-events.ts';
import { type StreamReaders, streamReaders } from './delivery/stream-readers.ts';

export type DeliveryStackProps = StackProps & DeploymentWithData;

/** The stack for what follows a write: counters, webhooks, deferred work, and their queues and functions. */
export class DeliveryStack extends Stack {
  readonly deliveries: Deliveries;
  readonly deferredWork: DeferredWork;
  readonly streamReaders: StreamReaders;
  /** Set if the deployment sends mails. */
  readonly stopAddresses?: QueueWorker;

  constructor(scope: Construct, id: string, { data, config, bundlesDirectory, ...stackProps }: DeliveryStackProps) {
    super(scope, id, stackProps);
    const deployment = { data, config, bundlesDirectory };
    this.deliveries = deliveries(this, deployment);
    const { deliverFast, deliverSlow } = this.deliveries;
    this.deferredWork = deferredWork(this, deployment, deliverSlow.queue);
    if (config.mail) this.stopAddresses = mailEvents(this, deployment, this.deferredWork.deadLetters);
    this.streamReaders = streamReaders(this, deployment, {
      ...this.deferredWork.dueQueues,
      FAST_DELIVERIES_QUEUE_URL: deliverFast.queue,
    });
    acknowledge(
      this,
      'Serverless-LambdaDLQ',
      `Streams and queues have their own places for failures; as to the schedule: ${missedSweep}`,
    );
  }
}
