import { createHash } from 'node:crypto';
import type { Response } from '../../domain/responses/response.ts';
import { type EventGroup, summaryOf } from '../../domain/responses/visit.ts';
import { responseAddress } from '../../ids.ts';
import { expression } from '../expression.ts';
import { type Key, partsOf } from '../keys.ts';
import { batchGet, getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, updateWrite } from '../writes.ts';
import { changeOfVisit, type VisitUpdate, visitKey } from './visit-update.ts';

/** Whose visit: the form, its environment, and the session that the browser names. */
export type Visitor = {
  formId: string;
  environmentId: string;
  sessionId: string;
  /** The fields that a person answers: what else there is says nothing of how far somebody came. */
  asked?: ReadonlySet<string>;
};

/** What a visit has come to, as far as submissions need to know. */
export type StoredVisit = {
  /** Its latest response. */
  responseId?: string;
  /** The fields that were answered from a browser. */
  answered: ReadonlySet<string>;
  abandonedAt?: string;
  startedAt?: string;
  /** That response is spam. */
  spam?: boolean;
  /** The response that whoever has the session may read, and until when. */
  draft?: string;
  draftUntil?: string;
  /** The hash of the session that it had before a link was gone on with. */
  movedFrom?: string;
  /** The response that the honeypot made believe there is, while it is partial. */
  decoy?: string;
};

/** A response that is written; what was answered does not matter here, only to which fields. */
type WrittenResponse = Omit<Response, 'answers'> & { answers: Readonly<Record<string, unknown>> };

/** What names a visit of a form in its key, and in its responses. */
export const visitHash = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

export async function getVisit(formId: string, sha256: string): Promise<StoredVisit | undefined> {
  const item = (await getItem(visitKey(formId, sha256))) as (Item & StoredVisit) | undefined;
  if (!item) return undefined;
  const { answered = new Set(), responseId, abandonedAt, startedAt, spam, decoy, draft, draftUntil, movedFrom } = item;
  return { answered, responseId, abandonedAt, startedAt, spam, decoy, draft, draftUntil, movedFrom };
}

/** Stores events with their visit, all in one write. False when a submission of the visit was being stored just then. */
export function recordEvents(visitor: Visitor, { events }: EventGroup): Promise<boolean> {
  const { startedAt, focused, last, abandonedAt } = summaryOf(events);
  const update = ofVisitor(visitor, {
    at: events.at(-1)?.at ?? '',
    set: {
      events: JSON.stringify(events),
      // The clock of a browser may be wrong: whether a save came later is told by our own.
      receivedAt: new Date().toISOString(),
      ...(last !== undefined && { last }),
      ...(abandonedAt !== undefined && { abandonedAt: abandonedAt ?? undefined }),
    },
    ...(startedAt !== undefined && { once: { startedAt } }),
    add: { focused },
    count: { views: events.filter(({ type }) => type === 'view').length },
  });
  return updateItem(keyOfVisit(visitor), changeOfVisit(update));
}

/** The write of a new response's transaction that sets it as the latest of its visit, unless another came first. */
export function newVisitWrite(
  response: WrittenResponse,
  visitor: Visitor,
  browser: boolean,
  previous?: StoredVisit,
): TransactItem {
  const { id: responseId, submittedAt: at } = response;
  // What a server sends on somebody's behalf says nothing of what they did in their browser.
  const said = browser ? (previous ? begunAnew(response, visitor, previous) : firstAnswers(response, visitor)) : {};
  const set = { ...said.set, responseId, spam: response.spam ? true : undefined };
  return visitWrite(visitor, { ...said, at, set, ifResponse: previous?.responseId ?? null });
}

type Said = Pick<VisitUpdate, 'set' | 'once' | 'add' | 'count'>;

const answeredBy = ({ asked }: Visitor, { answers }: Pick<WrittenResponse, 'answers'>): string[] =>
  Object.keys(answers).filter(id => asked?.has(id) ?? true);

function firstAnswers(response: WrittenResponse, visitor: Visitor): Said {
  const { status, submittedAt } = response;
  const answered = answeredBy(visitor, response);
  const last = answered.at(-1);
  const completed = status === 'completed' || undefined;
  const set = { completed, abandonedAt: undefined, ...(last !== undefined && { last }) };
  return { set, once: { startedAt: submittedAt }, add: { answered } };
}

/** The next response of a session makes its visit another one, with a start of its own. */
function begunAnew(response: WrittenResponse, visitor: Visitor, previous: StoredVisit): Said {
  const { status, submittedAt } = response;
  const fields = answeredBy(visitor, response);
  return {
    set: {
      startedAt: submittedAt,
      focused: undefined,
      answered: fields.length > 0 ? new Set(fields) : undefined,
      last: fields.at(-1),
      completed: status === 'completed' || undefined,
      abandonedAt: undefined,
    },
    // A visit that a server gave its response had no start yet, and that of spam does not count.
    count: { begunAnew: previous.startedAt === undefined || previous.spam ? 0 : 1 },
  };
}

/** What a visit remembers of a submission that the honeypot caught: the id that it was given. It tells nobody and counts nothing. */
export function decoyVisitWrite({ id, status, updatedAt: at }: Response, visitor: Visitor, responseId?: string) {
  const set = { decoy: status === 'partial' ? id : undefined };
  return visitWrite(visitor, { at, set, ifResponse: responseId ?? null });
}

/** The part of a save's transaction that tells its visit; undefined when that learns nothing new. */
export function savedVisitWrite(
  [before, after]: readonly [WrittenResponse, WrittenResponse],
  visitor: Visitor,
  browser: boolean,
  { answered: known, abandonedAt }: StoredVisit,
): TransactItem | undefined {
  const added = answeredBy(visitor, after).filter(id => !known.has(id) && !Object.hasOwn(before.answers, id));
  const completed = after.status === 'completed' && (browser || isBrowsers(after));
  const news = completed || (browser && (added.length > 0 || abandonedAt !== undefined));
  if (!news) return undefined;
  const at = after.updatedAt;
  const ifResponse = after.id;
  const set = completed ? { completed } : {};
  if (!browser) return visitWrite(visitor, { at, set, ifResponse });
  const last = added.at(-1);
  const change = {
    set: { ...set, abandonedAt: undefined, ...(last !== undefined && { last }) },
    once: { startedAt: at },
    add: { answered: added },
  };
  return visitWrite(visitor, { at, ...change, ifResponse });
}

/** The same of a change by somebody else, who completes a response or takes its completion back. */
export async function changedVisitWrite(
  [before, after]: readonly [WrittenResponse, WrittenResponse],
  sha256: string | undefined,
): Promise<TransactItem | undefined> {
  const completed = after.status === 'completed';
  if (sha256 === undefined || !isBrowsers(after) || completed === (before.status === 'completed')) return undefined;
  const visit = await getVisit(after.formId, sha256);
  if (visit?.responseId !== after.id) return undefined;
  const change = { at: after.updatedAt, set: { completed: completed || undefined }, ifResponse: after.id };
  return updateWrite(visitKey(after.formId, sha256), changeOfVisit(change));
}

/** The write that tells a visit whether its response is spam; undefined when it has another one by now. */
export async function spamVisitWrite({ id, formId, spam, updatedAt: at }: WrittenResponse, sha256: string) {
  const visit = await getVisit(formId, sha256);
  if (visit?.responseId !== id) return undefined;
  const change = { at, set: { spam: spam ? true : undefined }, ifResponse: id };
  return updateWrite(visitKey(formId, sha256), changeOfVisit(change));
}

/** Deletes the visit of this hash, unless it has come to another response than this one. */
export async function deleteVisitOf(responseId: string, sha256: string): Promise<void> {
  const key = visitKey(responseAddress(responseId)?.formId ?? '', sha256);
  await writeIfUnchanged([deleteWrite(key, expression`responseId = ${responseId}`)]);
}

/** What visits of a form say of those who filled it in, by their hashes; those that are gone are left out. */
export async function readVisits(formId: string, hashes: readonly string[]) {
  const items = await batchGet([...new Set(hashes)].map(sha256 => visitKey(formId, sha256)));
  return new Map(
    items.map(item => [partsOf('visit', 'sk', item.sk)?.sha256 ?? '', shownVisit(item as Item & StoredVisit)]),
  );
}

function shownVisit({ startedAt, abandonedAt, answered, focused }: Item & StoredVisit & { focused?: Set<string> }) {
  return { startedAt, abandonedAt, focused: [...(focused ?? [])].sort(), answered: [...(answered ?? [])].sort() };
}

const isBrowsers = ({ meta }: WrittenResponse): boolean => meta.source === 'browser';

const keyOfVisit = ({ formId, sessionId }: Visitor): Key => visitKey(formId, visitHash(sessionId));

const visitWrite = (visitor: Visitor, update: VisitUpdate): TransactItem =>
  updateWrite(keyOfVisit(visitor), changeOfVisit(ofVisitor(visitor, update)));

/** Each write says whose visit it is: any of them may be the first. */
const ofVisitor = ({ environmentId }: Visitor, update: VisitUpdate): VisitUpdate => ({
  ...update,
  set: { ...update.set, environmentId },
});
