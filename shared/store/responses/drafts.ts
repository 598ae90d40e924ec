import { dayMs } from '../../durations.ts';
import { expression } from '../expression.ts';
import type { StoredForm } from '../forms/forms.ts';
import { getItem, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, putNewWrite, updateWrite } from '../writes.ts';
import { asRead, findResponse, type StoredResponse, withItsAnswers } from './responses.ts';
import type { SealedResponse } from './sealed-answers.ts';
import { changeOfVisit, visitKey } from './visit-update.ts';
import { getVisit, type StoredVisit, visitHash } from './visits.ts';

const keptMs = 30 * dayMs;

/** A visit with a saved response that is not completed. */
type OpenVisit = { readonly visit: StoredVisit; readonly read: StoredResponse };

/**
 * Returns what a session's visit has saved. Returns undefined when it has saved nothing, or its response was
 * completed, restricted or deleted.
 */
async function openVisit(stored: StoredForm, sessionId: string): Promise<OpenVisit | undefined> {
  const visit = await getVisit(stored.form.id, visitHash(sessionId));
  const read = visit?.responseId === undefined ? undefined : await findResponse(visit.responseId, stored);
  const isOpen = read && read.response.status !== 'completed' && !read.response.restricted;
  return visit && isOpen ? { visit, read } : undefined;
}

/**
 * Lets the holder of the session continue once with what it has saved. Returns the time limit, or undefined when there
 * is nothing. Returns false when the visit has got another response meanwhile.
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

/** Returns the draft that a link continues, or undefined when its visitor did not ask for one, or its time is over. */
async function offeredDraft(stored: StoredForm, sessionId: string, now: number): Promise<OpenVisit | undefined> {
  const open = await openVisit(stored, sessionId);
  const isOffered = open?.visit.draft === open?.read.response.id && Date.parse(open?.visit.draftUntil ?? '') > now;
  return isOffered ? open : undefined;
}

/** Returns the draft that a session may read, and until when. */
export async function draftOf(stored: StoredForm, sessionId: string, now: number) {
  const { visit, read } = (await offeredDraft(stored, sessionId, now)) ?? {};
  return visit && read && { answers: withItsAnswers(read).response.answers, expiresAt: visit.draftUntil };
}

/** The session in a link, and the one that replaces it. */
type Sessions = { readonly from: string; readonly to: string };

/**
 * Moves the visit and the response of a link to a new session in one transaction. The session in the link ends. Returns
 * the response, or undefined when there is nothing to continue. Returns false when someone else came first.
 */
export async function resumeDraftOf(
  stored: StoredForm,
  { from, to }: Sessions,
  now: number,
): Promise<SealedResponse | undefined | false> {
  const { id: formId } = stored.form;
  const [source, target] = [visitHash(from), visitHash(to)];
  const resumed = await openVisit(stored, to);
  // It was already moved, and the reply was lost.
  if (resumed) return resumed.visit.movedFrom === source ? resumed.read.response : undefined;
  const open = await offeredDraft(stored, from, now);
  const item = open && (await getItem(visitKey(formId, source)));
  if (!item) return undefined;
  const { draft, draftUntil, events, receivedAt, ...kept } = item;
  const { response } = withItsAnswers(open.read);
  const isMoved = await writeIfUnchanged([
    putNewWrite({ ...kept, ...visitKey(formId, target), movedFrom: source }),
    deleteWrite(
      visitKey(formId, source),
      expression`responseId = ${response.id} AND draft = ${draft} AND writes = ${item.writes}`,
    ),
    updateWrite(open.read.item, {
      // A concurrent save of the old session must see that it is too late.
      set: { visit: target, revision: expression`if_not_exists(revision, ${1}) + ${1}` },
      if: asRead(open.read),
    }),
  ]);
  return isMoved && response;
}
