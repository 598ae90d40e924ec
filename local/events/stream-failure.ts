import { randomUUID } from 'node:crypto';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { StreamMapping } from '../template/event-source-mappings.ts';
import { arn } from '../template/template.ts';
import type { GivenUp } from './stream-delivery.ts';

/** Writes what a function failed to handle to the mapping's bucket, in Lambda's format. */
export async function keepFailure(
  s3: S3Client,
  mapping: StreamMapping,
  streamArn: string,
  shardId: string,
  { records, condition, attempts }: GivenUp,
): Promise<void> {
  const now = new Date().toISOString();
  const requestId = randomUUID();
  const [first, last] = [records[0]?.dynamodb, records.at(-1)?.dynamodb];
  const arrival = (record: typeof first) => new Date((record?.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
  const failure = {
    requestContext: {
      requestId,
      functionArn: arn('lambda', `function:${mapping.functionName}`),
      condition,
      approximateInvokeCount: attempts,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: now,
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first?.SequenceNumber,
      endSequenceNumber: last?.SequenceNumber,
      approximateArrivalOfFirstRecord: arrival(first),
      approximateArrivalOfLastRecord: arrival(last),
      batchSize: records.length,
      streamArn,
    },
    payload: JSON.stringify({ Records: records }),
  };
  const day = now.slice(0, 10).replaceAll('-', '/');
  const time = now.slice(0, 19).replaceAll(':', '.');
  const Key = `aws/lambda/${mapping.id}/${shardId}/${day}/${time}-${requestId}`;
  await s3.send(new PutObjectCommand({ Bucket: mapping.onFailureBucket, Key, Body: JSON.stringify(failure) }));
}
