import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../auth/caller.ts';
import type { Form } from '../domain/form.ts';
import type { Note, Response, ResponseStatus } from '../domain/response.ts';
import { responseAddress, responseId, timeOf } from '../ids.ts';
import { getFormOf, type StoredForm } from './forms.ts';
import { keyOf, keysOf } from './keys.ts';
import { dynamodb, type Item, type TransactItem, tableName, whenUnchanged } from './table.ts';

/** A response as its item holds it. What its keys or its form say already is not said again: it has to fit in 1 KB. */
type ResponseItem = {
  status: ResponseStatus;
  formVersion: number;
  /** JSON, as in the definition of a form. */
  answers: string;
  meta: Response['meta'];
  notes?: string;
  updatedAt?: string;
  revision?: number;
  /** The `traceparent` of the request that wrote it last. */
  trace?: string;
};

export function itemOf(response: Response, environmentId: string, trace?: string): Item {
  const { status, formVersion, meta } = response;
  return {
    ...keysOf('response', { ...keyParts(response.id), environmentId }),
    ...({ status, formVersion, answers: JSON.stringify(response.answers), meta, trace } satisfies ResponseItem),
  };
}

export function fromItem(item: Item, form: Form): Response {
  const { status, formVersion, answers, meta, notes, updatedAt } = item as Item & ResponseItem;
  const submittedAt = new Date(timeOf(item.sk)).toISOString();
  return {
    id: responseId(form.id, item.sk),
    formId: form.id,
    formVersion,
    environment: form.environment,
    status,
    submittedAt,
    updatedAt: updatedAt ?? submittedAt,
    answers: JSON.parse(answers),
    notes: notes ? (JSON.parse(notes) as Note[]) : [],
    meta: inOrder(meta),
  };
}

/** A map has no order of its own in the table; the ETag of a record needs one. */
function inOrder({ source, origin, userAgent, durationMs }: Response['meta']): Response['meta'] {
  return { source, origin, userAgent, durationMs };
}

export type StoredResponse = { response: Response; revision: number };

/** The response with this id; undefined when it is of another form, or gone. */
export async function getResponse(id: string, { form }: StoredForm): Promise<StoredResponse | undefined> {
  if (responseAddress(id)?.formId !== form.id) return undefined;
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: keyOf('response', keyParts(id)), ConsistentRead: true }),
  );
  return Item && { response: fromItem(Item as Item, form), revision: Number(Item.revision ?? 1) };
}

/** The caller's response with this id and the form it answers; undefined also for one of another environment. */
export async function getResponseOf(
  caller: Caller,
  id: string,
): Promise<(StoredResponse & { form: Form }) | undefined> {
  const stored = await getFormOf(caller, responseAddress(id)?.formId ?? '');
  const read = stored && (await getResponse(id, stored));
  return read && { ...read, form: stored.form };
}

/** The write that puts a changed response in the place of the one that was read. */
export function replacementOf(read: StoredResponse, changed: Response, trace?: string) {
  return {
    TableName: tableName(),
    Key: keyOf('response', keyParts(changed.id)),
    UpdateExpression: `SET #status = :status, formVersion = :formVersion, answers = :answers, meta = :meta, notes = :notes, updatedAt = :updatedAt, revision = :next${trace ? ', trace = :trace' : ' REMOVE trace'}`,
    ConditionExpression:
      read.revision === 1 ? 'attribute_exists(pk) AND attribute_not_exists(revision)' : 'revision = :read',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':status': changed.status,
      ':formVersion': changed.formVersion,
      ':answers': JSON.stringify(changed.answers),
      ':meta': changed.meta,
      ':notes': JSON.stringify(changed.notes),
      ':updatedAt': changed.updatedAt,
      ':next': read.revision + 1,
      ...(read.revision > 1 && { ':read': read.revision }),
      ...(trace && { ':trace': trace }),
    },
  };
}

export async function replaceResponse(read: StoredResponse, changed: Response, trace?: string): Promise<boolean> {
  return whenUnchanged(new UpdateCommand(replacementOf(read, changed, trace)));
}

/**
 * Deletes a response. False when it is gone already, or another request came in between.
 *
 * @param also written in the same transaction
 */
export function deleteResponse({ id }: Response, also: readonly TransactItem[] = []): Promise<boolean> {
  const Key = keyOf('response', keyParts(id));
  const Delete = { TableName: tableName(), Key, ConditionExpression: 'attribute_exists(pk)' };
  return whenUnchanged(new TransactWriteCommand({ TransactItems: [{ Delete }, ...also] }));
}

function keyParts(id: string): { form: string; shard: string; sortKey: string } {
  const address = responseAddress(id);
  if (!address) throw new Error('This is no id of a response');
  return { form: address.formId, shard: address.shard, sortKey: address.sortKey };
}
