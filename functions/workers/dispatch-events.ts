import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { handOver } from '../../shared/aws/work-queues.ts';
import { log } from '../../shared/log.ts';
import { isDue } from '../../shared/store/due.ts';

/** What is due as soon as it is written does not wait for the sweep. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  for (const { dynamodb } of Records) {
    const { pk, sk, duesk } = dynamodb?.NewImage ?? {};
    const now = Date.now();
    if (!pk?.S || !sk?.S || !duesk?.S || !isDue(duesk.S, now)) continue;
    try {
      await handOver({ pk: pk.S, sk: sk.S, duesk: duesk.S }, now);
    } catch (error) {
      // A stream is read in order: from the record that failed on, all come again.
      log.error('due work was not handed over', error as Error);
      return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
};
