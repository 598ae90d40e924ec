import type { Body, Response } from '../../domain/responses/response.ts';
import { addShownAnswers } from '../../domain/responses/shown-answers.ts';
import { newResponseId, responseAddress, timeOf } from '../../ids.ts';
import type { StoredForm } from '../forms/forms.ts';
import { type IdempotencyRecord, idempotencyRecordWrites } from '../forms/idempotency.ts';
import { createItemWith } from '../writes.ts';
import { blockedItem } from './refusals.ts';
import { sealAnswers } from './sealed-answers.ts';
import { getOpenedResponse, type SubmissionContext, type SubmissionStore } from './submissions.ts';
import { decoyVisitWrite, getVisit, type StoredVisit, visitHash } from './visits.ts';

/**
 * Answers submissions that the honeypot caught as `responseStore` answers others, with the same reads and as many writes:
 * only that what is written says that one was blocked, and nothing of what was sent. The visit and the Idempotency-Key
 * remember the id, so that a further save and a repeated request find it again.
 */
export const decoyStore: SubmissionStore = {
  getAnsweredVisit: async (stored, sessionId) => {
    const visit = await getVisit(stored.form.id, visitHash(sessionId));
    const responseId = visit?.responseId ?? visit?.decoy;
    if (!visit || responseId === undefined) return undefined;
    const read = await getOpenedResponse(responseId, stored);
    if (read || responseId !== visit.decoy) return { ...visit, read };
    const response = newDecoy(responseId, contentOf(stored, 'partial', {}));
    return { ...visit, read: { response, sealed: response, storedForm: stored, revision: 1 } };
  },
  createResponse: async (stored, content, context, previous) => {
    const response = newDecoy(newResponseId(stored.form.id, stored.shards, Date.now()), content);
    // For the time that it takes.
    await sealAnswers(stored, response);
    return (await block(stored, response, 201, context, previous)) ? response : undefined;
  },
  saveResponse: (stored, visit, changed, context) => block(stored, changed, 200, context, visit),
};

/** What the first request with an Idempotency-Key was answered, where the honeypot caught it; undefined otherwise. */
export function decoyOf(
  stored: StoredForm,
  { responseId, caught }: IdempotencyRecord,
  body: Body,
): Response | undefined {
  if (caught === undefined) return undefined;
  const added = addShownAnswers(stored.form.fields, {}, body, { partial: true, dropsHidden: true });
  return newDecoy(responseId, contentOf(stored, caught, 'answers' in added ? added.answers : {}));
}

type Content = Omit<Response, 'id' | 'submittedAt' | 'updatedAt'>;

const contentOf = ({ form }: StoredForm, status: Response['status'], answers: Response['answers']): Content => ({
  formId: form.id,
  formVersion: form.version,
  environment: form.environment,
  status,
  answers,
  notes: [],
  meta: {},
});

function newDecoy(id: string, content: Content): Response {
  const submittedAt = new Date(timeOf(responseAddress(id)?.sortKey ?? '')).toISOString();
  return { id, ...content, submittedAt, updatedAt: submittedAt };
}

function block(
  stored: StoredForm,
  response: Response,
  status: number,
  context: SubmissionContext,
  visit?: StoredVisit,
): Promise<boolean> {
  const { sessionId } = context;
  const visitor = sessionId && { formId: stored.form.id, environmentId: stored.environmentId, sessionId };
  return createItemWith(blockedItem(stored, Date.now()), [
    ...(visitor ? [decoyVisitWrite(response, visitor, visit?.responseId)] : []),
    ...(context.proof ? [context.proof] : []),
    ...idempotencyRecordWrites(response, status, { ...context, caught: true }),
  ]);
}
