/** Calls the bundle of a function, or only puts an item, again and again: see repeat.ts. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newResponseId } from '../shared/ids.ts';
import type { StoredForm } from '../shared/store/forms/forms.ts';
import { itemOf } from '../shared/store/responses/responses.ts';
import { dynamodb, tableName } from '../shared/store/table.ts';
import { report, requestOfParent } from './child.ts';
import { responseOf } from './fill.ts';
import { type Handler, invoke, type ProxyRequest } from './invoke.ts';
import type { Repetition, RepetitionResult } from './repeat.ts';

const { work, concurrency, count } = requestOfParent<Repetition>();

function call({ codeDir, request }: { codeDir: string; request: ProxyRequest }): () => Promise<unknown> {
  const { handler } = createRequire(import.meta.filename)(join(codeDir, 'index.cjs')) as { handler: Handler };
  return () => invoke(handler, request);
}

function put({ form, environmentId }: StoredForm): () => Promise<unknown> {
  return () => {
    const Item = itemOf(responseOf(form, newResponseId(form.id, 1, Date.now())), environmentId);
    return dynamodb.send(new PutCommand({ TableName: tableName(), Item }));
  };
}

async function repeat(once: () => Promise<unknown>, times: number): Promise<void> {
  let begun = 0;
  const lanes = Array.from({ length: concurrency }, async () => {
    for (; begun < times; begun += 1) await once();
  });
  await Promise.all(lanes);
}

const once = 'stored' in work ? put(work.stored) : call(work);
await repeat(once, count / 2);
const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
await repeat(once, count);
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - startedAt) / 1000;
report({ perSecond: count / seconds, cpuMicros: (user + system) / count } satisfies RepetitionResult);
