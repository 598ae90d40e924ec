import { EventSourceMapping, MetricType } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { LambdaWithRole } from './lambda-function.ts';
import { mayConsume } from './work-queue.ts';
import { type WorkerFunctionProps, workerFunction } from './worker-function.ts';

export type QueueWorkerProps = WorkerFunctionProps & {
  readonly queue: Queue;
  readonly batchSize: number;
  /**
   * The maximum of concurrent runs. Reserved concurrency would not do: messages that it rejects would end in the
   * dead-letter queue.
   */
  readonly concurrencyMax: number;
};

export type QueueWorker = LambdaWithRole & { readonly queue: Queue; readonly mapping: EventSourceMapping };

/**
 * Creates a worker that processes a queue. A message that fails comes back after 5, 30 and 120 seconds, then after the
 * queue's visibility timeout. After five failures it goes to the dead-letter queue.
 */
export function queueWorker(scope: Construct, id: string, props: QueueWorkerProps): QueueWorker {
  const { queue, batchSize, concurrencyMax } = props;
  const worker = workerFunction(scope, id, {
    ...props,
    settings: { ...props.settings, QUEUE_URL: queue.queueUrl },
    statements: [...props.statements, mayConsume(queue)],
  });
  const mapping = new EventSourceMapping(worker.lambda, 'Queue', {
    target: worker.lambda,
    eventSourceArn: queue.queueArn,
    batchSize,
    maxConcurrency: concurrencyMax,
    reportBatchItemFailures: true,
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
  });
  acknowledge(
    mapping,
    'Serverless-LambdaEventSourceMappingDestination',
    'A queue’s failed messages go to its dead-letter queue; the destination is for streams.',
  );
  return { ...worker, queue, mapping };
}
