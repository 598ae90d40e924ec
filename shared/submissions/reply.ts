import { droppedNames } from '../domain/responses/extra-answers.ts';
import { accessOf } from '../domain/responses/field-policies.ts';
import type { Response } from '../domain/responses/response.ts';
import { droppedOf } from '../domain/responses/sent-answers.ts';
import { receiptOf } from '../domain/responses/submission.ts';
import { withoutProofs } from '../domain/spam/spam-signals.ts';
import type { Fault } from '../fault.ts';
import { corsHeaders } from '../http/forms/admission.ts';
import { Reply } from '../http/reply.ts';
import { countDropped } from '../store/forms/dropped-names.ts';
import { showResponse } from '../store/responses/sealed-answers.ts';
import type { Submission } from './guard.ts';

/** The reply to a submission. */
export type SubmissionResult = {
  response: Response;
  status: number;
  /** The faults of answers that a partial submission was stored without. */
  leftOut: readonly Fault[];
  /** Whether an earlier request with the same Idempotency-Key had this result. */
  replayed?: true;
};

/** Returns the reply. Counts the names in it that the form has no field for. */
export async function replyOf(
  { stored, body, caller, origin, fromPage, caught }: Submission,
  { response, status, leftOut, replayed }: SubmissionResult,
): Promise<Reply> {
  const { form } = stored;
  const shown = await showResponse(stored, fromPage ? receiptOf(form, response, body) : response, accessOf(caller));
  const sent = withoutProofs(form, body);
  const warnings = fromPage ? droppedOf(form, response.answers, sent) : [];
  if (fromPage && !caught && !replayed) await countDropped(form.id, droppedNames(form, sent));
  const record = {
    ...shown,
    ...(leftOut.length > 0 && { details: leftOut }),
    ...(warnings.length > 0 && { warnings }),
  };
  const headers = { ...(replayed && { 'idempotent-replayed': 'true' }), ...corsHeaders(form, origin) };
  return new Reply(record, { status, headers });
}
