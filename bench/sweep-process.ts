/** Queues due work, as the sweep does or one item after another: see sweep.ts. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { handler as sweepDue } from '../functions/workers/sweep-due.ts';
import { type DueItem, lease } from '../shared/store/due.ts';
import { duePartitions } from '../shared/store/keys.ts';
import { dynamodb, tableName } from '../shared/store/table.ts';
import { report, requestOfParent } from './child.ts';
import type { SweepRequest, SweepResult } from './sweep.ts';

const { way, seconds } = requestOfParent<SweepRequest>();
const end = Date.now() + seconds * 1000;

async function oneByOne(): Promise<void> {
  const sqs = new SQSClient({ endpoint: process.env.AWS_ENDPOINT_URL_SQS });
  const QueueUrl = process.env.SHORT_JOBS_QUEUE_URL;
  for (const partition of duePartitions()) {
    const values = { ':partition': partition, ':after': '0', ':end': '~' };
    const query = { TableName: tableName(), ExpressionAttributeValues: values };
    for await (const { Items = [] } of paginateQuery({ client: dynamodb }, query)) {
      for (const item of Items as DueItem[]) {
        if (Date.now() > end) return;
        await lease(item, Date.now());
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ pk: item.pk, sk: item.sk }) }));
      }
    }
  }
}

// The sweep starts no turn in its last five seconds.
const context = { getRemainingTimeInMillis: () => end + 5000 - Date.now() } as Context;
const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
await (way === 'sweep' ? sweepDue(null, context) : oneByOne());
const { user, system } = process.cpuUsage(cpuBefore);
report({ seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 } satisfies SweepResult);
