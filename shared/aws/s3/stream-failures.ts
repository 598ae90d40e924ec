import { PutObjectCommand } from '@aws-sdk/client-s3';
import { env } from '../../env.ts';
import { s3 } from './buckets.ts';

/** The run of a function that could not process the records. */
type InvocationContext = { readonly invokedFunctionArn: string; readonly awsRequestId: string };

/**
 * Stores stream records that a function can never process, in the format that Lambda uses, so that both are replayed
 * alike. Returns the key of the object.
 */
export async function keepRecords(records: readonly object[], run: InvocationContext): Promise<string> {
  const timestamp = new Date().toISOString();
  const Key = `aws/lambda/refused/${timestamp}-${run.awsRequestId}`;
  const requestContext = {
    requestId: run.awsRequestId,
    functionArn: run.invokedFunctionArn,
    condition: 'RecordsRefused',
    approximateInvokeCount: 1,
  };
  const Body = JSON.stringify({ requestContext, timestamp, payload: JSON.stringify({ Records: records }) });
  await s3.send(new PutObjectCommand({ Bucket: env('STREAM_FAILURES_BUCKET'), Key, Body }));
  return Key;
}
