import type { Response, SubmissionBody } from '../../domain/responses/response.ts';
import { addShownAnswers } from '../../domain/responses/shown-answers.ts';
import { newResponseId, responseAddress, timeOf } from '../../ids.ts';
import type { StoredForm } from '../forms/forms.ts';
import type { IdempotencyRecord } from '../forms/idempotency.ts';
import { keyOf } from '../keys.ts';
import { createItemWith } from '../writes.ts';
import { firstPlace } from './moved-responses.ts';
import { blockedItem } from './refusals.ts';
import { sealAnswers } from './sealed-answers.ts';
import {
  getOpenedResponse,
  type NewResponse,
  responseStore,
  type SubmissionPlan,
  type SubmissionStore,
} from './submissions.ts';
import { decoyVisitWrite, getVisit, visitHash } from './visits.ts';

/**
 * Answers submissions that the honeypot caught as `responseStore` answers others, with the same reads and as many
 * writes. It writes only that one was blocked, and nothing of its content. The visit and the Idempotency-Key remember
 * the ID, so a further save or a repeated request finds it again.
 */
const decoyStore: SubmissionStore = {
  getAnsweredVisit: async (stored, sessionId) => {
    const visit = await getVisit(stored.form.id, visitHash(sessionId));
    const responseId = visit?.responseId ?? visit?.decoy;
    if (!visit) return undefined;
    if (responseId === undefined) return { ...visit, read: undefined };
    const read = await getOpenedResponse(responseId, stored);
    if (read || responseId !== visit.decoy) return { ...visit, read };
    const response = newDecoy(responseId, contentOf(stored, 'partial', {}));
    const item = keyOf('response', firstPlace(responseId));
    return { ...visit, read: { response, sealed: response, storedForm: stored, item, revision: 1 } };
  },
  commit: async (stored, plan) => {
    const response = plan.act === 'save' ? plan.response : await newDecoyOf(stored, plan.content);
    return (await block(stored, response, plan)) ? response : undefined;
  },
};

async function newDecoyOf(stored: StoredForm, content: NewResponse): Promise<Response> {
  const response = newDecoy(newResponseId(stored.form.id, stored.shards, Date.now()), content);
  // Called only to take the same time.
  await sealAnswers(stored, response);
  return response;
}

/** Returns the store of what the honeypot caught, or of other submissions. */
export const storeFor = ({ caught }: { caught: boolean }): SubmissionStore => (caught ? decoyStore : responseStore);

/** Returns the answer to the first request with an Idempotency-Key that the honeypot caught, or undefined. */
export function decoyOf(
  stored: StoredForm,
  { responseId, caught }: IdempotencyRecord,
  body: SubmissionBody,
): Response | undefined {
  if (caught === undefined) return undefined;
  const added = addShownAnswers(stored.form.fields, {}, body, { partial: true, fromPage: true });
  return newDecoy(responseId, contentOf(stored, caught, 'answers' in added ? added.answers : {}));
}

const contentOf = ({ form }: StoredForm, status: Response['status'], answers: Response['answers']): NewResponse => ({
  formId: form.id,
  formVersion: form.version,
  environment: form.environment,
  status,
  answers,
  notes: [],
  meta: {},
});

function newDecoy(id: string, content: NewResponse): Response {
  const submittedAt = new Date(timeOf(responseAddress(id)?.sortKey ?? '')).toISOString();
  return { id, ...content, startedAt: submittedAt, submittedAt, updatedAt: submittedAt };
}

function block(stored: StoredForm, response: Response, { visit, ties }: SubmissionPlan): Promise<boolean> {
  const { sessionId, writes } = ties;
  const visitor = sessionId && { formId: stored.form.id, environmentId: stored.environmentId, sessionId };
  return createItemWith(blockedItem(stored, Date.now()), [
    ...(visitor ? [decoyVisitWrite(response, visitor, visit?.responseId)] : []),
    ...(writes?.(response) ?? []),
  ]);
}
