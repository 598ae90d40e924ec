import { createHash } from 'node:crypto';
import { isAsked } from '../../domain/fields/field-types.ts';
import { removalTime } from '../../domain/forms/retention.ts';
import type { Response } from '../../domain/responses/response.ts';
import { answeredByPeople } from '../../domain/responses/shown-answers.ts';
import { newResponseId, randomShard, shardsMax } from '../../ids.ts';
import { addIndexShards, getCachedIndexShards } from '../accounts/environments.ts';
import { expression } from '../expression.ts';
import { addExtraNames, addShards, type StoredForm } from '../forms/forms.ts';
import { type Key, keyOf } from '../keys.ts';
import { getItem, isThrottle, isThrottleOfIndex, type TransactItem } from '../table.ts';
import { createItemWith, putWrite, updateItemWith } from '../writes.ts';
import {
  dueKeysOf,
  findResponse,
  itemOf,
  keyOfResponse,
  markChange,
  replaceResponseChange,
  type StoredResponse,
} from './responses.ts';
import { openResponse, type SealedResponse, sealAnswers } from './sealed-answers.ts';
import type { FileWrites } from './uploads.ts';
import { getVisit, newVisitWrite, type StoredVisit, savedVisitWrite, type Visitor, visitHash } from './visits.ts';

const keptSeconds = 24 * 3600;

/** What a submission has besides its answers: idempotency key, session, trace, and the writes of its files. */
export type SubmissionContext = {
  idempotencyKey?: string;
  sessionId?: string;
  requestHash: string;
  trace?: string;
  /** It comes from a browser, and so tells what the person of the visit did. */
  browser?: boolean;
  /** Claims and releases of files, which happen with the response or not at all. */
  writes?: FileWrites;
  /** The honeypot caught it. */
  caught?: boolean;
  /** Takes the place of a completed response in a form that has so many. */
  place?: TransactItem;
  /** Spends its proof of work. */
  proof?: TransactItem;
};

/** What the first request with an Idempotency-Key came to, kept for 24 hours. */
export type IdempotencyRecord = {
  requestHash: string;
  status: number;
  responseId: string;
  /** The honeypot caught it: what status the response would have. */
  caught?: Response['status'];
};

/** The record of this key, if it was used on this form in the last 24 hours. */
export async function getIdempotencyRecord(
  formId: string,
  idempotencyKey: string,
): Promise<IdempotencyRecord | undefined> {
  const item = await getItem(idempotencyKeyOf(formId, idempotencyKey));
  if (!item || Number(item.ttl) <= Date.now() / 1000) return undefined;
  return {
    requestHash: String(item.requestHash),
    status: Number(item.status),
    responseId: String(item.responseId),
    ...(item.caught !== undefined && { caught: item.caught as Response['status'] }),
  };
}

/** A response with its answers in the clear, and as they are stored. */
type OpenedResponse = Omit<StoredResponse, 'response'> & { response: Response; sealed: SealedResponse };

/** A visit with its latest response; `read` is undefined when that was deleted since. */
export type AnsweredVisit = StoredVisit & { read: OpenedResponse | undefined };

/** One whose response takes further saves. */
export type OpenVisit = StoredVisit & { read: OpenedResponse };

/** Where submissions go. */
export type SubmissionStore = {
  /** The visit of a session, once it has a response. */
  getAnsweredVisit: (stored: StoredForm, sessionId: string) => Promise<AnsweredVisit | undefined>;
  /** Stores a new response. Undefined when a request with the same key or session came first. */
  createResponse: (
    stored: StoredForm,
    content: Omit<Response, 'id' | 'submittedAt' | 'updatedAt'>,
    context: SubmissionContext,
    previous?: StoredVisit,
  ) => Promise<Response | undefined>;
  /** Stores what a visit's next save made of its response. False when another save, or the same request, came first. */
  saveResponse: (
    stored: StoredForm,
    visit: OpenVisit,
    changed: Response,
    context: SubmissionContext,
  ) => Promise<boolean>;
};

export async function getAnsweredVisit(stored: StoredForm, sessionId: string): Promise<AnsweredVisit | undefined> {
  const visit = await getVisit(stored.form.id, visitHash(sessionId));
  if (visit?.responseId === undefined) return undefined;
  return { ...visit, read: await getOpenedResponse(visit.responseId, stored) };
}

export async function getOpenedResponse(id: string, stored: StoredForm): Promise<OpenedResponse | undefined> {
  const read = await findResponse(id, stored);
  return read && { ...read, response: await openResponse(stored, read.response), sealed: read.response };
}

/**
 * Its answers are in the clear, and stored sealed by the policies of their fields. One PutItem, or a transaction when a
 * key, a session or files are written with it. What was throttled, the form or its environment's index, is given more
 * shards.
 */
export async function createResponse(
  stored: StoredForm,
  content: Omit<Response, 'id' | 'submittedAt' | 'updatedAt'>,
  context: SubmissionContext,
  previous?: StoredVisit,
): Promise<Response | undefined> {
  await addExtraNames(stored, content.answers);
  const indexShards = await getCachedIndexShards(environmentOf(stored));
  const now = Date.now();
  const id = newResponseId(stored.form.id, stored.shards, now);
  const submittedAt = new Date(now).toISOString();
  const response: Response = { id, ...content, submittedAt, updatedAt: submittedAt };
  const sealed = { ...response, answers: await sealAnswers(stored, response) };
  const removal = removalTime(stored, now);
  const placement = {
    environmentId: stored.environmentId,
    indexShard: randomShard(indexShards),
    ttl: removal && Math.ceil(removal / 1000),
    visitor: visitorOf(stored, context.sessionId),
    asked: answeredByPeople(stored.form.fields, content.answers),
  };
  try {
    return (await putResponse(sealed, placement, context, previous)) ? response : undefined;
  } catch (error) {
    if (!isThrottle(error)) throw error;
    // An attempt before the one that was refused may have stored it, and its answer be lost.
    if (await findResponse(id, stored)) return response;
    return createResponse(await spread(stored, indexShards, error), content, context, previous);
  }
}

/** Gives more shards to what was throttled; rethrows the throttle when it has all there are. */
async function spread(stored: StoredForm, indexShards: number, throttle: unknown): Promise<StoredForm> {
  // The index takes all that the form takes: while it has no more shards, it is the first to be throttled.
  const ofIndex = isThrottleOfIndex(throttle) ?? indexShards <= stored.shards;
  if ((ofIndex ? indexShards : stored.shards) === shardsMax) throw throttle;
  if (!ofIndex) return { ...stored, shards: await addShards(stored) };
  await addIndexShards(environmentOf(stored), indexShards);
  // An environment that is gone by now is not given any.
  if ((await getCachedIndexShards(environmentOf(stored))) === indexShards) throw throttle;
  return stored;
}

const environmentOf = ({ organizationId, form: { environment } }: StoredForm) => ({ organizationId, environment });

type Placement = {
  environmentId: string;
  visitor?: Visitor;
  /** The fields that a person has answered. */
  asked: string[];
  indexShard: string;
  ttl?: number;
};

async function putResponse(
  response: SealedResponse,
  { environmentId, visitor, asked, ...kept }: Placement,
  context: SubmissionContext,
  previous?: StoredVisit,
): Promise<boolean> {
  const { sessionId, trace, browser = false, place } = context;
  const isVisitOfItsOwn = browser && !visitor;
  const isAllAsked = asked.length === Object.keys(response.answers).length;
  const Item = {
    ...itemOf(response, environmentId, {
      ...{ ...kept, trace, visit: sessionId && visitHash(sessionId) },
      ...{ places: place && 1, answeredFirst: isVisitOfItsOwn && !isAllAsked ? asked : undefined },
    }),
    ...dueKeysOf(response, environmentId),
  };
  const otherWrites = [
    ...(visitor ? [newVisitWrite(response, visitor, browser, previous)] : []),
    ...furtherWrites(response, 201, context),
  ];
  return createItemWith(Item, otherWrites);
}

export async function saveResponse(
  stored: StoredForm,
  visit: OpenVisit,
  changed: Response,
  context: SubmissionContext,
): Promise<boolean> {
  const { sessionId, trace, browser = false } = context;
  const read = { ...visit.read, response: visit.read.sealed };
  await addExtraNames(stored, changed.answers);
  await markChange(read, changed);
  const answers = await sealAnswers(stored, changed, read.response.answers);
  const visitor = visitorOf(stored, sessionId);
  const visitWrite = visitor && savedVisitWrite([read.response, changed], visitor, browser, visit);
  const otherWrites = [...(visitWrite ? [visitWrite] : []), ...furtherWrites(changed, 200, context)];
  const change = replaceResponseChange(read, { ...changed, answers }, trace);
  const places = context.place && (read.places ?? 0) + 1;
  return updateItemWith(keyOfResponse(changed), { ...change, set: { ...change.set, places } }, otherWrites);
}

export const responseStore: SubmissionStore = { getAnsweredVisit, createResponse, saveResponse };

type ResponseName = Pick<Response, 'id' | 'formId' | 'status'>;

function visitorOf(
  { form: { id: formId, fields }, environmentId }: StoredForm,
  sessionId?: string,
): Visitor | undefined {
  if (sessionId === undefined) return undefined;
  const asked = fields.filter(({ type }) => isAsked(type)).map(({ id }) => id);
  return { formId, environmentId, sessionId, asked: new Set(asked) };
}

const furtherWrites = (response: ResponseName, status: number, context: SubmissionContext): TransactItem[] => [
  ...[context.place, context.proof].filter(write => write !== undefined),
  ...(context.writes?.(response.id) ?? []),
  ...idempotencyRecordWrites(response, status, context),
];

/** The write of the record of a request's Idempotency-Key; none without one. */
export function idempotencyRecordWrites(
  response: ResponseName,
  status: number,
  { idempotencyKey, requestHash, caught }: SubmissionContext,
): TransactItem[] {
  if (!idempotencyKey) return [];
  const now = Math.floor(Date.now() / 1000);
  const item = {
    ...idempotencyKeyOf(response.formId, idempotencyKey),
    ...{ requestHash, status, responseId: response.id, ttl: now + keptSeconds },
    ...(caught && { caught: response.status }),
  };
  return [putWrite(item, expression`attribute_not_exists(pk) OR #ttl <= ${now}`)];
}

/** A form's keys and visits lie in 16 partitions, named by the hash, so that a purge finds them all. */
function idempotencyKeyOf(form: string, key: string): Key {
  const sha256 = createHash('sha256').update(key).digest('hex');
  return keyOf('idempotency', { form, slice: sha256.slice(0, 1), sha256 });
}
