import { createHash } from 'node:crypto';
import { createSubmission } from '../../shared/contracts/responses/submissions.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { addAnswers, isRepeat, type Response } from '../../shared/domain/responses/response.ts';
import { withoutDecoy } from '../../shared/domain/responses/spam.ts';
import { idempotencyKeyReused, notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { moveFiles } from '../../shared/files/claims.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/admission.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { Answer } from '../../shared/http/reply.ts';
import { optimistically } from '../../shared/retry-on-conflict.ts';
import { getCachedFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { countRefusal, writeRefusals } from '../../shared/store/responses/refusals.ts';
import {
  createResponse,
  getAnsweredVisit,
  getFirstAnswer,
  isOpen,
  saveResponse,
  type Ties,
} from '../../shared/store/responses/submissions.ts';

type Submission = Request<typeof createSubmission>;
type Outcome = { response: Response; status: number };

export const handler = endpoint(createSubmission, async request => {
  const stored = await getCachedFormOf(request.caller, request.params.formId);
  if (!stored) throw notFound('Form');
  checkAdmission(stored.form, request);
  await writeRefusals();
  const ties = tiesOf(request);
  return optimistically(async () => {
    const first = ties.idempotencyKey && (await getFirstAnswer(stored.form.id, ties.idempotencyKey));
    if (first && first.requestHash !== ties.requestHash) throw idempotencyKeyReused();
    const outcome = first || (await submit(stored, request, ties));
    return outcome && answerOf(stored.form, request, outcome, first ? { 'idempotent-replayed': 'true' } : {});
  });
});

/** Stores the submission. Undefined when its session, or its key, is not as it was read: then all is to be read again. */
async function submit(stored: StoredForm, request: Submission, ties: Ties): Promise<Outcome | undefined> {
  const { form } = stored;
  const partial = request.query.status === 'partial';
  const visit = ties.sessionId === undefined ? undefined : await getAnsweredVisit(stored, ties.sessionId);
  const open = isOpen(visit) ? visit : undefined;
  const sent = withoutDecoy(form, request.body);
  const checked = addAnswers(form.fields, open?.read.response.answers ?? {}, sent, { partial });
  if ('faults' in checked) return refuse(stored, checked.faults);
  const { answers } = checked;
  const status = partial ? 'partial' : 'completed';
  const completed = open ? undefined : visit?.read?.response;
  if (completed && isRepeat(completed, answers, { partial })) return { response: completed, status: 200 };
  const files = await moveFiles(form, open?.read.response, answers);
  if ('faults' in files) return refuse(stored, files.faults);
  const tied = { ...ties, ...files };

  if (open) {
    const now = Date.now();
    const before = open.read.response;
    const started = Date.parse(before.submittedAt);
    const meta = { ...before.meta, ...(!partial && { durationMs: now - started }) };
    const updatedAt = new Date(now).toISOString();
    const response = { ...before, status, answers, meta, formVersion: form.version, updatedAt } as const;
    return (await saveResponse(stored, open, response, tied)) ? { response, status: 200 } : undefined;
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
    tied,
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

function tiesOf({ headers, query, body, caller, trace }: Submission): Ties {
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

function answerOf(
  form: StoredForm['form'],
  { origin, caller }: Submission,
  { response, status }: Outcome,
  headers: Record<string, string>,
) {
  return new Answer(shownTo(caller, response), { status, headers: { ...headers, ...corsHeaders(form, origin) } });
}
