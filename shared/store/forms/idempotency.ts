import { createHash } from 'node:crypto';
import type { Response } from '../../domain/responses/response.ts';
import { expression } from '../expression.ts';
import { type Key, keyOf } from '../keys.ts';
import { getItem, type Item, type TransactItem } from '../table.ts';
import { putWrite } from '../writes.ts';

const keptSeconds = 24 * 3600;

/** The result of the first request with an Idempotency-Key, kept for 24 hours. */
export type IdempotencyRecord = {
  requestHash: string;
  status: number;
  responseId: string;
  /** The status that the response would have, if the honeypot had not caught it. */
  caught?: Response['status'];
};

/** Returns the record of this key, if it was used on this form in the last 24 hours. */
export async function getIdempotencyRecord(
  formId: string,
  idempotencyKey: string,
): Promise<IdempotencyRecord | undefined> {
  const item = await getItem(idempotencyKeyOf(formId, idempotencyKey));
  if (!item || Number(item.ttl) <= Date.now() / 1000) return undefined;
  return {
    requestHash: String(item.requestHash),
    status: Number(item.status),
    responseId: responseOfRecord(item),
    ...(item.caught !== undefined && { caught: item.caught as Response['status'] }),
  };
}

/** Returns the ID of the response that a request created. Version 0.1.0 stored the response itself. */
export const responseOfRecord = ({ responseId, response }: Partial<Item>): string =>
  String(responseId ?? JSON.parse(String(response)).id);

export type ResponseName = Pick<Response, 'id' | 'formId' | 'status'>;

/** Returns the write that records a request's Idempotency-Key. */
export function idempotencyRecordWrite(
  response: ResponseName,
  status: number,
  { idempotencyKey, requestHash, caught }: { idempotencyKey: string; requestHash: string; caught?: boolean },
): TransactItem {
  const now = Math.floor(Date.now() / 1000);
  const item = {
    ...idempotencyKeyOf(response.formId, idempotencyKey),
    ...{ requestHash, status, responseId: response.id, ttl: now + keptSeconds },
    ...(caught && { caught: response.status }),
  };
  return putWrite(item, expression`attribute_not_exists(pk) OR #ttl <= ${now}`);
}

/** A form's keys and visits are in 16 partitions, named by the hash, so that a purge finds them all. */
function idempotencyKeyOf(form: string, key: string): Key {
  const sha256 = createHash('sha256').update(key).digest('hex');
  return keyOf('idempotency', { form, slice: sha256.slice(0, 1), sha256 });
}
