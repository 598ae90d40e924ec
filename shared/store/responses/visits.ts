import { createHash } from 'node:crypto';
import type { Response } from '../../domain/responses/response.ts';
import { type EventGroup, summaryOf } from '../../domain/responses/visit.ts';
import { responseAddress } from '../../ids.ts';
import { expression } from '../expression.ts';
import { type Key, partsOf } from '../keys.ts';
import { batchGet, getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, updateWrite } from '../writes.ts';
import { changeOfVisit, type VisitUpdate, visitKey } from './visit-update.ts';

/** The owner of a visit: the form, its environment, and the browser's session. */
export type Visitor = {
  formId: string;
  environmentId: string;
  sessionId: string;
  /** The fields that a person answers. Other fields say nothing about how far the person got. */
  asked?: ReadonlySet<string>;
};

/** The state of a visit, as far as submissions need it. */
export type StoredVisit = {
  /** Its latest response. */
  responseId?: string;
  /** The fields that were answered from a browser. */
  answered: ReadonlySet<string>;
  abandonedAt?: string;
  startedAt?: string;
  /** Whether that response is spam. */
  spam?: boolean;
  /** The response that the session may read, and until when. */
  draft?: string;
  draftUntil?: string;
  /** The hash of its session before a link was used to continue. */
  movedFrom?: string;
  /** The pretended response of the honeypot, while it is partial. */
  decoy?: string;
  /** The visitor has discarded what was saved, and has sent nothing since. */
  discarded?: boolean;
};

/** A response being written. Only which fields were answered matters, not the answers. */
type WrittenResponse = Omit<Response, 'answers'> & { answers: Readonly<Record<string, unknown>> };

/** Returns the hash that names a form's visit in its key, and in its responses. */
export const visitHash = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

export async function getVisit(formId: string, sha256: string): Promise<StoredVisit | undefined> {
  const item = (await getItem(visitKey(formId, sha256))) as (Item & StoredVisit) | undefined;
  if (!item) return undefined;
  const { answered = new Set(), responseId, abandonedAt, startedAt, spam, decoy, discarded } = item;
  const { draft, draftUntil, movedFrom } = item;
  return { answered, responseId, abandonedAt, startedAt, spam, decoy, discarded, draft, draftUntil, movedFrom };
}

/**
 * Stores events with their visit in one write. Returns false when a submission of the visit was being stored at the
 * same time.
 */
export function recordEvents(visitor: Visitor, { events }: EventGroup): Promise<boolean> {
  const { startedAt, focused, last, abandonedAt } = summaryOf(events);
  const update = ofVisitor(visitor, {
    at: events.at(-1)?.at ?? '',
    set: {
      events: JSON.stringify(events),
      // A browser's clock may be wrong, so ours decides whether a save came later.
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

/**
 * Returns the write that sets a new response as the latest of its visit, for its transaction. It fails when another
 * came first.
 */
export function newVisitWrite(
  response: WrittenResponse,
  visitor: Visitor,
  browser: boolean,
  previous?: StoredVisit,
): TransactItem {
  const { id: responseId, submittedAt: at } = response;
  // What a server sends for a person says nothing about what they did in their browser.
  const said = browser ? answersOf(response, visitor, previous) : {};
  const set = { ...said.set, responseId, spam: response.spam ? true : undefined, discarded: undefined };
  return visitWrite(visitor, { ...said, at, set, ifResponse: previous?.responseId ?? null });
}

type Said = Pick<VisitUpdate, 'set' | 'once' | 'add' | 'count'>;

const answeredBy = ({ asked }: Visitor, { answers }: Pick<WrittenResponse, 'answers'>): string[] =>
  Object.keys(answers).filter(id => asked?.has(id) ?? true);

const answersOf = (response: WrittenResponse, visitor: Visitor, previous?: StoredVisit): Said =>
  previous?.responseId === undefined ? firstAnswers(response, visitor) : begunAnew(response, visitor, previous);

function firstAnswers(response: WrittenResponse, visitor: Visitor): Said {
  const { status, submittedAt } = response;
  const answered = answeredBy(visitor, response);
  const last = answered.at(-1);
  const completed = status === 'completed' || undefined;
  const set = { completed, abandonedAt: undefined, ...(last !== undefined && { last }) };
  return { set, once: { startedAt: submittedAt }, add: { answered } };
}

/** The next response of a session restarts its visit with a new start. */
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
    // A visit whose response came from a server had no start yet, and that of spam does not count.
    count: { begunAnew: previous.startedAt === undefined || previous.spam ? 0 : 1 },
  };
}

/**
 * Returns the write that records a submission that the honeypot caught: only the ID it was given. It notifies nobody
 * and counts nothing.
 */
export function decoyVisitWrite({ id, status, updatedAt: at }: Response, visitor: Visitor, responseId?: string) {
  const set = { decoy: status === 'partial' ? id : undefined };
  return visitWrite(visitor, { at, set, ifResponse: responseId ?? null });
}

/** Returns the write that notes that the visitor discarded the response, so that no save on its way brings it back. */
export const discardedVisitWrite = (responseId: string | undefined, visitor: Visitor): TransactItem =>
  visitWrite(visitor, { at: new Date().toISOString(), set: { discarded: true }, ifResponse: responseId ?? null });

/** Returns the write that updates the visit in a save's transaction, or undefined when nothing changes. */
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

/**
 * Returns the write that updates the visit after a change by someone else, who completes a response or takes its
 * completion back.
 */
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

/**
 * Returns the write that records in a visit whether its response is spam, or undefined when it now has another
 * response.
 */
export async function spamVisitWrite({ id, formId, spam, updatedAt: at }: WrittenResponse, sha256: string) {
  const visit = await getVisit(formId, sha256);
  if (visit?.responseId !== id) return undefined;
  const change = { at, set: { spam: spam ? true : undefined }, ifResponse: id };
  return updateWrite(visitKey(formId, sha256), changeOfVisit(change));
}

/** Deletes the visit with this hash, unless it now has another response. */
export async function deleteVisitOf(responseId: string, sha256: string): Promise<void> {
  const key = visitKey(responseAddress(responseId)?.formId ?? '', sha256);
  await writeIfUnchanged([deleteWrite(key, expression`responseId = ${responseId}`)]);
}

/** Returns what a form's visits say about its visitors, by hash. Those that are gone are left out. */
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

/** Adds the owner of the visit to a write, since any write may be the first. */
const ofVisitor = ({ environmentId }: Visitor, update: VisitUpdate): VisitUpdate => ({
  ...update,
  set: { ...update.set, environmentId },
});
