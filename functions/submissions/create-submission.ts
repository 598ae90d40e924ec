import { createHash } from 'node:crypto';
import { createSubmission } from '../../shared/contracts/responses/submissions.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { addAnswers, isRepeat, type Response } from '../../shared/domain/responses/response.ts';
import { withoutHoneypot } from '../../shared/domain/responses/spam.ts';
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
  isOpen,
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

/** Stores the submission. Undefined when its session, or its key, is not as it was read: then all is to be read again. */
async function submit(
  stored: StoredForm,
  request: Submission,
  context: SubmissionContext,
): Promise<Outcome | undefined> {
  const { form } = stored;
  const partial = request.query.status === 'partial';
  const visit = context.sessionId === undefined ? undefined : await getAnsweredVisit(stored, context.sessionId);
  const open = isOpen(visit) ? visit : undefined;
  const sent = withoutHoneypot(form, request.body);
  const checked = addAnswers(form.fields, open?.read.response.answers ?? {}, sent, { partial });
  if ('faults' in checked) return refuse(stored, checked.faults);
  const { answers } = checked;
  const status = partial ? 'partial' : 'completed';
  const completed = open ? undefined : visit?.read?.response;
  if (completed && isRepeat(completed, answers, { partial })) return { response: completed, status: 200 };
  const files = await moveFiles(form, open?.read.response, answers);
  if ('faults' in files) return refuse(stored, files.faults);
  const contextWithFiles = { ...context, ...files };

  if (open) {
    const now = Date.now();
    const before = open.read.response;
    const started = Date.parse(before.submittedAt);
    const meta = { ...before.meta, ...(!partial && { durationMs: now - started }) };
    const updatedAt = new Date(now).toISOString();
    const response = { ...before, status, answers, meta, formVersion: form.version, updatedAt } as const;
    return (await saveResponse(stored, open, response, contextWithFiles)) ? { response, status: 200 } : undefined;
  }
  const response = await createResponse(
    stored,
    {
      formId: form.id,
      formVersion: form.version,
      environment: form.environment,
      status,
      answers,
      notes: [],
      meta: metaOf(request),
    },
    contextWithFiles,
    visit,
  );
  return response && { response, status: 201 };
}

async function refuse(stored: StoredForm, faults: readonly Fault[]): Promise<never> {
  await countRefusal(stored, faults);
  throw validationFailed(faults);
}

function metaOf({ caller, origin, userAgent }: Submission): Response['meta'] {
  return {
    source: caller.kind === 'publishableKey' ? 'browser' : 'server',
    ...(origin && { origin: origin.slice(0, 255) }),
    ...(userAgent && { userAgent: userAgent.slice(0, 255) }),
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
