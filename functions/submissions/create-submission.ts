import { createHmac } from 'node:crypto';
import { createSubmission } from '../../shared/contracts/responses/submissions.ts';
import { answersOfPage, withoutControls } from '../../shared/domain/pages/form-answers.ts';
import { atMost } from '../../shared/domain/parts-of-text.ts';
import type { Answers } from '../../shared/domain/responses/answers.ts';
import { withConsents } from '../../shared/domain/responses/consents.ts';
import { droppedNames } from '../../shared/domain/responses/extra-answers.ts';
import { accessOf } from '../../shared/domain/responses/field-policies.ts';
import type { Response, SpamMark } from '../../shared/domain/responses/response.ts';
import { comparableAnswers } from '../../shared/domain/responses/same-answers.ts';
import { type AddOptions, droppedOf } from '../../shared/domain/responses/sent-answers.ts';
import { isCaught, proofsOf, withoutProofs, withoutTokens } from '../../shared/domain/responses/spam.ts';
import {
  decideSubmission,
  faultsOfPartial,
  receiptOf,
  savedResponse,
} from '../../shared/domain/responses/submission.ts';
import { formClosed, gone, idempotencyKeyReused, notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { moveSubmittedFiles } from '../../shared/files/claims.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/admission.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { alsoByHttpApi } from '../../shared/http/http-api.ts';
import { limitSender, requestsIn } from '../../shared/http/limits.ts';
import { alsoOfForms } from '../../shared/http/pages/also-of-forms.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { Reply } from '../../shared/http/reply.ts';
import { judge, once, proofWrite } from '../../shared/http/spam/judge.ts';
import { ofOneSession, retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { countDropped } from '../../shared/store/forms/dropped-names.ts';
import { getCachedFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { getIdempotencyRecord, type IdempotencyRecord } from '../../shared/store/forms/idempotency.ts';
import { decoyOf, decoyStore } from '../../shared/store/responses/decoys.ts';
import { findPlace } from '../../shared/store/responses/places.ts';
import { countRefusal, writeRefusals } from '../../shared/store/responses/refusals.ts';
import { findResponse } from '../../shared/store/responses/responses.ts';
import { openResponse, showResponse } from '../../shared/store/responses/sealed-answers.ts';
import { moveResponse } from '../../shared/store/responses/spam.ts';
import {
  type OpenVisit,
  responseStore,
  type SubmissionContext,
  type SubmissionStore,
} from '../../shared/store/responses/submissions.ts';
import type { StoredVisit } from '../../shared/store/responses/visits.ts';

type Submission = Request<typeof createSubmission>;
/** `leftOut`: the faults of answers that a partial submission went without. */
type Outcome = { response: Response; status: number; leftOut: readonly Fault[] };

const submission = endpoint(createSubmission, async received => {
  const stored = await getCachedFormOf(received.caller, received.params.formId);
  if (!stored) throw notFound('Form');
  const request = { ...received, body: answersIn(stored.form, received) };
  checkAdmission(stored.form, request);
  await limitSender(createSubmission, stored.form.id, request, requestsIn(request.bodyBytes));
  await writeRefusals();
  const context = contextOf(request);
  const judged = once(() => judgeSubmission(stored, request));
  return retryOnConflict(
    async () => {
      const first = context.idempotencyKey && (await getIdempotencyRecord(stored.form.id, context.idempotencyKey));
      if (first && !mayBeSame(first, context)) throw idempotencyKeyReused();
      const outcome = first ? await repeat(stored, request, first) : await submit(stored, request, context, judged);
      return outcome && replyOf(stored, request, outcome, first ? { 'idempotent-replayed': 'true' } : {});
    },
    stored.form.maxResponses === undefined ? ofOneSession : undefined,
  );
});

/** What was sent, with the names of controls and of the page's own settings understood. */
function answersIn({ fields }: StoredForm['form'], { body, caller }: Submission): Submission['body'] {
  const answers = withoutControls(fields, body);
  return caller.kind === 'publishableKey' ? answersOfPage(fields, answers) : answers;
}

export const handler = alsoByHttpApi(createSubmission, alsoOfForms(submission));

/** What the first request came to, as it is now. */
async function repeat(stored: StoredForm, request: Submission, first: IdempotencyRecord): Promise<Outcome> {
  const { body } = request;
  const read = await findResponse(first.responseId, stored);
  const response = read ? await openResponse(stored, read.response) : decoyOf(stored, first, body);
  if (!response) throw gone('The response that the first request with this Idempotency-Key made');
  const options = optionsOf(request);
  const leftOut = options.partial ? faultsOfPartial(stored.form, response, body, options) : [];
  return { response, status: first.status, leftOut };
}

/** Undefined when the session, or the key, is not as it was read: then all is to be read again. */
async function submit(
  stored: StoredForm,
  request: Submission,
  context: SubmissionContext,
  judged: () => Promise<SpamMark | undefined>,
): Promise<Outcome | undefined> {
  const options = optionsOf(request);
  const { partial } = options;
  const store = storeFor(stored.form, request);
  const visit = context.sessionId === undefined ? undefined : await store.getAnsweredVisit(stored, context.sessionId);
  const decision = decideSubmission(stored.form, visit, request.body, options);
  if (decision.act === 'repeat') return { ...decision, status: 200 };
  const place = await placeFor(stored.form, options);
  if (decision.act === 'refuse') return refuse(stored, decision.faults);
  const before = decision.act === 'save' ? decision.visit.read.response : undefined;
  const claimed = await moveSubmittedFiles(stored.form, before, decision, { partial });
  if ('faults' in claimed) return refuse(stored, claimed.faults);
  const { answers, leftOut, writes } = claimed;
  if (leftOut.length > 0) await countRefusal(stored, leftOut);
  const proof = await proofWriteOf(stored, request);
  const spam = await judged();
  // Spam does not count towards the form's response limit.
  const contextOfWrites = { ...context, writes, proof, place: spam ? undefined : place };
  const outcome =
    decision.act === 'save'
      ? await save(stored, request, decision.visit, { answers, spam, store }, contextOfWrites)
      : await create(stored, request, visit, { answers, spam, store }, contextOfWrites);
  return outcome && { ...outcome, leftOut };
}

type Judged = { answers: Answers; spam: SpamMark | undefined; store: SubmissionStore };

async function save(
  stored: StoredForm,
  request: Submission,
  visit: OpenVisit,
  { answers, spam, store }: Judged,
  context: SubmissionContext,
): Promise<Omit<Outcome, 'leftOut'> | undefined> {
  const { read } = visit;
  if (spam && !read.response.spam && store === responseStore) {
    // What is saved next goes to the spam, where its response is then found.
    await moveResponse({ ...read, response: read.sealed }, spam);
    return undefined;
  }
  const partial = request.query.status === 'partial';
  const { wasCompleted } = read.item;
  const saved = savedResponse(read.response, stored.form, answers, { partial, now: Date.now(), wasCompleted });
  const response = withConsents(stored.form, saved, request.body, saved.updatedAt);
  return (await store.saveResponse(stored, visit, response, context)) ? { response, status: 200 } : undefined;
}

async function create(
  stored: StoredForm,
  request: Submission,
  visit: StoredVisit | undefined,
  { answers, spam, store }: Judged,
  context: SubmissionContext,
): Promise<Omit<Outcome, 'leftOut'> | undefined> {
  const content = withConsents(
    stored.form,
    { ...contentOf(stored.form, request, answers), ...(spam && { spam }) },
    request.body,
    new Date().toISOString(),
  );
  const response = await store.createResponse(stored, content, context, visit);
  return response && { response, status: 201 };
}

/** Checks a browser's submission for spam; submissions from servers are trusted. */
async function judgeSubmission(stored: StoredForm, { caller, headers, body, origin, query }: Submission) {
  if (caller.kind !== 'publishableKey') return undefined;
  return judge(stored, { ...proofsOf(headers, body), origin, partial: query.status === 'partial' });
}

async function proofWriteOf(stored: StoredForm, { caller, headers, body, query }: Submission) {
  if (caller.kind !== 'publishableKey') return undefined;
  return proofWrite(stored, { ...proofsOf(headers, body), partial: query.status === 'partial' });
}

/** Takes a place under the form's response limit. A full form is closed for partial responses too. */
async function placeFor(form: StoredForm['form'], { partial }: AddOptions): Promise<SubmissionContext['place']> {
  const place = await findPlace(form);
  if (place === 'full') throw formClosed(form);
  return partial ? undefined : place;
}

const storeFor = (form: StoredForm['form'], { caller, body }: Submission): SubmissionStore =>
  caller.kind === 'publishableKey' && isCaught(form, body) ? decoyStore : responseStore;

/** What a page sends for a field that is hidden or unknown is dropped; a server is refused. */
const optionsOf = ({ query, caller }: Submission): AddOptions => ({
  partial: query.status === 'partial',
  fromPage: caller.kind === 'publishableKey',
});

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

/** Names how a request is hashed. A change of the hash changes it. */
const hashVersion = '2:';

/** Whether both requests are the same, as far as one can tell: another version may have hashed the first one in another way. */
const mayBeSame = (first: IdempotencyRecord, { requestHash }: SubmissionContext): boolean =>
  first.requestHash === requestHash || !first.requestHash.startsWith(hashVersion);

function contextOf({ headers, query, body, caller, trace }: Submission): SubmissionContext {
  const sessionId = headers['x-session-id'];
  const request = JSON.stringify([query.status, sessionId, comparableAnswers(withoutTokens(body))]);
  return {
    sessionId,
    trace,
    browser: caller.kind === 'publishableKey',
    idempotencyKey: headers['idempotency-key'],
    // What was answered may be one of few things: without the key, which is stored nowhere, its hash says nothing of it.
    requestHash:
      hashVersion +
      createHmac('sha256', headers['idempotency-key'] ?? '')
        .update(request)
        .digest('hex'),
  };
}

async function replyOf(
  stored: StoredForm,
  { origin, caller, body }: Submission,
  { response, status, leftOut }: Outcome,
  headers: Record<string, string>,
) {
  const isBrowser = caller.kind === 'publishableKey';
  const whole = isBrowser ? receiptOf(stored.form, response, body) : response;
  const shown = await showResponse(stored, whole, accessOf(caller));
  const sent = withoutProofs(stored.form, body);
  const warnings = isBrowser ? droppedOf(stored.form, response.answers, sent) : [];
  const isCounted = isBrowser && !('idempotent-replayed' in headers) && !isCaught(stored.form, body);
  if (isCounted) await countDropped(stored.form.id, droppedNames(stored.form, sent));
  const record = {
    ...shown,
    ...(leftOut.length > 0 && { details: leftOut }),
    ...(warnings.length > 0 && { warnings }),
  };
  return new Reply(record, { status, headers: { ...headers, ...corsHeaders(stored.form, origin) } });
}
