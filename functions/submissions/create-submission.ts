import { createHash } from 'node:crypto';
import { createSubmission } from '../../shared/contracts/responses/submissions.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { atMost } from '../../shared/domain/parts-of-text.ts';
import type { Answers } from '../../shared/domain/responses/answers.ts';
import type { Response } from '../../shared/domain/responses/response.ts';
import { decideSubmission, savedResponse } from '../../shared/domain/responses/submission.ts';
import { idempotencyKeyReused, notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { moveFiles } from '../../shared/files/claims.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/admission.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { Reply } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getCachedFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { countRefusal, writeRefusals } from '../../shared/store/responses/refusals.ts';
import {
  createResponse,
  getAnsweredVisit,
  getIdempotencyRecord,
  type OpenVisit,
  type SubmissionContext,
  saveResponse,
} from '../../shared/store/responses/submissions.ts';

type Submission = Request<typeof createSubmission>;
type Outcome = { response: Response; status: number };

export const handler = endpoint(createSubmission, async request => {
  const stored = await getCachedFormOf(request.caller, request.params.formId);
  if (!stored) throw notFound('Form');
  checkAdmission(stored.form, request);
  await writeRefusals();
  const context = contextOf(request);
  return retryOnConflict(async () => {
    const first = context.idempotencyKey && (await getIdempotencyRecord(stored.form.id, context.idempotencyKey));
    if (first && first.requestHash !== context.requestHash) throw idempotencyKeyReused();
    const outcome = first || (await submit(stored, request, context));
    return outcome && replyOf(stored.form, request, outcome, first ? { 'idempotent-replayed': 'true' } : {});
  });
});

/** Undefined when the session, or the key, is not as it was read: then all is to be read again. */
async function submit(
  stored: StoredForm,
  request: Submission,
  context: SubmissionContext,
): Promise<Outcome | undefined> {
  const partial = request.query.status === 'partial';
  const visit = context.sessionId === undefined ? undefined : await getAnsweredVisit(stored, context.sessionId);
  const decision = decideSubmission(stored.form, visit, request.body, { partial });
  if (decision.act === 'refuse') return refuse(stored, decision.faults);
  if (decision.act === 'repeat') return { response: decision.response, status: 200 };
  const before = decision.act === 'save' ? decision.visit.read.response : undefined;
  const files = await moveFiles(stored.form, before, decision.answers);
  if ('faults' in files) return refuse(stored, files.faults);
  const contextWithFiles = { ...context, ...files };
  if (decision.act === 'save') {
    return save(stored, decision.visit, decision.answers, { partial, context: contextWithFiles });
  }
  const content = contentOf(stored.form, request, decision.answers);
  const response = await createResponse(stored, content, contextWithFiles, visit);
  return response && { response, status: 201 };
}

async function save(
  stored: StoredForm,
  visit: OpenVisit,
  answers: Answers,
  { partial, context }: { partial: boolean; context: SubmissionContext },
): Promise<Outcome | undefined> {
  const response = savedResponse(visit.read.response, stored.form, answers, { partial, now: Date.now() });
  return (await saveResponse(stored, visit, response, context)) ? { response, status: 200 } : undefined;
}

const contentOf = (form: StoredForm['form'], request: Submission, answers: Answers) => ({
  formId: form.id,
  formVersion: form.version,
  environment: form.environment,
  status: request.query.status === 'partial' ? ('partial' as const) : ('completed' as const),
  answers,
  notes: [],
  meta: metaOf(request),
});

async function refuse(stored: StoredForm, faults: readonly Fault[]): Promise<never> {
  await countRefusal(stored, faults);
  throw validationFailed(faults);
}

function metaOf({ caller, origin, userAgent }: Submission): Response['meta'] {
  return {
    source: caller.kind === 'publishableKey' ? 'browser' : 'server',
    ...(origin && { origin: atMost(origin, 255) }),
    ...(userAgent && { userAgent: atMost(userAgent, 255) }),
  };
}

function contextOf({ headers, query, body, caller, trace }: Submission): SubmissionContext {
  const sessionId = headers['x-session-id'];
  // The same answers in another order are the same request. What is nested is refused, however deep it goes.
  const answers = Object.entries(body)
    .map(([id, answer]) => [id, typeof answer === 'object' ? null : answer] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const request = JSON.stringify([query.status, sessionId, answers]);
  return {
    sessionId,
    trace,
    browser: caller.kind === 'publishableKey',
    idempotencyKey: headers['idempotency-key'],
    requestHash: createHash('sha256').update(request).digest('hex'),
  };
}

/** Notes are the team's own: a browser may repeat a save, and learns nothing from it. */
const shownTo = ({ kind }: Caller, response: Response): Response =>
  kind === 'publishableKey' ? { ...response, notes: [] } : response;

function replyOf(
  form: StoredForm['form'],
  { origin, caller }: Submission,
  { response, status }: Outcome,
  headers: Record<string, string>,
) {
  return new Reply(shownTo(caller, response), { status, headers: { ...headers, ...corsHeaders(form, origin) } });
}
