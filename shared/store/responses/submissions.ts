import { isAsked } from '../../domain/fields/field-types.ts';
import { chosenNames } from '../../domain/forms/option-limits.ts';
import { removalTime } from '../../domain/forms/retention.ts';
import type { Response } from '../../domain/responses/response.ts';
import { answeredByPeople } from '../../domain/responses/shown-answers.ts';
import type { SpamMark } from '../../domain/spam/spam-signals.ts';
import { kindsOf } from '../../domain/summaries/answer-kinds.ts';
import { newResponseId, randomShard, responseAddress, shardsMax } from '../../ids.ts';
import { addIndexShards, getCachedIndexShards } from '../accounts/environments.ts';
import { addExtraNames, addShards, type StoredForm } from '../forms/forms.ts';
import type { ResponseName } from '../forms/idempotency.ts';
import { hotPartitionOf } from '../shards.ts';
import { isThrottle, type TransactItem } from '../table.ts';
import { createItemWith } from '../writes.ts';
import {
  answersMoveOf,
  dueKeysOf,
  findResponse,
  itemOf,
  markChange,
  placesAfter,
  type StoredResponse,
  storeChange,
} from './responses.ts';
import { openResponse, type SealedResponse, sealAnswers } from './sealed-answers.ts';
import { moveResponse } from './spam.ts';
import { getVisit, newVisitWrite, type StoredVisit, savedVisitWrite, type Visitor, visitHash } from './visits.ts';

/** The session and trace of a response, and what is written in the same transaction. */
export type SubmissionTies = {
  sessionId?: string;
  trace?: string;
  /** It comes from a browser, so it shows what the person of the visit did. */
  browser?: boolean;
  /** The names of the places that its writes take. */
  takes?: readonly string[];
  writes?: (response: ResponseName) => TransactItem[];
};

/** A response with its answers unsealed, and as stored. */
type OpenedResponse = Omit<StoredResponse, 'response'> & { response: Response; sealed: SealedResponse };

/** A visit with its latest response. `read` is undefined when there is none, or it was deleted since. */
export type AnsweredVisit = StoredVisit & { read: OpenedResponse | undefined };

/** A visit whose response takes further saves. */
export type OpenVisit = StoredVisit & { read: OpenedResponse };

/** The content of a response before it is stored. */
export type NewResponse = Omit<Response, 'id' | 'startedAt' | 'submittedAt' | 'updatedAt'>;

/** The plan for storing a submission: a new response, or the next save of a visit's response. */
export type SubmissionPlan =
  | { act: 'create'; visit: StoredVisit | undefined; content: NewResponse; ties: SubmissionTies }
  | { act: 'save'; visit: OpenVisit; response: Response; spam: SpamMark | undefined; ties: SubmissionTies };

/** The store of submissions. */
export type SubmissionStore = {
  /** Returns the visit of a session, once it has sent anything. */
  getAnsweredVisit: (stored: StoredForm, sessionId: string) => Promise<AnsweredVisit | undefined>;
  /**
   * Stores the response of a plan. Returns undefined when something that the plan depends on has changed. The caller
   * then makes a new plan.
   */
  commit: (stored: StoredForm, plan: SubmissionPlan) => Promise<Response | undefined>;
};

export async function getAnsweredVisit(stored: StoredForm, sessionId: string): Promise<AnsweredVisit | undefined> {
  const visit = await getVisit(stored.form.id, visitHash(sessionId));
  if (!visit) return undefined;
  const { responseId } = visit;
  return { ...visit, read: responseId === undefined ? undefined : await getOpenedResponse(responseId, stored) };
}

export async function getOpenedResponse(id: string, stored: StoredForm): Promise<OpenedResponse | undefined> {
  const read = await findResponse(id, stored);
  // A visitor whose former answers are restricted, or in a closed bucket, continues with a response of their own.
  if (read?.response.restricted || read?.item.answersFault) return undefined;
  return read && { ...read, response: await openResponse(stored, read.response), sealed: read.response };
}

/**
 * Stores a new response. Returns undefined when a request with the same key or session came first. The answers are
 * passed unsealed, and stored sealed by the policies of their fields. This takes one PutItem, or a transaction when a
 * key, a session or files are written with it. When a partition is throttled, the form or its environment's index gets
 * more shards, and another shard is tried once.
 */
export async function createResponse(
  stored: StoredForm,
  content: NewResponse,
  ties: SubmissionTies = {},
  previous?: StoredVisit,
): Promise<Response | undefined> {
  await addExtraNames(stored, content.answers);
  const tried = await tryToCreate(stored, content, ties, previous);
  if (!('throttle' in tried)) return tried.response;
  const again = await tryToCreate(await spread(stored, tried), content, ties, previous, tried);
  if ('throttle' in again) throw again.throttle;
  return again.response;
}

/** The outcome of an attempt: it was stored, someone else came first, or these shards were throttled. */
type WriteResult = { response: Response | undefined } | ThrottledWrite;
type ThrottledWrite = { throttle: unknown; shard: string; indexShard: string; indexShards: number };

async function tryToCreate(
  stored: StoredForm,
  content: NewResponse,
  ties: SubmissionTies,
  previous?: StoredVisit,
  avoided?: ThrottledWrite,
): Promise<WriteResult> {
  const indexShards = await getCachedIndexShards(environmentOf(stored));
  const now = Date.now();
  const id = newResponseId(stored.form.id, stored.shards, now, avoided?.shard);
  const submittedAt = new Date(now).toISOString();
  const startedAt = startOf(submittedAt, previous);
  const response: Response = { id, ...content, startedAt, submittedAt, updatedAt: submittedAt };
  const sealed = { ...response, answers: await sealAnswers(stored, response) };
  const removal = removalTime(stored, now);
  const placement = {
    environmentId: stored.environmentId,
    indexShard: randomShard(indexShards, avoided?.indexShard),
    ttl: removal && Math.ceil(removal / 1000),
    visitor: visitorOf(stored, ties.sessionId),
    asked: answeredByPeople(stored.form.fields, content.answers),
    kinds: kindsOf(stored, sealed.answers),
    chosen: chosenNames(stored.form, sealed.answers),
    ...answersMoveOf(stored),
  };
  try {
    return { response: (await putResponse(sealed, placement, ties, previous)) ? response : undefined };
  } catch (throttle) {
    if (!isThrottle(throttle)) throw throttle;
    // An earlier attempt may have stored it, and its reply was lost.
    if (await findResponse(id, stored)) return { response };
    const { shard = '' } = responseAddress(id) ?? {};
    return { throttle, shard, indexShard: placement.indexShard, indexShards };
  }
}

/**
 * Returns the start of a response: the first event of its visit, or its first save. Whatever a visit did for the
 * previous response does not count for this one.
 */
const startOf = (submittedAt: string, { responseId, startedAt = submittedAt }: Partial<StoredVisit> = {}): string =>
  responseId === undefined && startedAt < submittedAt ? startedAt : submittedAt;

/**
 * Adds shards to the throttled form or index, if possible. Rethrows the throttle when no other shard helps: it does not
 * concern one partition, or there is no other.
 */
async function spread(stored: StoredForm, { throttle, indexShards }: ThrottledWrite): Promise<StoredForm> {
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
  /** How its answers are summed up. */
  kinds: string;
  /** The names of its limited options. */
  chosen?: readonly string[];
  answersMove?: 1;
};

async function putResponse(
  response: SealedResponse,
  { environmentId, visitor, asked, ...kept }: Placement,
  ties: SubmissionTies,
  previous?: StoredVisit,
): Promise<boolean> {
  const { sessionId, trace, browser = false, takes, writes } = ties;
  const isVisitOfItsOwn = browser && !visitor;
  const isAllAsked = asked.length === Object.keys(response.answers).length;
  const Item = {
    ...itemOf(response, environmentId, {
      ...{ ...kept, trace, visit: sessionId && visitHash(sessionId) },
      ...{ ...placesAfter({}, takes), answeredFirst: isVisitOfItsOwn && !isAllAsked ? asked : undefined },
    }),
    ...dueKeysOf(response, environmentId),
  };
  const otherWrites = [
    ...(visitor ? [newVisitWrite(response, visitor, browser, previous)] : []),
    ...(writes?.(response) ?? []),
  ];
  return createItemWith(Item, otherWrites);
}

/** Stores a visit's next save of its response. Returns false when another save, or the same request, came first. */
export async function saveResponse(
  stored: StoredForm,
  visit: OpenVisit,
  changed: Response,
  ties: SubmissionTies,
): Promise<boolean> {
  const { sessionId, trace, browser = false, takes, writes } = ties;
  const read = { ...visit.read, response: visit.read.sealed };
  await addExtraNames(stored, changed.answers);
  await markChange(read, changed);
  const answers = await sealAnswers(stored, changed, read.response.answers);
  const visitor = visitorOf(stored, sessionId);
  const visitWrite = visitor && savedVisitWrite([read.response, changed], visitor, browser, visit);
  const otherWrites = [...(visitWrite ? [visitWrite] : []), ...(writes?.(changed) ?? [])];
  return storeChange(read, { ...changed, answers }, { trace, ...placesAfter(read.item, takes) }, otherWrites);
}

export const responseStore: SubmissionStore = {
  getAnsweredVisit,
  commit: async (stored, plan) => {
    const { visit, ties } = plan;
    if (plan.act === 'create') return createResponse(stored, plan.content, ties, visit);
    const { read } = plan.visit;
    if (plan.spam && !read.response.spam) {
      // Later saves go to the spam, where the response will then be.
      await moveResponse({ ...read, response: read.sealed }, plan.spam);
      return undefined;
    }
    return (await saveResponse(stored, plan.visit, plan.response, ties)) ? plan.response : undefined;
  },
};

function visitorOf(
  { form: { id: formId, fields }, environmentId }: StoredForm,
  sessionId?: string,
): Visitor | undefined {
  if (sessionId === undefined) return undefined;
  const asked = fields.filter(({ type }) => isAsked(type)).map(({ id }) => id);
  return { formId, environmentId, sessionId, asked: new Set(asked) };
}
