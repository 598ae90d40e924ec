import type { Caller } from '../../domain/accounts/caller.ts';
import type { Form } from '../../domain/forms/form.ts';
import { isRetained } from '../../domain/forms/retention.ts';
import { fileIdsIn } from '../../domain/responses/files.ts';
import type { Note, Response, ResponseStatus } from '../../domain/responses/response.ts';
import { inactivityTimeoutMs } from '../../domain/responses/visit.ts';
import { responseAddress, responseId, timeOf } from '../../ids.ts';
import { type Change, type Expression, expression, ifAbsent } from '../expression.ts';
import { getFormOf, type StoredForm } from '../forms/forms.ts';
import { dueKeys, type Key, keyOf, keysOf } from '../keys.ts';
import { markStatus } from '../lists/status-marks.ts';
import { getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, updateItemWith } from '../writes.ts';
import { type SealedResponse, sealAnswers } from './sealed-answers.ts';
import { type FileWrites, releaseFileWrites } from './uploads.ts';
import { changedVisitWrite } from './visits.ts';

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
  /** The hash of the session that it belongs to. */
  visit?: string;
  /** When DynamoDB is to remove it: seconds since the epoch. */
  ttl?: number;
};

type StoredWith = Pick<ResponseItem, 'trace' | 'visit' | 'ttl'> & {
  /** The partition of its environment's index; without it the first, which every environment has. */
  indexShard?: string;
};

export function itemOf(response: SealedResponse, environmentId: string, storedWith: StoredWith = {}): Item {
  const { status, formVersion, meta } = response;
  const { indexShard = '0', trace, visit, ttl } = storedWith;
  return {
    ...keysOf('response', { ...keyParts(response.id), environmentId, indexShard }),
    ...({
      status,
      formVersion,
      answers: JSON.stringify(response.answers),
      meta,
      trace,
      visit,
      ttl,
    } satisfies ResponseItem),
  };
}

export function fromItem(item: Item, form: Form): SealedResponse {
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

export type StoredResponse = { response: SealedResponse; storedForm: StoredForm; revision: number; visit?: string };

type ReadResponse = Pick<StoredResponse, 'response' | 'revision'>;

/** The response with this id; undefined when it is of another form, expired, or gone. */
export async function getResponse(id: string, storedForm: StoredForm): Promise<StoredResponse | undefined> {
  const { form } = storedForm;
  const address = responseAddress(id);
  if (address?.formId !== form.id || !isRetained(storedForm, timeOf(address.sortKey))) return undefined;
  const item = (await getItem(responseKey(id))) as (Item & ResponseItem) | undefined;
  if (!item) return undefined;
  const { revision = 1, visit } = item;
  return { response: fromItem(item, form), storedForm, revision, visit };
}

/** The caller's response with this id and the form it answers; undefined also for one of another environment. */
export async function getResponseOf(caller: Caller, id: string): Promise<StoredResponse | undefined> {
  const stored = await getFormOf(caller, responseAddress(id)?.formId ?? '');
  return stored && getResponse(id, stored);
}

/** The change that replaces the response that was read. */
export function replaceResponseChange(read: StoredResponse, changed: SealedResponse, trace?: string): Change {
  const { environmentId } = read.storedForm;
  const due = changed.status === 'partial' ? inactivityDueKeys(changed.updatedAt, environmentId) : undefined;
  return {
    set: {
      status: changed.status,
      formVersion: changed.formVersion,
      answers: JSON.stringify(changed.answers),
      meta: changed.meta,
      notes: JSON.stringify(changed.notes),
      updatedAt: changed.updatedAt,
      revision: read.revision + 1,
      trace,
      // Once it is due, later saves leave the time as it is: the worker looks at the last save.
      ...(due && { duepk: ifAbsent('duepk', due.duepk), duesk: ifAbsent('duesk', due.duesk) }),
    },
    remove: [...(trace ? [] : ['trace']), ...(due ? [] : ['duepk', 'duesk'])],
    if: asRead(read),
  };
}

/**
 * Stores a changed response, its answers in the clear, and what belongs to the change. False when somebody else changed it
 * since it was read.
 */
export async function replaceResponse(
  read: StoredResponse,
  changed: SealedResponse,
  { trace, writes }: { trace?: string; writes?: FileWrites } = {},
): Promise<boolean> {
  await markChange(read, changed);
  const answers = await sealAnswers(read.storedForm, changed, read.response.answers);
  const visitWrite = await changedVisitWrite([read.response, changed], read.visit);
  const otherWrites = [...(writes?.(changed.id) ?? []), ...(visitWrite ? [visitWrite] : [])];
  const change = replaceResponseChange(read, { ...changed, answers }, trace);
  return updateItemWith(responseKey(changed.id), change, otherWrites);
}

/** Says which status a response is about to come to, for the lists of that. */
export async function markChange(
  { response, storedForm }: StoredResponse,
  { id, formId, status }: SealedResponse,
): Promise<void> {
  if (status !== response.status) await markStatus([formId, storedForm.environmentId], keyParts(id).sortKey, status);
}

/** A partial response is due a day after its first save: then somebody looks whether it was abandoned. */
export const inactivityDueKeys = (savedAt: string, environmentId: string) =>
  dueKeys(Date.parse(savedAt) + inactivityTimeoutMs, environmentId);

/**
 * Deletes a response, and with it its files; `writes` belong to the deletion. False when somebody else changed it since
 * it was read, and may have given it another file.
 */
export async function deleteResponse(read: ReadResponse, writes: readonly TransactItem[] = []): Promise<boolean> {
  const { id, formId, answers } = read.response;
  const releases = await releaseFileWrites(fileIdsIn(formId, answers), id);
  return writeIfUnchanged([deleteWrite(responseKey(id), asRead(read)), ...releases, ...writes]);
}

/** The condition that a response is still the one that was read. */
const asRead = ({ revision }: ReadResponse): Expression =>
  revision === 1
    ? expression`attribute_exists(pk) AND attribute_not_exists(revision)`
    : expression`revision = ${revision}`;

export const responseKey = (id: string): Key => keyOf('response', keyParts(id));

function keyParts(id: string): { form: string; shard: string; sortKey: string } {
  const address = responseAddress(id);
  if (!address) throw new Error('This is not the id of a response');
  return { form: address.formId, shard: address.shard, sortKey: address.sortKey };
}
