import { isAsked } from '../../domain/fields/field-types.ts';
import { removalTime } from '../../domain/forms/retention.ts';
import type { Response } from '../../domain/responses/response.ts';
import { answeredByPeople } from '../../domain/responses/shown-answers.ts';
import { newResponseId, randomShard, responseAddress, shardsMax } from '../../ids.ts';
import { addIndexShards, getCachedIndexShards } from '../accounts/environments.ts';
import { addExtraNames, addShards, type StoredForm } from '../forms/forms.ts';
import { idempotencyRecordWrites, type ResponseName } from '../forms/idempotency.ts';
import { hotPartitionOf } from '../shards.ts';
import { isThrottle, type TransactItem } from '../table.ts';
import { createItemWith, updateItemWith } from '../writes.ts';
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

type NewResponse = Omit<Response, 'id' | 'submittedAt' | 'updatedAt'>;

/**
 * Its answers are in the clear, and stored sealed by the policies of their fields. One PutItem, or a transaction when a
 * key, a session or files are written with it. Where one partition takes no more writes, the form or its environment's index
 * is given more shards, and another of them is tried, once.
 */
export async function createResponse(
  stored: StoredForm,
  content: NewResponse,
  context: SubmissionContext,
  previous?: StoredVisit,
): Promise<Response | undefined> {
  await addExtraNames(stored, content.answers);
  const tried = await tryToCreate(stored, content, context, previous);
  if (!('throttle' in tried)) return tried.response;
  const again = await tryToCreate(await spread(stored, tried), content, context, previous, tried);
  if ('throttle' in again) throw again.throttle;
  return again.response;
}

/** What became of an attempt: it was stored or somebody came first, or these shards were throttled. */
type Attempt = { response: Response | undefined } | Throttled;
type Throttled = { throttle: unknown; shard: string; indexShard: string; indexShards: number };

async function tryToCreate(
  stored: StoredForm,
  content: NewResponse,
  context: SubmissionContext,
  previous?: StoredVisit,
  avoided?: Throttled,
): Promise<Attempt> {
  const indexShards = await getCachedIndexShards(environmentOf(stored));
  const now = Date.now();
  const id = newResponseId(stored.form.id, stored.shards, now, avoided?.shard);
  const submittedAt = new Date(now).toISOString();
  const response: Response = { id, ...content, submittedAt, updatedAt: submittedAt };
  const sealed = { ...response, answers: await sealAnswers(stored, response) };
  const removal = removalTime(stored, now);
  const placement = {
    environmentId: stored.environmentId,
    indexShard: randomShard(indexShards, avoided?.indexShard),
    ttl: removal && Math.ceil(removal / 1000),
    visitor: visitorOf(stored, context.sessionId),
    asked: answeredByPeople(stored.form.fields, content.answers),
  };
  try {
    return { response: (await putResponse(sealed, placement, context, previous)) ? response : undefined };
  } catch (throttle) {
    if (!isThrottle(throttle)) throw throttle;
    // An attempt before the one that was refused may have stored it, and its answer be lost.
    if (await findResponse(id, stored)) return { response };
    const { shard = '' } = responseAddress(id) ?? {};
    return { throttle, shard, indexShard: placement.indexShard, indexShards };
  }
}

/**
 * Gives more shards to what was throttled, if it can have any. Rethrows the throttle where no other shard helps: it is no
 * matter of one partition, or there is no other.
 */
async function spread(stored: StoredForm, { throttle, indexShards }: Throttled): Promise<StoredForm> {
  const hot = hotPartitionOf(throttle);
  if (hot === 'table') {
    const shards = stored.shards < shardsMax ? await addShards(stored) : shardsMax;
    if (shards > 1) return { ...stored, shards };
  }
  if (hot === 'index') {
    if (indexShards < shardsMax) await addIndexShards(environmentOf(stored), indexShards);
    if ((await getCachedIndexShards(environmentOf(stored))) > 1) return stored;
  }
  throw throttle;
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
