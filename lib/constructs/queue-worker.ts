import { EventSourceMapping, MetricType } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { WorkQueue } from './work-queue.ts';
import { WorkerFunction, type WorkerFunctionProps } from './worker-function.ts';

export type QueueWorkerProps = WorkerFunctionProps & {
  readonly queue: WorkQueue;
  readonly batchSize: number;
  /** How many run at once. Not reserved concurrency: what that turns away would end in the dead-letter queue. */
  readonly concurrencyMax: number;
};

/** A worker that works off a queue; a message that it fails on five times goes to the queue's dead letters. */
export class QueueWorker extends WorkerFunction {
  readonly mapping: EventSourceMapping;

  constructor(scope: Construct, id: string, props: QueueWorkerProps) {
    super(scope, id, { ...props, statements: [...props.statements, props.queue.mayConsume()] });
    this.mapping = new EventSourceMapping(this, 'Queue', {
      target: this,
      eventSourceArn: props.queue.queueArn,
      batchSize: props.batchSize,
      maxConcurrency: props.concurrencyMax,
      reportBatchItemFailures: true,
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    acknowledge(
      this.mapping,
      'Serverless-LambdaEventSourceMappingDestination',
      'A queue’s failed messages go to its dead-letter queue; the destination is for streams.',
    );
  }
}
