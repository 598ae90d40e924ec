import { createHmac } from 'node:crypto';
import { comparableAnswers } from '../domain/responses/same-answers.ts';
import { faultsOfPartial } from '../domain/responses/submission.ts';
import { withoutTokens } from '../domain/spam/spam-signals.ts';
import { gone, idempotencyKeyReused } from '../errors.ts';
import {
  getIdempotencyRecord,
  type IdempotencyRecord,
  idempotencyRecordWrite,
  type ResponseName,
} from '../store/forms/idempotency.ts';
import { decoyOf } from '../store/responses/decoys.ts';
import { findResponse } from '../store/responses/responses.ts';
import { openResponse } from '../store/responses/sealed-answers.ts';
import type { TransactItem } from '../store/table.ts';
import type { Submission } from './guard.ts';
import type { SubmissionResult } from './reply.ts';

/** The version of the request hash. Change it when the hash changes. */
const hashVersion = '2:';

/**
 * Returns the result of the first request with the same Idempotency-Key, or undefined if this is the first. Throws if
 * the first one was another request.
 */
export async function repeatedResult(submission: Submission): Promise<SubmissionResult | undefined> {
  const { stored, body, headers } = submission;
  const key = headers['idempotency-key'];
  const first = key && (await getIdempotencyRecord(stored.form.id, key));
  if (!first) return undefined;
  if (!mayBeSame(first, submission)) throw idempotencyKeyReused();
  const read = await findResponse(first.responseId, stored);
  if (read?.response.restricted) throw goneAway();
  const response = read ? await openResponse(stored, read.response) : decoyOf(stored, first, body);
  if (!response) throw goneAway();
  const leftOut = submission.partial ? faultsOfPartial(stored.form, response, body, submission) : [];
  return { response, status: first.status, leftOut, replayed: true };
}

const goneAway = () => gone('The response that the first request with this Idempotency-Key made');

/** Whether both requests may be the same. A first one that another version hashed can't be compared. */
const mayBeSame = ({ requestHash }: IdempotencyRecord, submission: Submission): boolean =>
  requestHash === hashOf(submission) || !requestHash.startsWith(hashVersion);

/** Returns the write that records the result under the request's Idempotency-Key, or none without a key. */
export function keyWrites(submission: Submission, response: ResponseName, status: number): TransactItem[] {
  const idempotencyKey = submission.headers['idempotency-key'];
  if (!idempotencyKey) return [];
  const { caught } = submission;
  return [idempotencyRecordWrite(response, status, { idempotencyKey, requestHash: hashOf(submission), caught })];
}

/**
 * Returns the hash of a request. It includes the key, which is not stored, because a hash of answers with few possible
 * values would reveal them.
 */
function hashOf({ headers, query, body }: Submission): string {
  const request = JSON.stringify([query.status, headers['x-session-id'], comparableAnswers(withoutTokens(body))]);
  const hash = createHmac('sha256', headers['idempotency-key'] ?? '').update(request);
  return hashVersion + hash.digest('hex');
}
