import { createSubmission } from '../contracts/responses/submissions.ts';
import { personalOrSealed } from '../domain/forms/logic/effective-policies.ts';
import { answersOfPage, withoutControls } from '../domain/pages/form-answers.ts';
import { isCaught } from '../domain/spam/spam-signals.ts';
import { notFound } from '../errors.ts';
import { checkAdmission } from '../http/forms/admission.ts';
import { limitSender, requestsIn } from '../http/limits.ts';
import type { Request } from '../http/read-request.ts';
import { getCachedFormOf, type StoredForm } from '../store/forms/forms.ts';
import { writeRefusals } from '../store/responses/refusals.ts';

type SubmissionRequest = Request<typeof createSubmission>;

/** A request that may submit to its form. Its body has the names that the form knows. */
export type Submission = SubmissionRequest & {
  stored: StoredForm;
  partial: boolean;
  /** Whether a page sent it. Answers to hidden or unknown fields are dropped from a page, and refused from a server. */
  fromPage: boolean;
  /** The fields whose answers a partial save of a page is stored without. */
  unsaved: ReadonlySet<string>;
  /** Whether the honeypot caught it. */
  caught: boolean;
};

/** Returns the submission of a request. Throws if its form accepts none, or none from this sender. */
export async function guard(request: SubmissionRequest): Promise<Submission> {
  const { caller, params, query, bodyBytes } = request;
  const stored = await getCachedFormOf(caller, params.formId);
  if (!stored) throw notFound('Form');
  const { form } = stored;
  checkAdmission(form, request);
  await limitSender(createSubmission, form.id, request, requestsIn(bodyBytes));
  await writeRefusals();
  const fromPage = caller.kind === 'publishableKey';
  const answers = withoutControls(form.fields, request.body);
  const body = fromPage ? answersOfPage(form.fields, answers) : answers;
  const caught = fromPage && isCaught(form, body);
  const partial = query.status === 'partial';
  const unsaved = fromPage && partial ? unsavedOf(stored) : none;
  return { ...request, body, stored, partial, fromPage, unsaved, caught };
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the fields whose answers wait for “send”. Visitors who ask for a link to continue later ask to keep all of
 * them, and pages of forms from before 0.3.0 may complete what they saved.
 */
const unsavedOf = ({ form, savesOffByDefault }: StoredForm): ReadonlySet<string> =>
  savesOffByDefault && !form.ui?.saveAndResume ? personalOrSealed(form) : none;
