import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha';
import { Refusal } from '../send/refusal.ts';

/**
 * Solves an ALTCHA challenge (https://altcha.org). Returns the challenge and its solution as JSON in Base64, ready to
 * send.
 */
export async function solve(challenge: Challenge): Promise<string> {
  const deriveKey = challenge.parameters.algorithm.startsWith('PBKDF2') ? derivePbkdf2 : deriveSha;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Refusal(403, { code: 'proof_failed', message: 'The proof of work took too long' });
  return btoa(JSON.stringify({ challenge, solution }));
}
