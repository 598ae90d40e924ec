import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Encodes a solution as a page does: JSON in Base64. */
export const encoded = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** Solves a challenge as a page does. */
export const proofOf = async (challenge: Challenge): Promise<string> =>
  encoded({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
