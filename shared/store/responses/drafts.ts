import { dayMs } from '../../durations.ts';
import type { StoredForm } from '../forms/forms.ts';
import { updateItem } from '../table.ts';
import { findResponse } from './responses.ts';
import type { SealedResponse } from './sealed-answers.ts';
import { changeOfVisit, visitKey } from './visit-update.ts';
import { getVisit, type StoredVisit, visitHash } from './visits.ts';

const keptMs = 30 * dayMs;

/** A visit with what it has saved and not completed. */
type OpenVisit = { readonly visit: StoredVisit; readonly response: SealedResponse };

/** What the visit of a session has saved; undefined when that is nothing, completed or deleted. */
async function openVisit(stored: StoredForm, sessionId: string): Promise<OpenVisit | undefined> {
  const visit = await getVisit(stored.form.id, visitHash(sessionId));
  const read = visit?.responseId === undefined ? undefined : await findResponse(visit.responseId, stored);
  return visit && read && read.response.status !== 'completed' ? { visit, response: read.response } : undefined;
}

/**
 * Lets whoever has the session read what it has saved. Gives until when, or undefined when there is nothing; false when the
 * visit came to another response meanwhile.
 */
export async function keepDraftOf(
  stored: StoredForm,
  sessionId: string,
  now: number,
): Promise<string | undefined | false> {
  const open = await openVisit(stored, sessionId);
  if (!open) return undefined;
  const { id } = open.response;
  const draftUntil = new Date(now + keptMs).toISOString();
  const change = { at: new Date(now).toISOString(), set: { draft: id, draftUntil }, ifResponse: id };
  const isKept = await updateItem(visitKey(stored.form.id, visitHash(sessionId)), changeOfVisit(change));
  return isKept && draftUntil;
}

/** The draft that a session may read, and until when. */
export async function draftOf(stored: StoredForm, sessionId: string, now: number) {
  const { visit, response } = (await openVisit(stored, sessionId)) ?? {};
  const isReadable = visit?.draft === response?.id && Date.parse(visit?.draftUntil ?? '') > now;
  return isReadable && response ? { answers: response.answers, expiresAt: visit?.draftUntil } : undefined;
}
