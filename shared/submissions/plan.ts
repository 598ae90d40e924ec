import { keptClient } from '../domain/accounts/client-name.ts';
import { chosenOptions, faultsOfFull, formPlace } from '../domain/forms/option-limits.ts';
import type { Answers } from '../domain/responses/answers.ts';
import { outdatedRule, withConsents } from '../domain/responses/consents.ts';
import { firstLanguage } from '../domain/responses/meta-filter.ts';
import type { Response } from '../domain/responses/response.ts';
import { type SubmissionDecision, savedResponse, unsavedRule } from '../domain/responses/submission.ts';
import type { SpamMark } from '../domain/spam/spam-signals.ts';
import { proofsOf } from '../domain/spam/spam-signals.ts';
import { atMost } from '../domain/text/parts-of-text.ts';
import { consentChanged, formClosed, validationFailed } from '../errors.ts';
import type { Fault } from '../fault.ts';
import { moveSubmittedFiles } from '../files/claims.ts';
import { judge, once, proofWrite } from '../http/spam/judge.ts';
import type { ResponseName } from '../store/forms/idempotency.ts';
import { fullOptions, isFormFull, type Places, readPlaces, takePlaces } from '../store/responses/places.ts';
import { countRefusal } from '../store/responses/refusals.ts';
import type { AnsweredVisit, NewResponse, OpenVisit, SubmissionPlan } from '../store/responses/submissions.ts';
import type { TransactItem } from '../store/table.ts';
import type { Submission } from './guard.ts';
import { keyWrites } from './idempotency.ts';

type Decision = Exclude<SubmissionDecision<AnsweredVisit>, { act: 'repeat' }>;

/** Returns the spam mark of a submission. */
export type SpamCheck = () => Promise<SpamMark | undefined>;

/**
 * Returns what a decision stores, with the writes of its place, its proof of work, its files and its Idempotency-Key.
 * Throws if one of them is refused.
 *
 * @param visit the visit of the submission's session
 */
export async function planSubmission(
  submission: Submission,
  visit: AnsweredVisit | undefined,
  decision: Decision,
  checkSpam: SpamCheck,
): Promise<{ plan: SubmissionPlan; status: number; leftOut: readonly Fault[] }> {
  const { stored, caught, fromPage: browser, trace } = submission;
  const places = await openPlaces(submission);
  if (decision.act === 'refuse') return refuse(submission, decision.faults);
  const wanted = await wantedPlaces(submission, places, decision.answers);
  const open = decision.act === 'save' ? decision.visit : undefined;
  const claimed = await moveSubmittedFiles(stored.form, open?.read.response, decision, submission);
  if ('faults' in claimed) return refuse(submission, claimed.faults);
  const { answers, leftOut, writes: fileWrites } = claimed;
  // Answers that a page saved too early are not the visitor's mistake.
  const mistakes = leftOut.filter(({ rule }) => rule !== unsavedRule);
  if (mistakes.length > 0) await countRefusal(stored, mistakes);
  const proof = await proofOf(submission);
  const spam = await checkSpam();
  const status = open ? 200 : 201;
  // Spam takes no place. Nothing is kept of a submission that the honeypot caught.
  const taken = isSpam(spam, open) || caught ? undefined : wanted;
  const ties = {
    ...{ sessionId: submission.headers['x-session-id'], trace, browser, takes: taken?.names },
    writes: (response: ResponseName) => [
      ...(taken?.writes ?? []),
      ...(proof ? [proof] : []),
      ...((!caught && fileWrites?.(response.id)) || []),
      ...keyWrites(submission, response, status),
    ],
  };
  const plan: SubmissionPlan = open
    ? { act: 'save', visit: open, response: saved(submission, open, answers), spam, ties }
    : { act: 'create', visit, content: created(submission, answers, spam), ties };
  return { plan, status, leftOut };
}

/** Returns a function that checks a page's submission for spam once. Submissions from servers are trusted. */
export const spamCheckOf = ({ stored, fromPage, headers, body, origin, partial }: Submission): SpamCheck =>
  once(async () => (fromPage ? judge(stored, { ...proofsOf(headers, body), origin, partial }) : undefined));

async function proofOf({ stored, fromPage, headers, body, partial }: Submission): Promise<TransactItem | undefined> {
  return fromPage ? proofWrite(stored, { ...proofsOf(headers, body), partial }) : undefined;
}

/** Whether the response is spam, or was when it was saved before. */
const isSpam = (spam: SpamMark | undefined, open: OpenVisit | undefined): boolean =>
  (spam ?? open?.read.response.spam) !== undefined;

/** Returns the places of a form with limits. A full form refuses partial responses too. */
async function openPlaces({ stored: { form } }: Submission): Promise<Places | undefined> {
  const places = await readPlaces(form);
  if (isFormFull(places)) throw formClosed(form);
  return places;
}

/**
 * Returns the places that a completed response with these answers takes. Throws if one of its options is full. Returns
 * undefined for a partial one and for a form without limits.
 */
async function wantedPlaces(
  submission: Submission,
  places: Places | undefined,
  answers: Answers,
): Promise<{ names: string[]; writes: TransactItem[] } | undefined> {
  const { form } = submission.stored;
  if (!places || submission.partial) return undefined;
  const chosen = chosenOptions(form, answers);
  const full = fullOptions(places, chosen);
  if (full.length > 0) return refuse(submission, faultsOfFull(full));
  const ofForm = form.maxResponses === undefined ? [] : [formPlace];
  const names = [...ofForm, ...chosen.map(({ name }) => name)];
  return { names, writes: takePlaces(places, names) };
}

async function refuse({ stored }: Submission, faults: readonly Fault[]): Promise<never> {
  await countRefusal(stored, faults);
  throw faults.every(({ rule }) => rule === outdatedRule) ? consentChanged(faults) : validationFailed(faults);
}

function saved(
  { stored: { form }, partial, body, fromPage }: Submission,
  { read }: OpenVisit,
  answers: Answers,
): Response {
  const { wasCompleted } = read.item;
  const response = savedResponse(read.response, form, answers, { partial, now: Date.now(), wasCompleted });
  return withConsents(form, response, body, response.updatedAt, giverOf(fromPage));
}

function created(submission: Submission, answers: Answers, spam: SpamMark | undefined): NewResponse {
  const { form } = submission.stored;
  const content = {
    formId: form.id,
    formVersion: form.version,
    environment: form.environment,
    status: submission.partial ? ('partial' as const) : ('completed' as const),
    handling: 'open' as const,
    answers,
    notes: [],
    meta: metaOf(submission),
    ...(spam && { spam }),
  };
  return withConsents(form, content, submission.body, new Date().toISOString(), giverOf(submission.fromPage));
}

const giverOf = (fromPage: boolean) => (fromPage ? 'visitor' : 'server');

function metaOf({ fromPage, origin, userAgent, headers }: Submission): Response['meta'] {
  const language = fromPage ? firstLanguage((headers as Record<string, string>)['accept-language']) : undefined;
  const client = keptClient(userAgent);
  return {
    source: fromPage ? 'browser' : 'server',
    ...(origin && { origin: atMost(origin, 255) }),
    ...(client !== undefined && { userAgent: client }),
    ...(language && { language }),
  };
}
