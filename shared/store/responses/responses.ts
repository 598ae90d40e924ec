import type { Caller } from '../../domain/accounts/caller.ts';
import type { Form } from '../../domain/forms/form.ts';
import { isRetained } from '../../domain/forms/retention.ts';
import { fileIdsIn, fileIdsInText } from '../../domain/responses/files.ts';
import type { Response, ResponseStatus, SpamMark } from '../../domain/responses/response.ts';
import { parseStored } from '../../domain/responses/sealed-answer.ts';
import { inactivityTimeoutMs } from '../../domain/responses/visit.ts';
import { dayMs } from '../../durations.ts';
import { unreadableResponse } from '../../errors.ts';
import { responseAddress, responseId, timeOf } from '../../ids.ts';
import { log } from '../../log.ts';
import { measure } from '../../metric.ts';
import { type Change, type Expression, expression, ifAbsent } from '../expression.ts';
import { getFormOf, type StoredForm } from '../forms/forms.ts';
import { changedKeys, dueKeys, type Key, keyOf, keysOf, spamScope } from '../keys.ts';
import { markStatus } from '../lists/status-marks.ts';
import { getItem, type Item, type TransactItem, tableName, writeIfUnchanged } from '../table.ts';
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
  /** How many places it has taken in a form that has so many. */
  places?: number;
  /** When DynamoDB is to remove it: seconds since the epoch. */
  ttl?: number;
  /** The fields that a person answered in a browser without a session, where these are not those that have an answer now. */
  answeredFirst?: string[];
  spam?: SpamMark;
  /** It was completed once, and somebody has given it another status since. */
  wasCompleted?: boolean;
};

type StoredWith = Pick<ResponseItem, 'trace' | 'visit' | 'ttl' | 'places' | 'answeredFirst'> & {
  /** The partition of its environment's index; without it the first, which every environment has. */
  indexShard?: string;
};

export function itemOf(response: SealedResponse, environmentId: string, storedWith: StoredWith = {}): Item {
  const { status, formVersion, meta, spam } = response;
  const { indexShard = '0', ...others } = storedWith;
  const answers = JSON.stringify(response.answers);
  return {
    ...keysOf(itemTypeOf(response), { ...keyParts(response.id), environmentId, indexShard }),
    ...({ status, formVersion, answers, meta, ...others, spam } satisfies ResponseItem),
  };
}

/** Spam lies beside the other responses, so that what reads or counts those never meets it. */
export const itemTypeOf = ({ spam }: { spam?: unknown }): 'response' | 'spam' => (spam ? 'spam' : 'response');

/** Of an item, what the response is made of besides its key. */
export const responseAttributes = ['status', 'formVersion', 'answers', 'meta', 'notes', 'updatedAt', 'spam'] as const;

/** The response that an item holds. One that cannot be read is there all the same, without what cannot. */
export function fromItem(item: Item, form: Form): SealedResponse {
  const submittedAt = new Date(timeOf(item.sk)).toISOString();
  const stored = parseStored(item);
  const { updatedAt = submittedAt, answers, spam, ...content } = stored ?? unreadableContent(item);
  return {
    id: responseId(form.id, item.sk),
    formId: form.id,
    formVersion: content.formVersion,
    environment: form.environment,
    status: content.status,
    submittedAt,
    updatedAt,
    answers,
    notes: content.notes,
    meta: content.meta,
    ...(spam && { spam }),
    ...(!stored && { unreadable: String(item.answers) }),
  };
}

/** One item that was damaged is an alarm, and no reason to keep back the others. */
function unreadableContent({ pk, sk }: Item): NonNullable<ReturnType<typeof parseStored>> {
  log.error('a response could not be read', { pk, sk });
  measure('UnreadableAnswers', 1, 'Count', { TableName: tableName() });
  return { status: 'abandoned', formVersion: 0, answers: {}, notes: [], meta: {} };
}

export type StoredResponse = {
  response: SealedResponse;
  storedForm: StoredForm;
  revision: number;
  visit?: string;
  places?: number;
};

type ReadResponse = Pick<StoredResponse, 'response' | 'revision'>;

/** The response with this id; undefined when it is of another form, expired, gone, or spam. */
export const getResponse = (id: string, storedForm: StoredForm): Promise<StoredResponse | undefined> =>
  readRetained('response', id, storedForm);

/** The same, of spam too. It may be moved between two reads: then it is where was looked first. */
export async function findResponse(id: string, storedForm: StoredForm): Promise<StoredResponse | undefined> {
  for (const itemType of ['response', 'spam', 'response'] as const) {
    const read = await readRetained(itemType, id, storedForm);
    if (read) return read;
  }
  return undefined;
}

async function readRetained(itemType: 'response' | 'spam', id: string, storedForm: StoredForm) {
  const address = responseAddress(id);
  if (address?.formId !== storedForm.form.id || !isRetained(storedForm, timeOf(address.sortKey))) return undefined;
  return readResponse(itemType, id, storedForm);
}

/** The response with this id, if it is there, expired or not. */
export async function readResponse(
  itemType: 'response' | 'spam',
  id: string,
  storedForm: StoredForm,
): Promise<StoredResponse | undefined> {
  const { form } = storedForm;
  const item = (await getItem(keyOf(itemType, keyParts(id)))) as (Item & ResponseItem) | undefined;
  if (!item) return undefined;
  const { revision = 1, visit, places } = item;
  return { response: fromItem(item, form), storedForm, revision, visit, places };
}

/** The caller's response with this id, spam or not, and the form it answers; undefined also for one of another environment. */
export async function getResponseOf(caller: Caller, id: string): Promise<StoredResponse | undefined> {
  const stored = await getFormOf(caller, responseAddress(id)?.formId ?? '');
  return stored && findResponse(id, stored);
}

/** The change that replaces the response that was read. */
export function replaceResponseChange(read: StoredResponse, changed: SealedResponse, trace?: string): Change {
  if (read.response.unreadable !== undefined) throw unreadableResponse();
  const { environmentId } = read.storedForm;
  const due = changed.status === 'partial' && !changed.spam && inactivityDueKeys(changed.updatedAt, environmentId);
  return {
    set: {
      status: changed.status,
      formVersion: changed.formVersion,
      answers: JSON.stringify(changed.answers),
      meta: changed.meta,
      notes: JSON.stringify(changed.notes),
      updatedAt: changed.updatedAt,
      ...changedKeys(changed.updatedAt, keyParts(changed.id).sortKey, environmentId),
      revision: read.revision + 1,
      trace,
      ...answeredFirst(read, changed),
      ...(read.response.status === 'completed' && changed.status !== 'completed' && { wasCompleted: true }),
      // Once it is due, later saves leave the time as it is: the worker looks at the last save.
      ...(due && { duepk: ifAbsent('duepk', due.duepk), duesk: ifAbsent('duesk', due.duesk) }),
    },
    remove: [...(trace ? [] : ['trace']), ...(due || changed.spam ? [] : ['duepk', 'duesk'])],
    if: asRead(read),
  };
}

/** What a browser without a session answered is counted with the response, and counted out by what is said here. */
function answeredFirst({ response: before, visit }: StoredResponse, after: SealedResponse): Record<string, unknown> {
  const ids = Object.keys(before.answers);
  if (visit !== undefined || String(ids) === String(Object.keys(after.answers))) return {};
  return { answeredFirst: ifAbsent('answeredFirst', ids) };
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
  return updateItemWith(keyOfResponse(changed), change, otherWrites);
}

/** Says which status a response is about to come to, for the lists of that. */
export async function markChange(
  { response, storedForm }: StoredResponse,
  { id, formId, status, spam }: Pick<SealedResponse, 'id' | 'formId' | 'status' | 'spam'>,
): Promise<void> {
  const moves = Boolean(spam) !== Boolean(response.spam);
  if (status === response.status && !moves) return;
  const scopes = [formId, storedForm.environmentId].map(id => (spam ? spamScope(id) : id));
  await markStatus(scopes, keyParts(id).sortKey, status);
}

/** For so long spam is kept. */
export const spamKeptMs = 30 * dayMs;

/** When somebody has to look at a response again: at spam to remove it, at a partial one whether it was abandoned. */
export function dueKeysOf(
  { status, spam, updatedAt }: Pick<SealedResponse, 'status' | 'spam' | 'updatedAt'>,
  environmentId: string,
) {
  if (spam) return dueKeys(Date.parse(spam.at) + spamKeptMs, environmentId);
  return status === 'partial' ? inactivityDueKeys(updatedAt, environmentId) : {};
}

/** A partial response is due a day after its first save: then somebody looks whether it was abandoned. */
export const inactivityDueKeys = (savedAt: string, environmentId: string) =>
  dueKeys(Date.parse(savedAt) + inactivityTimeoutMs, environmentId);

/**
 * Deletes a response, and with it its files; `writes` belong to the deletion. False when somebody else changed it since
 * it was read, and may have given it another file.
 */
export async function deleteResponse(read: ReadResponse, writes: readonly TransactItem[] = []): Promise<boolean> {
  const { id, formId, answers, unreadable } = read.response;
  const fileIds = unreadable === undefined ? fileIdsIn(formId, answers) : fileIdsInText(formId, unreadable);
  const releases = await releaseFileWrites(fileIds, id);
  return writeIfUnchanged([deleteWrite(keyOfResponse(read.response), asRead(read)), ...releases, ...writes]);
}

/** The condition that a response is still the one that was read. */
export const asRead = ({ revision }: ReadResponse): Expression =>
  revision === 1
    ? expression`attribute_exists(pk) AND attribute_not_exists(revision)`
    : expression`revision = ${revision}`;

export const responseKey = (id: string): Key => keyOf('response', keyParts(id));

/** The key of a response, wherever it lies. */
export const keyOfResponse = (response: Pick<SealedResponse, 'id' | 'spam'>): Key =>
  keyOf(itemTypeOf(response), keyParts(response.id));

export function keyParts(id: string): { form: string; shard: string; sortKey: string } {
  const address = responseAddress(id);
  if (!address) throw new Error('This is not the id of a response');
  return { form: address.formId, shard: address.shard, sortKey: address.sortKey };
}
