import type { Response, ResponseStatus } from '../../../shared/domain/responses/response.ts';
import { savedResponse, submissionTime } from '../../../shared/domain/responses/submission.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { findResponse, replaceResponse } from '../../../shared/store/responses/responses.ts';
import {
  createResponse,
  getAnsweredVisit,
  type OpenVisit,
  saveResponse,
} from '../../../shared/store/responses/submissions.ts';

const isoOf = (time: number): string => new Date(time).toISOString();

/**
 * Changes a response's status at a time, as the team does. Returns undefined if someone else changed it at the same
 * moment.
 */
export async function setStatus(
  stored: StoredForm,
  { id }: Pick<Response, 'id'>,
  status: ResponseStatus = 'completed',
  time = Date.now(),
): Promise<Response | undefined> {
  const read = await findResponse(id, stored);
  if (!read) throw new Error('The response is gone');
  const response = read.response as Response;
  const now = isoOf(time);
  const submittedAt = submissionTime(response, { status, now }, read.item.wasCompleted);
  const changed = { ...response, status, submittedAt, updatedAt: now };
  return (await replaceResponse(read, changed)) ? changed : undefined;
}

const sessionId = 'session-00000001';
const context = { sessionId, browser: true };

/** Saves a visit's response for the first time. */
export async function savePartially(stored: StoredForm): Promise<Response> {
  const { id: formId, environment } = stored.form;
  const content = {
    ...{ formId, formVersion: 1, environment, status: 'partial' as const, answers: { name: 'A' }, notes: [] },
    meta: { source: 'browser' as const },
  };
  const response = await createResponse(stored, content, context, await getAnsweredVisit(stored, sessionId));
  if (!response) throw new Error('The response is not stored');
  return response;
}

/** Completes a visit's response. Returns undefined if someone else was faster. */
export async function completeVisit(stored: StoredForm, now = Date.now()): Promise<Response | undefined> {
  const visit = await getAnsweredVisit(stored, sessionId);
  if (!visit?.read) throw new Error('The visit has no response');
  const options = { partial: false, now, wasCompleted: visit.read.item.wasCompleted };
  const changed = savedResponse(visit.read.response, stored.form, { name: 'Ada' }, options);
  return (await saveResponse(stored, visit as OpenVisit, changed, context)) ? changed : undefined;
}
