import { createHash } from 'node:crypto';
import { isObject } from '../../json.ts';
import type { OwnerBucket } from '../forms/storage.ts';

/** Where the answers of a response are, once they have left its item for the bucket of the form's owner. */
export type MovedAnswers = {
  readonly storage: OwnerBucket;
  readonly objectKey: string;
  /** The file that the object is for the jobs that remove files. */
  readonly fileId: string;
  /** The files that the answers name. */
  readonly files: readonly string[];
  /** The SHA-256 of the object. The owner of a bucket can write anything to it. */
  readonly sha256: string;
};

type AnsweredResponse = { readonly id: string; readonly formId: string; readonly submittedAt: string };

/**
 * Returns the key of the object: by form and day of the submission (UTC). `move` differs for each time that the
 * answers are moved, so the removal of a former object never meets the present one.
 */
export function answersKey({ id, formId, submittedAt }: AnsweredResponse, move: string): string {
  return `responses/${formId}/${submittedAt.slice(0, 10).replaceAll('-', '/')}/${id}.${move}.json`;
}

/** Returns the ID of the response whose answers are in the object with this key. */
export const responseIn = (objectKey: string): string | undefined => objectKey.split('/').at(-1)?.split('.')[0];

/**
 * What the summary still counts of a response that was deleted while the bucket with its answers was closed: the kinds
 * of its answers, its submission time (ISO 8601), and the SHA-256 of the object.
 */
export type UncountedAnswers = { readonly kinds: string; readonly submittedAt: string; readonly sha256: string };

/** Returns the content of the object. @param answers as stored, as JSON */
export const answersBody = ({ id, formId, submittedAt }: AnsweredResponse, answers: string): string =>
  `${JSON.stringify({ id, formId, submittedAt }).slice(0, -1)},"answers":${answers}}\n`;

export const answersHash = (body: string): string => createHash('sha256').update(body).digest('base64url');

/** Returns the answers in an object, as JSON, or undefined if it is not what was written. */
export function answersIn(body: string, { sha256 }: Pick<MovedAnswers, 'sha256'>): string | undefined {
  if (answersHash(body) !== sha256) return undefined;
  const { answers } = JSON.parse(body) as { answers?: unknown };
  return isObject(answers) ? JSON.stringify(answers) : undefined;
}
