import { createSubmission } from '../../shared/contracts/responses/submissions.ts';
import { decideSubmission } from '../../shared/domain/responses/submission.ts';
import { sessionDiscarded } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { alsoByHttpApi } from '../../shared/http/http-api.ts';
import { acceptFormData } from '../../shared/http/pages/accept-form-data.ts';
import { ofOneSession, retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { storeFor } from '../../shared/store/responses/decoys.ts';
import { hasLimits } from '../../shared/store/responses/places.ts';
import { discardSaved } from '../../shared/submissions/discard.ts';
import { guard, type Submission } from '../../shared/submissions/guard.ts';
import { repeatedResult } from '../../shared/submissions/idempotency.ts';
import { planSubmission, type SpamCheck, spamCheckOf } from '../../shared/submissions/plan.ts';
import { replyOf, type SubmissionResult } from '../../shared/submissions/reply.ts';

const submission = endpoint(createSubmission, async request => {
  const submission = await guard(request);
  if (request.query.status === 'discarded') return discardSaved(submission);
  const checkSpam = spamCheckOf(submission);
  return retryOnConflict(
    async () => {
      const first = await repeatedResult(submission);
      const result = first ?? (await submit(submission, checkSpam).catch(error => unlessRepeated(submission, error)));
      return result && replyOf(submission, result);
    },
    hasLimits(submission.stored.form) ? undefined : ofOneSession,
  );
});

export const handler = alsoByHttpApi(createSubmission, acceptFormData(submission));

/** Returns the result of a request with the same key, which may have got the last place in the meantime. */
async function unlessRepeated(submission: Submission, error: unknown): Promise<SubmissionResult> {
  const first = hasLimits(submission.stored.form) ? await repeatedResult(submission) : undefined;
  if (!first) throw error;
  return first;
}

/** Returns undefined if the session, the key or a place has changed since it was read. */
async function submit(submission: Submission, checkSpam: SpamCheck): Promise<SubmissionResult | undefined> {
  const { stored, headers, body, caught } = submission;
  const store = storeFor({ caught });
  const sessionId = headers['x-session-id'];
  const visit = sessionId === undefined ? undefined : await store.getAnsweredVisit(stored, sessionId);
  if (visit?.discarded && submission.partial) throw sessionDiscarded();
  const decision = decideSubmission(stored.form, visit, body, submission);
  if (decision.act === 'repeat') return { ...decision, status: 200 };
  const { plan, status, leftOut } = await planSubmission(submission, visit, decision, checkSpam);
  const response = await store.commit(stored, plan);
  return response && { response, status, leftOut };
}
