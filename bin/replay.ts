/**
 * Replays the stream records that Lambda has set aside, oldest first. It calls the function that failed again, and
 * deletes each object after all of its records are handled. It stops at the first that fails again. Repeating a replay
 * is harmless.
 *
 *   npm run replay -- --bucket <the output StreamFailuresBucket of the data stack>
 */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { command } from './command/command.ts';

/** Records that Lambda set aside: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
type SetAside = {
  readonly requestContext: { readonly functionArn: string; readonly condition: string };
  readonly DDBStreamBatchInfo: { readonly shardId: string };
  /** The function's event, as JSON. */
  readonly payload: string;
};

type StreamEvent = { readonly Records: readonly unknown[]; readonly shardId?: string };

/**
 * Well below the 6 MB of a call, because escapes add to it, and the function's time is limited. A record has about 1 MB
 * at most.
 */
const partBytesMax = 1_000_000;

const { bucket: Bucket } = command({
  name: 'replay',
  does: 'Replays the stream records that Lambda has set aside, oldest first. To replay too often is harmless.',
  options: {
    bucket: {
      type: 'string',
      required: true,
      value: 'name',
      means: 'the output StreamFailuresBucket of the data stack',
    },
  },
}).values;

const s3 = new S3Client({});
// The SDK would retry a slow call, and a function may run for minutes.
const lambda = new LambdaClient({ maxAttempts: 1 });

for (const Key of await setAside()) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const { requestContext, DDBStreamBatchInfo, payload } = JSON.parse(
    (await Body?.transformToString()) ?? '',
  ) as SetAside;
  const { Records } = JSON.parse(payload) as StreamEvent;
  for (const part of partsOf(Records)) {
    const failure = await replay(requestContext.functionArn, { Records: part, shardId: DDBStreamBatchInfo.shardId });
    if (failure) fail(`${Key}: ${requestContext.functionArn} failed again: ${failure}`, 'It is kept; see its log.');
  }
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  console.log(`${Key}: ${Records.length} records handled`);
}

/** Returns the keys of all objects, oldest first. */
async function setAside(): Promise<string[]> {
  const objects: { key: string; time: number }[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: 'aws/lambda/' })) {
    for (const { Key = '', LastModified } of Contents) objects.push({ key: Key, time: LastModified?.getTime() ?? 0 });
  }
  return objects.sort((a, b) => a.time - b.time).map(({ key }) => key);
}

function partsOf(records: readonly unknown[]): unknown[][] {
  const parts: unknown[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record));
    bytes += size;
    if (bytes > partBytesMax) {
      parts.push([]);
      bytes = size;
    }
    parts.at(-1)?.push(record);
  }
  return parts;
}

/** Returns why the function failed to handle the event, or undefined if it succeeded. */
async function replay(FunctionName: string, event: StreamEvent): Promise<string | undefined> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  const answer = Payload?.transformToString() || 'null';
  if (FunctionError) return answer;
  const failures: unknown[] = JSON.parse(answer)?.batchItemFailures ?? [];
  return failures.length > 0 ? `${failures.length} of its records, from ${JSON.stringify(failures[0])} on` : undefined;
}

function fail(...lines: readonly string[]): never {
  console.error(lines.join('\n'));
  process.exit(1);
}
