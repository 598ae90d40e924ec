import type { Answer } from '../fields/breach.ts';

/**
 * An answer that only a data key opens: the version of the format, the generation of the key, and in base64url 12 bytes
 * of IV, the ciphertext and 16 bytes of tag. It starts with a number, which no list answer does.
 */
export type SealedAnswer = readonly [version: number, generation: number, bytes: string];

/** Answers as stored: sealed where the field's policy says so. */
export type StoredAnswers = Readonly<Record<string, Answer | SealedAnswer>>;

export const isSealed = (answer: unknown): answer is SealedAnswer =>
  Array.isArray(answer) && typeof answer[0] === 'number';
