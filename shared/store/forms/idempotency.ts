import { createHash } from 'node:crypto';
import type { Response } from '../../domain/responses/response.ts';
import { expression } from '../expression.ts';
import { type Key, keyOf } from '../keys.ts';
import { getItem, type TransactItem } from '../table.ts';
import { putWrite } from '../writes.ts';

const keptSeconds = 24 * 3600;

/** What the first request with an Idempotency-Key came to, kept for 24 hours. */
export type IdempotencyRecord = {
  requestHash: string;
  status: number;
  responseId: string;
  /** The honeypot caught it: what status the response would have. */
  caught?: Response['status'];
};

/** The record of this key, if it was used on this form in the last 24 hours. */
export async function getIdempotencyRecord(
  formId: string,
  idempotencyKey: string,
): Promise<IdempotencyRecord | undefined> {
  const item = await getItem(idempotencyKeyOf(formId, idempotencyKey));
  if (!item || Number(item.ttl) <= Date.now() / 1000) return undefined;
  return {
    requestHash: String(item.requestHash),
    status: Number(item.status),
    responseId: String(item.responseId),
    ...(item.caught !== undefined && { caught: item.caught as Response['status'] }),
  };
}

export type ResponseName = Pick<Response, 'id' | 'formId' | 'status'>;

/** The write of the record of a request's Idempotency-Key; none without one. */
export function idempotencyRecordWrites(
  response: ResponseName,
  status: number,
  { idempotencyKey, requestHash, caught }: { idempotencyKey?: string; requestHash: string; caught?: boolean },
): TransactItem[] {
  if (!idempotencyKey) return [];
  const now = Math.floor(Date.now() / 1000);
  const item = {
    ...idempotencyKeyOf(response.formId, idempotencyKey),
    ...{ requestHash, status, responseId: response.id, ttl: now + keptSeconds },
    ...(caught && { caught: response.status }),
  };
  return [putWrite(item, expression`attribute_not_exists(pk) OR #ttl <= ${now}`)];
}

/** A form's keys and visits lie in 16 partitions, named by the hash, so that a purge finds them all. */
function idempotencyKeyOf(form: string, key: string): Key {
  const sha256 = createHash('sha256').update(key).digest('hex');
  return keyOf('idempotency', { form, slice: sha256.slice(0, 1), sha256 });
}
