import { dayMs } from '../../durations.ts';
import { expression } from '../expression.ts';
import type { StoredForm } from '../forms/forms.ts';
import { getItem, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, putNewWrite, updateWrite } from '../writes.ts';
import { asRead, findResponse, keyOfResponse, type StoredResponse } from './responses.ts';
import type { SealedResponse } from './sealed-answers.ts';
import { changeOfVisit, visitKey } from './visit-update.ts';
import { getVisit, type StoredVisit, visitHash } from './visits.ts';

const keptMs = 30 * dayMs;

/** A visit with what it has saved and not completed. */
type OpenVisit = { readonly visit: StoredVisit; readonly read: StoredResponse };

/** What the visit of a session has saved; undefined when that is nothing, completed or deleted. */
async function openVisit(stored: StoredForm, sessionId: string): Promise<OpenVisit | undefined> {
  const visit = await getVisit(stored.form.id, visitHash(sessionId));
  const read = visit?.responseId === undefined ? undefined : await findResponse(visit.responseId, stored);
  return visit && read && read.response.status !== 'completed' ? { visit, read } : undefined;
}

/**
 * Lets whoever has the session go on, once, with what it has saved. Gives until when, or undefined when there is nothing; false when the
 * visit came to another response meanwhile.
 */
export async function keepDraftOf(
  stored: StoredForm,
  sessionId: string,
  now: number,
): Promise<string | undefined | false> {
  const open = await openVisit(stored, sessionId);
  if (!open) return undefined;
  const { id } = open.read.response;
  const draftUntil = new Date(now + keptMs).toISOString();
  const change = { at: new Date(now).toISOString(), set: { draft: id, draftUntil }, ifResponse: id };
  const isKept = await updateItem(visitKey(stored.form.id, visitHash(sessionId)), changeOfVisit(change));
  return isKept && draftUntil;
}

/** What a link goes on with; undefined when its visitor did not ask for one, or its time is over. */
async function offeredDraft(stored: StoredForm, sessionId: string, now: number): Promise<OpenVisit | undefined> {
  const open = await openVisit(stored, sessionId);
  const isOffered = open?.visit.draft === open?.read.response.id && Date.parse(open?.visit.draftUntil ?? '') > now;
  return isOffered ? open : undefined;
}

/** The draft that a session may read, and until when. */
export async function draftOf(stored: StoredForm, sessionId: string, now: number) {
  const { visit, read } = (await offeredDraft(stored, sessionId, now)) ?? {};
  return visit && read && { answers: read.response.answers, expiresAt: visit.draftUntil };
}

/** The session in a link, and the one that goes on in its place. */
type Sessions = { readonly from: string; readonly to: string };

/**
 * Moves what a link goes on with to a new session, all at once: the visit, and with it the response. The session in the link
 * ends. Gives the response, or undefined when there is nothing to go on with; false when somebody else came first.
 */
export async function resumeDraftOf(
  stored: StoredForm,
  { from, to }: Sessions,
  now: number,
): Promise<SealedResponse | undefined | false> {
  const { id: formId } = stored.form;
  const [source, target] = [visitHash(from), visitHash(to)];
  const resumed = await openVisit(stored, to);
  // It was moved before, and the answer was lost.
  if (resumed) return resumed.visit.movedFrom === source ? resumed.read.response : undefined;
  const open = await offeredDraft(stored, from, now);
  const item = open && (await getItem(visitKey(formId, source)));
  if (!item) return undefined;
  const { draft, draftUntil, events, receivedAt, ...kept } = item;
  const { response } = open.read;
  const isMoved = await writeIfUnchanged([
    putNewWrite({ ...kept, ...visitKey(formId, target), movedFrom: source }),
    deleteWrite(
      visitKey(formId, source),
      expression`responseId = ${response.id} AND draft = ${draft} AND writes = ${item.writes}`,
    ),
    updateWrite(keyOfResponse(response), {
      // A save of the old session that is under way has to see that it is too late.
      set: { visit: target, revision: expression`if_not_exists(revision, ${1}) + ${1}` },
      if: asRead(open.read),
    }),
  ]);
  return isMoved && response;
}
