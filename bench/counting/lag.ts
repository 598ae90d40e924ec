import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { credentialsOf } from '../../local/bootstrap.ts';
import { dayOf } from '../../shared/domain/quarters.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { withCloud } from '../cloud.ts';
import { eightAnswers, eightFieldForm } from '../eight-field-form.ts';
import { median, percentile, type Table } from '../report.ts';
import type { Service } from '../service.ts';

const submissionsTimed = 40;

/** Over the local cloud, whose readers of the stream gather nothing. */
export async function secondsUntilCounted(service: Service): Promise<Table> {
  const seconds = await withCloud(service, async (cloud, dataDir) => {
    const { secretKey } = (await credentialsOf(cloud, dataDir)).environments.production;
    const call = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secretKey}` };
      const reply = await fetch(cloud.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!reply.ok) throw new Error(`The answer is ${reply.status}`);
      return (await reply.json()) as { id: string };
    };
    const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = cloud.environment;
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
    const { id } = await call('/forms', eightFieldForm);
    const times: number[] = [];
    for (let submission = 1; submission <= submissionsTimed; submission += 1) {
      const startedAt = Date.now();
      await call(`/v1/forms/${id}/submissions`, eightAnswers);
      while ((await completedOf(client, cloud.assembly.tables[0]?.name, id)) < submission) await pause(5);
      times.push((Date.now() - startedAt) / 1000);
    }
    client.destroy();
    return times;
  });
  return {
    title: 'From a submission to the counters that reports are read from, local cloud',
    columns: ['submissions', 'median, s', 'p95, s'],
    rows: [[seconds.length, median(seconds), percentile(seconds, 0.95)]],
    note: 'From sending the request until the day’s counter has it. A deployment adds up to COUNTING_WINDOW_SECONDS, ten by default.',
  };
}

async function completedOf(client: DynamoDBDocumentClient, TableName: string | undefined, scope: string) {
  const Key = keyOf('dayCounts', { scope, day: dayOf(Date.now()) });
  const { Item = {} } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const completed = Object.entries(Item).filter(([name]) => /^c\d\d$/.test(name));
  return completed.reduce((sum, [, count]) => sum + Number(count), 0);
}
