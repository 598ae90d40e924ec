import { text } from 'node:stream/consumers';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openExport } from '../../../shared/aws/s3/exports.ts';
import { exportDataSubject } from '../../../shared/contracts/responses/data-subjects.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { runRequest } from '../../../shared/jobs/data-subjects/run-request.ts';
import { startRequest } from '../../../shared/jobs/data-subjects/start-request.ts';
import { indexLagMs } from '../../../shared/jobs/requests.ts';
import {
  type DataSubjectRequest,
  getRequest,
  requestKey,
} from '../../../shared/store/responses/data-subject-requests.ts';
import { dynamodb, type Item, tableName, updateItem } from '../../../shared/store/table.ts';
import { letPass } from '../steady-clock.ts';

const hour = 3600_000;

type Subject = Partial<Parameters<typeof startRequest>[1]>;

/** Stores a request. Time passes until it need not wait for indexes. */
export async function newRequest(
  caller: Caller,
  type: DataSubjectRequest['type'],
  subject: Subject,
  createdAt = new Date().toISOString(),
): Promise<string> {
  const { id } = await startRequest(
    type,
    { responsesMax: 100, ...subject },
    { caller, action: exportDataSubject.audited },
  );
  await updateItem(requestKey(id), { set: { createdAt } });
  letPass(indexLagMs);
  return id;
}

export async function requestOf(id: string): Promise<DataSubjectRequest> {
  const request = await getRequest(requestKey(id));
  if (!request) throw new Error('The request is not stored');
  return request;
}

/** Runs the job once, without its wait. */
export async function runOnce(id: string, deadline = Date.now() + hour): Promise<void> {
  await updateItem(requestKey(id), { set: { notBefore: 0 } });
  await runRequest(requestKey(id), deadline);
}

/** Runs the job until it has ended. */
export async function runToEnd(id: string, work = () => runOnce(id)): Promise<DataSubjectRequest> {
  for (let runs = 0; runs < 500; runs++) {
    const request = await requestOf(id);
    if (request.endedAt !== undefined) return request;
    await work();
  }
  throw new Error('The request does not end');
}

/** Returns everything in the table that contains this text. */
export async function itemsWith(part: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let ExclusiveStartKey: Record<string, unknown> | undefined; ; ) {
    const page = await dynamodb.send(new ScanCommand({ TableName: tableName(), ExclusiveStartKey }));
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
    if (!ExclusiveStartKey) return items.filter(item => JSON.stringify(item, replacer).includes(part));
  }
}

/** Returns the text of an export, or undefined if it is gone. */
export async function textOfExport(environmentId: string, id: string): Promise<string | undefined> {
  const content = await openExport({ environmentId, id });
  return content && text(content);
}

const replacer = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
