import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Answer } from '../fields/breach.ts';
import type { Response, ResponseStatus, SpamMark } from './response.ts';

/**
 * An answer that only a data key opens: the version of its form, the generation of the key, and in base64url 12 bytes of
 * IV, the ciphertext and 16 bytes of tag. It begins with a number, as no answer that is a list does.
 */
export type SealedAnswer = readonly [version: number, generation: number, bytes: string];

/** Answers as they are stored: sealed, where the policy of the field says so. */
export type StoredAnswers = Readonly<Record<string, Answer | SealedAnswer>>;

/** Where an answer belongs: it opens nowhere else. */
export type AnswerPlace = {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly formId: string;
  readonly responseId: string;
  readonly fieldId: string;
};

/** A key of 32 bytes, and which of its environment's it is. */
export type DataKey = { readonly generation: number; readonly key: Uint8Array };

/** 1: the data key seals answers itself. 2: each place has a key of its own, derived from it. */
const version = 2;
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** The length of a ciphertext tells that of its answer: between "Yes" and "No" there is to be no difference. */
const paddedBytes = 32;

export const isSealed = (answer: unknown): answer is SealedAnswer =>
  Array.isArray(answer) && typeof answer[0] === 'number';

/** Seals an answer with AES-256-GCM under the key of its place and a fresh IV. */
export function sealAnswer(answer: Answer, place: AnswerPlace, { generation, key }: DataKey): SealedAnswer {
  const iv = randomBytes(ivBytes);
  const authenticated = placeBytes(place, version, generation);
  const cipher = createCipheriv(algorithm, keyOfPlace(key, authenticated), iv).setAAD(authenticated);
  const ciphertext = [cipher.update(padded(JSON.stringify(answer))), cipher.final()];
  const bytes = Buffer.concat([iv, ...ciphertext, cipher.getAuthTag()]);
  return [version, generation, bytes.toString('base64url')];
}

/** The answer; undefined when it was changed, was sealed for another place, or under another key. */
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

/** Spaces behind a JSON text mean nothing. */
function padded(json: string): Buffer {
  const bytes = Buffer.from(json);
  const length = Math.ceil(bytes.length / paddedBytes) * paddedBytes;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}

/**
 * The key of one place. A key of AES-GCM is safe for 2^32 random IVs, fewer than answers come to a large environment; a place
 * is sealed a few times in its life.
 */
const keyOfPlace = (key: Uint8Array, place: Buffer): Uint8Array =>
  createHmac('sha256', key).update('formline sealed answer\n').update(place).digest();

const placeBytes = (
  { organizationId, environmentId, formId, responseId, fieldId }: AnswerPlace,
  sealedVersion: number,
  generation: number,
): Buffer =>
  Buffer.from(JSON.stringify([sealedVersion, generation, organizationId, environmentId, formId, responseId, fieldId]));

/** What an item holds of a response beside its keys. */
type Stored = Pick<Response, 'status' | 'formVersion' | 'notes' | 'meta' | 'spam'> & {
  answers: StoredAnswers;
  updatedAt?: string;
};

const statuses: readonly unknown[] = ['completed', 'partial', 'abandoned'] satisfies ResponseStatus[];

/** Reads the attributes of an item, whose answers and notes are JSON. Undefined where they are not what was once stored. */
export function parseStored(item: Readonly<Record<string, unknown>>): Stored | undefined {
  const { status, formVersion, meta, updatedAt, spam } = item as Stored;
  try {
    const answers: unknown = JSON.parse(String(item.answers));
    const notes = item.notes ? JSON.parse(String(item.notes)) : [];
    const isWhole = isObject(answers) && Array.isArray(notes) && isObject(meta) && statuses.includes(status);
    return isWhole && Number.isInteger(formVersion)
      ? {
          status,
          formVersion,
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A map has no order of its own in the table; the ETag of a record needs one. */
function inOrder({ source, origin, userAgent, durationMs, consents }: Response['meta']): Response['meta'] {
  return { source, origin, userAgent, durationMs, ...(consents && { consents: consentsInOrder(consents) }) };
}

function consentsInOrder(consents: NonNullable<Response['meta']['consents']>): typeof consents {
  const entries = Object.entries(consents).map(([id, { textHash, at }]) => [id, { textHash, at }] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const markInOrder = ({ score, reasons, at }: SpamMark): SpamMark => ({ score, reasons, at });
