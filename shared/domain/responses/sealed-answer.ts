import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { isObject } from '../../json.ts';
import type { Answer } from '../fields/breach.ts';
import type { SpamMark } from '../spam/spam-signals.ts';
import type { Response, ResponseStatus } from './response.ts';
import type { SealedAnswer, StoredAnswers } from './stored-answers.ts';

/** The place of an answer. A sealed answer opens only in its own place. */
export type AnswerPlace = {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly formId: string;
  readonly responseId: string;
  readonly fieldId: string;
};

/** A key of 32 bytes, and its generation among its environment's keys. */
export type DataKey = { readonly generation: number; readonly key: Uint8Array };

/** 1: the data key itself seals answers. 2: each place has its own key, derived from it. */
const version = 2;
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/**
 * Answers are padded, because the length of a ciphertext reveals that of its answer: "Yes" and "No" must not differ.
 */
const paddedBytes = 32;

/** Seals an answer with AES-256-GCM under the key of its place and a fresh IV. */
export function sealAnswer(answer: Answer, place: AnswerPlace, { generation, key }: DataKey): SealedAnswer {
  const iv = randomBytes(ivBytes);
  const authenticated = placeBytes(place, version, generation);
  const cipher = createCipheriv(algorithm, keyOfPlace(key, authenticated), iv).setAAD(authenticated);
  const ciphertext = [cipher.update(padded(JSON.stringify(answer))), cipher.final()];
  const bytes = Buffer.concat([iv, ...ciphertext, cipher.getAuthTag()]);
  return [version, generation, bytes.toString('base64url')];
}

/**
 * Opens an answer. Returns undefined when it was tampered with, or was sealed for another place or with another key.
 */
export function openAnswer(sealed: SealedAnswer, place: AnswerPlace, key: Uint8Array): Answer | undefined {
  const [sealedVersion, generation, text] = sealed;
  const bytes = Buffer.from(String(text), 'base64url');
  if (bytes.length < ivBytes + tagBytes || bytes.toString('base64url') !== text) return undefined;
  const authenticated = placeBytes(place, sealedVersion, generation);
  const ownKey = sealedVersion === 1 ? key : keyOfPlace(key, authenticated);
  const decipher = createDecipheriv(algorithm, ownKey, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(authenticated)
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    const ciphertext = bytes.subarray(ivBytes, -tagBytes);
    return JSON.parse(Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Pads a JSON text with spaces, which mean nothing at its end. */
function padded(json: string): Buffer {
  const bytes = Buffer.from(json);
  const length = Math.ceil(bytes.length / paddedBytes) * paddedBytes;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}

/**
 * Returns the key of one place. An AES-GCM key is safe for 2^32 random IVs, fewer than the answers of a large
 * environment. A place is sealed only a few times.
 */
const keyOfPlace = (key: Uint8Array, place: Buffer): Uint8Array =>
  createHmac('sha256', key).update('formline sealed answer\n').update(place).digest();

const placeBytes = (
  { organizationId, environmentId, formId, responseId, fieldId }: AnswerPlace,
  sealedVersion: number,
  generation: number,
): Buffer =>
  Buffer.from(JSON.stringify([sealedVersion, generation, organizationId, environmentId, formId, responseId, fieldId]));

/** The content of a response's item besides its keys. */
type StoredSubmission = Pick<
  Response,
  'status' | 'formVersion' | 'handling' | 'assigneeId' | 'notes' | 'meta' | 'spam'
> & {
  answers: StoredAnswers;
  updatedAt?: string;
};

const statuses: readonly unknown[] = ['completed', 'partial', 'abandoned'] satisfies ResponseStatus[];

/**
 * Reads the attributes of an item, whose answers and notes are JSON. Returns undefined when they are not what was
 * stored.
 */
export function parseStored(item: Readonly<Record<string, unknown>>): StoredSubmission | undefined {
  const { status, formVersion, handling = 'open', assigneeId, meta, updatedAt, spam } = item as StoredSubmission;
  try {
    const answers: unknown = JSON.parse(String(item.answers));
    const notes = item.notes ? JSON.parse(String(item.notes)) : [];
    const isWhole = isObject(answers) && Array.isArray(notes) && isObject(meta) && statuses.includes(status);
    return isWhole && Number.isInteger(formVersion)
      ? {
          status,
          formVersion,
          handling,
          ...(assigneeId !== undefined && { assigneeId }),
          answers: answers as StoredAnswers,
          notes,
          meta: inOrder(meta),
          updatedAt,
          spam: spam && markInOrder(spam),
        }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns meta in a fixed order, because the table's maps have none, and the ETag of a record needs one. */
function inOrder({ source, origin, userAgent, language, durationMs, consents }: Response['meta']): Response['meta'] {
  return { source, origin, userAgent, language, durationMs, ...(consents && { consents: consentsInOrder(consents) }) };
}

function consentsInOrder(consents: NonNullable<Response['meta']['consents']>): typeof consents {
  const entries = Object.entries(consents).map(
    ([id, { textHash, language, shown, at, by, withdrawnAt }]) =>
      [id, { textHash, language, shown, at, by, withdrawnAt }] as const,
  );
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const markInOrder = ({ score, reasons, at }: SpamMark): SpamMark => ({ score, reasons, at });
