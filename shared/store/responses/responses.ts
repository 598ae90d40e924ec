import type { Caller } from '../../domain/accounts/caller.ts';
import type { Form } from '../../domain/forms/form.ts';
import { chosenNames, formPlace } from '../../domain/forms/option-limits.ts';
import { isRetained, partialRemovalTime, removalTime } from '../../domain/forms/retention.ts';
import { keepsAnswersInBucket } from '../../domain/forms/storage.ts';
import { fileIdsIn, fileIdsInText } from '../../domain/responses/file-changes.ts';
import type { UncountedAnswers } from '../../domain/responses/moved-answers.ts';
import type { Replies } from '../../domain/responses/replies.ts';
import type { Handling, Response, ResponseStatus } from '../../domain/responses/response.ts';
import { parseStored } from '../../domain/responses/sealed-answer.ts';
import { inactivityTimeoutMs } from '../../domain/responses/visit.ts';
import type { SpamMark } from '../../domain/spam/spam-signals.ts';
import { kindsOf } from '../../domain/summaries/answer-kinds.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { unreadableResponse } from '../../errors.ts';
import { firstSortKey, randomShard, responseAddress, responseId, timeOf } from '../../ids.ts';
import { getCachedIndexShards } from '../accounts/environments.ts';
import { deletionWrite } from '../deletions.ts';
import { type Expression, expression, type ItemUpdate, ifAbsent } from '../expression.ts';
import { findFormOf, hasExtraNames, type StoredForm } from '../forms/forms.ts';
import { endNamesItem } from '../jobs.ts';
import {
  changedKeys,
  dueKeys,
  type Key,
  keyOf,
  keysOf,
  partsOf,
  type ResponseType,
  responseTypes,
  spamScope,
} from '../keys.ts';
import { markStatus } from '../lists/status-marks.ts';
import { reportUnreadable } from '../report-unreadable.ts';
import { batchGet, getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, putNewWrite, putWrite, updateItemWith } from '../writes.ts';
import { type AnsweredItem, type AnswersPlace, requireAnswers, takeAnswersBack, withAnswers } from './moved-answers.ts';
import {
  completedPlace,
  deletePointerWrites,
  firstPlace,
  placeInPointer,
  pointerKey,
  pointerWrites,
  type ResponsePlace,
} from './moved-responses.ts';
import { type SealedResponse, sealAnswers } from './sealed-answers.ts';
import { type FileWrites, releaseFileWrites } from './uploads.ts';
import { changedVisitWrite } from './visits.ts';

/** A response as its item stores it. What its keys or its form contain is not repeated, because it must fit in 1 KB. */
type ResponseItem = AnswersPlace & {
  status: ResponseStatus;
  formVersion: number;
  /** JSON, like the definition of a form. An item does not have them while `answersAt` says where they are. */
  answers: string;
  /** How each answer is summarized, by `kindsOf`. Responses from before 0.3.0 have none. */
  kinds?: string;
  meta: Response['meta'];
  notes?: string;
  updatedAt?: string;
  /** Its handling, unless it is open. */
  handling?: Exclude<Handling, 'open'>;
  assigneeId?: string;
  revision?: number;
  /** The `traceparent` of the request that wrote it last. */
  trace?: string;
  /** The hash of its session. */
  visit?: string;
  /** The number of places it has taken in a form with a limit. */
  places?: number;
  /** The names of the limited options that its answers choose. */
  chosen?: readonly string[];
  /** How often it has taken a place in a limited option, by the option's name. */
  seats?: Readonly<Record<string, number>>;
  /** The replies by mail, by ID. */
  replies?: Replies;
  /** When DynamoDB is to remove it, in seconds since the epoch. */
  ttl?: number;
  /** The fields that a person answered in a browser without a session, if they differ from those with an answer now. */
  answeredFirst?: string[];
  spam?: SpamMark;
  /** It was once completed, and someone has changed its status since. */
  wasCompleted?: boolean;
  /** The time of its visit's first event, if that came before its first save. */
  startedAt?: string;
  /** Its status before it was completed, in an item that its completion has moved here. */
  completes?: ResponseStatus;
};

type StoredWith = Pick<
  ResponseItem,
  'kinds' | 'trace' | 'visit' | 'ttl' | 'places' | 'chosen' | 'seats' | 'answeredFirst' | 'answersMove'
> & {
  /** Its place. Without it, the place in its ID. */
  place?: ResponsePlace;
  /** The partition of its environment's index. Without it, the first, which every environment has. */
  indexShard?: string;
};

export function itemOf(response: SealedResponse, environmentId: string, storedWith: StoredWith = {}): Item {
  const { status, formVersion, meta, spam } = response;
  const { indexShard = '0', place = firstPlace(response.id), ...others } = storedWith;
  const answers = JSON.stringify(response.answers);
  return {
    ...keysOf(itemTypeOf(response), { ...place, environmentId, indexShard }),
    ...({ status, formVersion, answers, meta, ...others, ...startOf(response, place), spam } satisfies ResponseItem),
  };
}

/** Returns the attribute by which the answers of a stored item are moved to the bucket of the form's owner. */
export const answersMoveOf = ({ form }: Pick<StoredForm, 'form'>): Pick<AnswersPlace, 'answersMove'> =>
  keepsAnswersInBucket(form) ? { answersMove: 1 } : {};

/** Returns the start time, if the sort key does not contain it. */
const startOf = ({ startedAt }: SealedResponse, { sortKey }: ResponsePlace): Pick<ResponseItem, 'startedAt'> =>
  startedAt === timeIn(firstSortKey(sortKey)) ? {} : { startedAt };

const timeIn = (sortKey: string): string => new Date(timeOf(sortKey)).toISOString();

/** Returns the item type of a response, which says in which partitions it is stored. */
export function itemTypeOf({ spam, restricted }: { spam?: unknown; restricted?: boolean }): ResponseType {
  if (restricted) return 'restricted';
  return spam ? 'spam' : 'response';
}

/** The attributes, besides its key, that a response is made of. */
export const responseAttributes = [
  'status',
  'formVersion',
  'answers',
  'meta',
  'notes',
  'updatedAt',
  'handling',
  'assigneeId',
  'spam',
  'startedAt',
  'answersAt',
] as const;

/** Returns the response in an item. An unreadable one is returned without the parts that cannot be read. */
export function fromItem(item: AnsweredItem, form: Form): SealedResponse {
  const submittedAt = timeIn(item.sk);
  const { answersFault } = item;
  const stored = parseStored(answersFault ? { ...item, answers: '{}' } : item);
  const { updatedAt = submittedAt, answers, spam, ...content } = stored ?? unreadableContent(item);
  return {
    id: responseId(form.id, item.sk),
    formId: form.id,
    formVersion: content.formVersion,
    environment: form.environment,
    status: content.status,
    startedAt: String(item.startedAt ?? timeIn(firstSortKey(item.sk))),
    submittedAt,
    updatedAt,
    handling: content.handling,
    ...(content.assigneeId !== undefined && { assigneeId: content.assigneeId }),
    answers,
    ...(answersFault && { answersUnavailable: true }),
    notes: content.notes,
    meta: content.meta,
    ...(spam && { spam }),
    ...(partsOf('restricted', 'pk', item.pk) && { restricted: true }),
    ...(!stored && { unreadable: String(item.answers) }),
  };
}

/** A damaged item raises an alarm, but must not hide the others. */
function unreadableContent({ pk, sk }: Item): NonNullable<ReturnType<typeof parseStored>> {
  reportUnreadable('a response', { pk, sk });
  return { status: 'abandoned', formVersion: 0, handling: 'open', answers: {}, notes: [], meta: {} };
}

export type StoredResponse = {
  response: SealedResponse;
  storedForm: StoredForm;
  item: AnsweredItem & Partial<ResponseItem>;
  revision: number;
};

/**
 * Returns the response with this ID, or undefined when it is of another form, expired, gone, restricted, or spam.
 * Throws if its answers are in a bucket that is closed.
 */
export async function getResponse(id: string, storedForm: StoredForm): Promise<StoredResponse | undefined> {
  const read = await findResponse(id, storedForm);
  return !read || itemTypeOf(read.response) !== 'response' ? undefined : withItsAnswers(read);
}

/** Returns the response with this ID, even if it is spam or restricted. A restricted one does not expire. */
export async function findResponse(id: string, storedForm: StoredForm): Promise<StoredResponse | undefined> {
  if (responseAddress(id)?.formId !== storedForm.form.id) return undefined;
  const read = await readResponse(id, storedForm);
  if (read?.response.restricted) return read;
  return read && isRetained(storedForm, timeOf(read.item.sk)) ? read : undefined;
}

/** Returns the response with this ID, even if it is spam, restricted or expired. */
export async function readResponse(id: string, storedForm: StoredForm): Promise<StoredResponse | undefined> {
  const first = responseKey(id);
  // It may move between two reads. Then it is found at the first place on the second look, or after it.
  const item =
    (await getItem(first)) ?? (await readElsewhere(id)) ?? (await getItem(first)) ?? (await readElsewhere(id));
  const [answered] = item ? await withAnswers([item]) : [];
  return answered && storedResponse(answered, storedForm);
}

function storedResponse(item: StoredResponse['item'], storedForm: StoredForm): StoredResponse {
  return { response: fromItem(item, storedForm.form), storedForm, item, revision: item.revision ?? 1 };
}

/** Returns the response that was read, unless its answers are in a bucket that is closed. */
export function withItsAnswers(read: StoredResponse): StoredResponse {
  requireAnswers(read.item);
  return read;
}

/**
 * Returns the response that was read, with its answers in its item, as every change needs it. Returns undefined if it
 * has changed since. Throws if its answers are in a bucket that is closed.
 */
export async function takenBack(read: StoredResponse): Promise<StoredResponse | undefined> {
  if (!read.item.answersAt) return read;
  const item = await takeAnswersBack(read.item, read.storedForm);
  return item && { ...read, item, revision: Number(item.revision) };
}

/** Reads the response where spam and restricted ones are stored, or where its completion has moved it. */
async function readElsewhere(id: string): Promise<Item | undefined> {
  const [found] = await batchGet([...otherKeysIn(firstPlace(id)), pointerKey(id)]);
  const place = found && placeInPointer(found);
  return place ? ((await getItem(keyOf('response', place))) ?? (await batchGet(otherKeysIn(place)))[0]) : found;
}

const keysIn = (place: ResponsePlace): Key[] => responseTypes.map(itemType => keyOf(itemType, place));

/** Returns where the response of this place is if it is not where usual ones are. */
const otherKeysIn = (place: ResponsePlace): Key[] => keysIn(place).slice(1);

/**
 * Returns the items of the responses with these IDs, of any kind, in no particular order. Missing ones are left out.
 */
export async function readItems(ids: readonly string[]): Promise<Item[]> {
  const isPointer = (item: Item) => placeInPointer(item) !== undefined;
  const found = await batchGet(ids.flatMap(id => [...keysIn(firstPlace(id)), pointerKey(id)]));
  const moved = found.flatMap(item => placeInPointer(item) ?? []);
  return [...found.filter(item => !isPointer(item)), ...(await batchGet(moved.flatMap(keysIn)))];
}

/**
 * Returns the caller's response with this ID, of any kind, and its form. Returns undefined if the caller's environment
 * has no such response.
 */
export async function getResponseOf(caller: Caller, id: string): Promise<StoredResponse | undefined> {
  const stored = await findFormOf(caller, responseAddress(id)?.formId ?? '');
  return stored && findResponse(id, stored);
}

/** The places that a response has ever taken, as its item stores them. */
export type TakenPlaces = Pick<ResponseItem, 'places' | 'seats'>;

/** Returns the places of a response that takes those with these names. Empty if it takes none. */
export function placesAfter(before: TakenPlaces, names: readonly string[] = []): TakenPlaces {
  const seats = { ...before.seats };
  for (const name of names) if (name !== formPlace) seats[name] = (seats[name] ?? 0) + 1;
  return {
    ...(names.includes(formPlace) && { places: (before.places ?? 0) + 1 }),
    ...(names.some(name => name !== formPlace) && { seats }),
  };
}

/** The attributes of a change besides the response. */
type StoredChange = { trace?: string } & TakenPlaces;

/**
 * Stores a changed response, in its place or where its completion moves it. Returns false when it has changed since it
 * was read.
 *
 * @param changed the response with sealed answers
 */
export async function storeChange(
  read: StoredResponse,
  changed: SealedResponse,
  storedChange: StoredChange,
  otherWrites: readonly TransactItem[],
): Promise<boolean> {
  if (read.response.unreadable !== undefined || read.storedForm.unreadable) throw unreadableResponse();
  const own = await takenBack(read);
  return own ? storeOwnChange(own, changed, storedChange, otherWrites) : false;
}

async function storeOwnChange(
  read: StoredResponse,
  changed: SealedResponse,
  storedChange: StoredChange,
  otherWrites: readonly TransactItem[],
): Promise<boolean> {
  if (!isMove(read, changed)) {
    return updateItemWith(read.item, replaceResponseChange(read, changed, storedChange), otherWrites);
  }
  const item = await completedItem(read, changed, storedChange);
  return writeIfUnchanged([
    deleteWrite(read.item, asRead(read)),
    putNewWrite(item),
    ...pointerWrites(item, item.ttl),
    ...otherWrites,
  ]);
}

const isMove = ({ response }: StoredResponse, { submittedAt }: Pick<SealedResponse, 'submittedAt'>): boolean =>
  response.submittedAt !== submittedAt;

/**
 * Returns the item of a response that is completed after its first save. In its new place, it looks like a new one
 * without later changes.
 */
async function completedItem(read: StoredResponse, changed: SealedResponse, { trace, ...taken }: StoredChange) {
  const { storedForm, response: before, item, revision } = read;
  const { environmentId, organizationId, form } = storedForm;
  const indexShards = await getCachedIndexShards({ organizationId, environment: form.environment });
  const submittedAt = Date.parse(changed.submittedAt);
  const removal = removalTime(storedForm, submittedAt);
  const { duepk, duesk, changedpk, changedsk, updatedAt, stamp, silentAt, restoredAt, was, notes, ...rest } = item;
  const { handling, assigneeId, chosen, ...kept } = rest;
  return {
    ...kept,
    ...itemOf(changed, environmentId, {
      kinds: changedKinds(read, changed),
      chosen: chosenNames(form, changed.answers),
      ...{ trace, ...taken, answeredFirst: item.answeredFirst ?? answeredFirstOf(read, changed) },
      place: completedPlace(changed.id, submittedAt, storedForm.shards),
      indexShard: randomShard(indexShards),
      ttl: removal && Math.ceil(removal / 1000),
      ...answersMoveOf(storedForm),
    }),
    ...dueKeysOf(changed, environmentId),
    ...(changed.notes.length > 0 && { notes: JSON.stringify(changed.notes) }),
    ...handlingOf(changed),
    ...{ completes: before.status, revision: revision + 1 },
  };
}

const changedKinds = ({ storedForm, response, item }: StoredResponse, { answers }: SealedResponse): string =>
  kindsOf(storedForm, answers, response.answers, item.kinds);

/**
 * Returns the attributes that say how a response is handled. An open response has none, like responses from before
 * there was handling.
 */
const handlingOf = ({ handling, assigneeId }: SealedResponse): Pick<ResponseItem, 'handling' | 'assigneeId'> => ({
  ...(handling !== undefined && handling !== 'open' && { handling }),
  ...(assigneeId !== undefined && { assigneeId }),
});

/** Returns the change that replaces the response that was read. */
function replaceResponseChange(
  read: StoredResponse,
  changed: SealedResponse,
  { trace, ...taken }: StoredChange,
): ItemUpdate {
  const { environmentId, form } = read.storedForm;
  const due = changed.status === 'partial' && !changed.spam && inactivityDueKeys(changed.updatedAt, environmentId);
  // An abandoned one is removed later. The worker checks its latest change.
  const isDueStill = changed.spam !== undefined || changed.status !== 'completed';
  const handled = handlingOf(changed);
  const chosen = chosenNames(form, changed.answers);
  const ended = (['handling', 'assigneeId'] as const).filter(name => handled[name] === undefined);
  return {
    set: {
      status: changed.status,
      formVersion: changed.formVersion,
      answers: JSON.stringify(changed.answers),
      kinds: changedKinds(read, changed),
      meta: changed.meta,
      notes: JSON.stringify(changed.notes),
      updatedAt: changed.updatedAt,
      ...changedKeys(changed.updatedAt, read.item.sk, environmentId),
      revision: read.revision + 1,
      ...{ trace, ...taken, chosen, ...handled, ...answersMoveOf(read.storedForm) },
      ...answeredFirst(read, changed),
      ...(read.response.status === 'completed' && changed.status !== 'completed' && { wasCompleted: true }),
      // Later saves leave the due time as it is; the worker checks the last save.
      ...(due && { duepk: ifAbsent('duepk', due.duepk), duesk: ifAbsent('duesk', due.duesk) }),
    },
    remove: [
      ...[...ended, ...(trace ? [] : ['trace']), ...(isDueStill ? [] : ['duepk', 'duesk'])],
      ...(chosen || !read.item.chosen ? [] : ['chosen']),
    ],
    if: asRead(read),
  };
}

/**
 * Returns the fields that a browser without a session answered. They are counted with the response, and this lets them
 * be subtracted later.
 */
function answeredFirst(read: StoredResponse, after: SealedResponse): Record<string, unknown> {
  const ids = answeredFirstOf(read, after);
  return ids ? { answeredFirst: ifAbsent('answeredFirst', ids) } : {};
}

function answeredFirstOf({ response: before, item }: StoredResponse, after: SealedResponse): string[] | undefined {
  const ids = Object.keys(before.answers);
  return item.visit !== undefined || String(ids) === String(Object.keys(after.answers)) ? undefined : ids;
}

/**
 * Stores a changed response with unsealed answers, and the writes that belong to the change. Returns false when it has
 * changed since it was read.
 */
export async function replaceResponse(
  read: StoredResponse,
  changed: SealedResponse,
  { trace, takes, writes }: { trace?: string; takes?: readonly string[]; writes?: FileWrites } = {},
): Promise<boolean> {
  withItsAnswers(read);
  await markChange(read, changed);
  const answers = await sealAnswers(read.storedForm, changed, read.response.answers);
  const visitWrite = await changedVisitWrite([read.response, changed], read.item.visit);
  const otherWrites = [...(writes?.(changed.id) ?? []), ...(visitWrite ? [visitWrite] : [])];
  return storeChange(read, { ...changed, answers }, { trace, ...placesAfter(read.item, takes) }, otherWrites);
}

/**
 * Marks the status and the handling that a response is about to get, for the lists of those. Lists find new responses
 * by themselves.
 */
export async function markChange(
  { response, storedForm, item }: StoredResponse,
  changed: Pick<SealedResponse, 'formId' | 'status' | 'handling' | 'spam' | 'restricted' | 'submittedAt'>,
): Promise<void> {
  const { formId, status, handling = 'open', spam, submittedAt } = changed;
  if (submittedAt !== response.submittedAt) return;
  const changesFolder = itemTypeOf(changed) !== itemTypeOf(response);
  const scopes = [formId, storedForm.environmentId].map(id => (spam ? spamScope(id) : id));
  const marks = [
    ...(status === response.status && !changesFolder ? [] : [markStatus(scopes, item.sk, status)]),
    // Only the lists of forms have a handling.
    ...(handling === (response.handling ?? 'open') && !changesFolder
      ? []
      : [markStatus(scopes.slice(0, 1), item.sk, handling)]),
  ];
  await Promise.all(marks);
}

/** How long spam is stored. */
export const spamKeptMs = 30 * dayMs;

/** Returns the due keys of a response: spam is due for removal, a partial one for a check whether it was abandoned. */
export function dueKeysOf(
  { status, spam, updatedAt }: Pick<SealedResponse, 'status' | 'spam' | 'updatedAt'>,
  environmentId: string,
) {
  if (spam) return dueKeys(Date.parse(spam.at) + spamKeptMs, environmentId);
  return status === 'partial' ? inactivityDueKeys(updatedAt, environmentId) : {};
}

/**
 * Returns when an abandoned response is removed, in ms since the epoch. Returns undefined if the response was not
 * abandoned or its form keeps it.
 */
export function removalOfAbandoned(item: Item & Partial<ResponseItem>, stored: StoredForm): number | undefined {
  const { status, wasCompleted, sk, updatedAt = timeIn(sk) } = item;
  if (status !== 'abandoned' || wasCompleted) return undefined;
  return partialRemovalTime(stored, Date.parse(updatedAt));
}

/** Returns the due keys of a partial response: a day after its first save, it is checked whether it was abandoned. */
const inactivityDueKeys = (savedAt: string, environmentId: string) =>
  dueKeys(Date.parse(savedAt) + inactivityTimeoutMs, environmentId);

/** Returns the IDs of a response's files, even if it is unreadable. Answers in a bucket are a file, too. */
export function filesOfResponse({ response, item: { answersAt } }: StoredResponse): string[] {
  const { formId, answers, unreadable } = response;
  if (answersAt) return [...answersAt.files, answersAt.fileId];
  return unreadable === undefined ? fileIdsIn(formId, answers) : fileIdsInText(formId, unreadable);
}

/**
 * Deletes a response and its files; `writes` belong to the deletion. Returns false when it has changed since it was
 * read, and may have another file. Answers in a bucket are taken back first, so the summary follows. Those in a closed
 * one leave the summary and the bucket by a job, once it is open.
 */
export async function deleteResponse(read: StoredResponse, writes: readonly TransactItem[] = []): Promise<boolean> {
  const own = read.item.answersFault ? read : await takenBack(read);
  return own ? deleteOwn(own, writes) : false;
}

async function deleteOwn(read: StoredResponse, writes: readonly TransactItem[]): Promise<boolean> {
  const { id, formId } = read.response;
  const releases = await releaseFileWrites(filesOfResponse(read), id, uncountedOf(read));
  const own = [deleteWrite(read.item, asRead(read)), ...deletePointerWrites(read.item), deletionWrite(id, formId)];
  return writeIfUnchanged([...own, ...releases, ...endNamesWrites(read), ...writes]);
}

/** Returns what the summary counts of a response whose answers could not be read, if it counts anything. */
function uncountedOf({ response, item }: StoredResponse): UncountedAnswers | undefined {
  const { answersAt, answersFault, kinds } = item;
  if (!answersAt || !answersFault || kinds === undefined) return undefined;
  if (response.status !== 'completed' || response.spam) return undefined;
  return { kinds, submittedAt: response.submittedAt, sha256: answersAt.sha256 };
}

/** Returns the write of the job that ends names which only this response has. It waits for further deletions. */
const endNamesWrites = ({ storedForm, response }: StoredResponse): TransactItem[] =>
  hasExtraNames(storedForm, response.answers)
    ? [putWrite(endNamesItem(storedForm, Math.ceil(Date.now() / hourMs) * hourMs))]
    : [];

/** Returns the key of a response from its first save until it moves. */
export const responseKey = (id: string): Key => keyOf('response', firstPlace(id));

/** Returns the condition that a response is still the one that was read. */
export const asRead = ({ revision }: Pick<StoredResponse, 'revision'>): Expression =>
  revision === 1
    ? expression`attribute_exists(pk) AND attribute_not_exists(revision)`
    : expression`revision = ${revision}`;
