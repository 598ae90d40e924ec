/** Submits through the bundle of CreateSubmission, or only puts an item, again and again: see throughput.ts. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newResponseId } from '../shared/ids.ts';
import { itemOf } from '../shared/store/responses/responses.ts';
import { dynamodb, tableName } from '../shared/store/table.ts';
import { report, requestOfParent } from './child.ts';
import { browserHeaders, eightAnswers } from './eight-field-form.ts';
import { responseOf } from './fill.ts';
import { type Handler, invoke } from './invoke.ts';
import type { SubmitRequest, SubmitResult } from './throughput.ts';

const { codeDir, secretKey, stored, concurrency, count } = requestOfParent<SubmitRequest>();
const headers = { ...browserHeaders, authorization: `Bearer ${secretKey}` };
const pathParameters = { formId: stored.form.id };

function submission(): () => Promise<unknown> {
  const { handler } = createRequire(import.meta.filename)(join(codeDir ?? '', 'index.cjs')) as { handler: Handler };
  return () => invoke(handler, { headers, pathParameters, body: eightAnswers });
}

function put(): () => Promise<unknown> {
  return () => {
    const id = newResponseId(stored.form.id, 1, Date.now());
    const Item = itemOf(responseOf(stored.form, id), stored.environmentId);
    return dynamodb.send(new PutCommand({ TableName: tableName(), Item }));
  };
}

async function repeat(work: () => Promise<unknown>, times: number): Promise<void> {
  let begun = 0;
  const lanes = Array.from({ length: concurrency }, async () => {
    for (; begun < times; begun += 1) await work();
  });
  await Promise.all(lanes);
}

const work = codeDir === undefined ? put() : submission();
await repeat(work, count / 2);
const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
await repeat(work, count);
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - startedAt) / 1000;
report({ perSecond: count / seconds, cpuMicros: (user + system) / count } satisfies SubmitResult);
