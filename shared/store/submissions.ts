import { createHash } from 'node:crypto';
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Response } from '../domain/response.ts';
import { newResponseId, shardsMax } from '../ids.ts';
import type { FileWrites } from './file-claims.ts';
import { addShards, type StoredForm } from './forms.ts';
import { type Key, keyOf } from './keys.ts';
import { getResponse, itemOf, replacementOf, type StoredResponse } from './responses.ts';
import { dynamodb, isThrottle, type TransactItem, tableName, whenUnchanged } from './table.ts';

const hour = 3600;

/** What ties requests together: the repeat of a request to its first answer, the saves of a visit to one response, the steps of a trace. */
export type Ties = {
  idempotencyKey?: string;
  sessionId?: string;
  requestHash: string;
  trace?: string;
  /** Claims and releases of files, which happen with the response or not at all. */
  writes?: FileWrites;
};

/** The first answer to an Idempotency-Key, kept 24 hours. */
export type FirstAnswer = { requestHash: string; status: number; response: Response };

/** The first answer to this key, if it was used on this form in the last 24 hours. */
export async function getFirstAnswer(formId: string, idempotencyKey: string): Promise<FirstAnswer | undefined> {
  const item = await getOnce(idempotencyKeyOf(formId, idempotencyKey));
  if (!item || Number(item.ttl) <= Date.now() / 1000) return undefined;
  return { requestHash: String(item.requestHash), status: Number(item.status), response: JSON.parse(item.response) };
}

/** The latest response of a session; `read` is undefined when that was deleted since. */
export type Visit = { responseId: string; read: StoredResponse | undefined };

export async function getVisit(stored: StoredForm, sessionId: string): Promise<Visit | undefined> {
  const visit = await getOnce(visitKeyOf(stored.form.id, sessionId));
  if (!visit) return undefined;
  const responseId = String(visit.responseId);
  return { responseId, read: await getResponse(responseId, stored) };
}

async function getOnce(Key: Key) {
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item;
}

/**
 * Stores a new response: one PutItem, and a transaction only for the sake of its ties. A partition that takes no more
 * writes makes the form spread over more of them. Undefined when a request with the same ties came first.
 */
export async function createResponse(
  stored: StoredForm,
  content: Omit<Response, 'id' | 'submittedAt' | 'updatedAt'>,
  ties: Ties,
  previous?: Visit,
): Promise<Response | undefined> {
  const now = Date.now();
  const submittedAt = new Date(now).toISOString();
  for (let shards = stored.shards; ; ) {
    const id = newResponseId(stored.form.id, shards, now);
    const response: Response = { id, ...content, submittedAt, updatedAt: submittedAt };
    try {
      return (await putResponse(response, stored.environmentId, ties, previous)) ? response : undefined;
    } catch (error) {
      if (!isThrottle(error) || shards === shardsMax) throw error;
      shards = await addShards({ ...stored, shards });
    }
  }
}

function putResponse(response: Response, environmentId: string, ties: Ties, previous?: Visit) {
  const put = {
    TableName: tableName(),
    Item: itemOf(response, environmentId, ties.trace),
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const tied = [
    ...(ties.writes?.(response.id) ?? []),
    ...(ties.sessionId ? [visitOf(response, ties.sessionId, previous)] : []),
    ...(ties.idempotencyKey ? [firstAnswerOf(response, 201, ties.idempotencyKey, ties.requestHash)] : []),
  ];
  if (tied.length === 0) return whenUnchanged(new PutCommand(put));
  return whenUnchanged(new TransactWriteCommand({ TransactItems: [{ Put: put }, ...tied] }));
}

/** Stores what a session's next save made of its response. False when another save, or the same request, came first. */
export function saveResponse(read: StoredResponse, changed: Response, ties: Ties): Promise<boolean> {
  const Update = replacementOf(read, changed, ties.trace);
  const tied = [
    ...(ties.writes?.(changed.id) ?? []),
    ...(ties.idempotencyKey ? [firstAnswerOf(changed, 200, ties.idempotencyKey, ties.requestHash)] : []),
  ];
  if (tied.length === 0) return whenUnchanged(new UpdateCommand(Update));
  return whenUnchanged(new TransactWriteCommand({ TransactItems: [{ Update }, ...tied] }));
}

function visitOf(response: Response, sessionId: string, previous?: Visit): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: { ...visitKeyOf(response.formId, sessionId), responseId: response.id, ttl: secondsFromNow(30 * 24 * hour) },
      ConditionExpression: previous ? 'responseId = :previous' : 'attribute_not_exists(pk)',
      ...(previous && { ExpressionAttributeValues: { ':previous': previous.responseId } }),
    },
  };
}

function firstAnswerOf(response: Response, status: number, key: string, requestHash: string): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...idempotencyKeyOf(response.formId, key),
        ...{ requestHash, status, response: JSON.stringify(response), ttl: secondsFromNow(24 * hour) },
      },
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
    },
  };
}

const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

const idempotencyKeyOf = (form: string, key: string): Key => keyOf('idempotency', { form, ...slicedHash(key) });

const visitKeyOf = (form: string, sessionId: string): Key => keyOf('visit', { form, ...slicedHash(sessionId) });

/** A form's keys and sessions lie in 16 partitions, named by the hash, so that a purge finds them all. */
function slicedHash(text: string): { slice: string; sha256: string } {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { slice: sha256.slice(0, 1), sha256 };
}
