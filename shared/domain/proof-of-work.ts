import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { minuteMs } from '../durations.ts';

/** A page may get its challenge when it is opened; the longer one holds, the more can be solved ahead and sent at once. */
const expiresMs = 30 * minuteMs;

/** PBKDF2 iterations of one try: so few that making a challenge, which takes one, costs the service half a millisecond. */
const cost = 1000;

/** Tries that a challenge takes: between, at random, so that a visitor never waits for more than twice the least. */
const [triesMin, triesMax] = [400, 800];

/** How many bytes of Base64 a proof may have; it has some 700. */
const proofBytesMax = 4096;

/** The keys of a form's challenges; nothing else is signed with them. */
const keysOf = (secret: string) => ({
  hmacSignatureSecret: derived(secret, 'challenge'),
  hmacKeySignatureSecret: derived(secret, 'solution'),
});

const derived = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex');

/**
 * A challenge of ALTCHA (https://altcha.org) for whoever is about to submit to a form, signed with the form's own secret.
 *
 * @param now ms since the epoch
 */
export const newChallenge = (secret: string, now: number): Promise<Challenge> =>
  createChallenge({
    ...keysOf(secret),
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(triesMin, triesMax + 1),
    deriveKey,
    expiresAt: Math.ceil((now + expiresMs) / 1000),
  });

/** A proof that is good, once: which challenge it solves, and until when that holds, in seconds since the epoch. */
export type Proof = { nonce: string; expiresAt: number };

/** What a submission proves with a solved challenge, JSON in Base64; or what is wrong with it, in words. */
export async function readProof(secret: string, proof: string | undefined): Promise<Proof | { fault: string }> {
  if (proof === undefined) return { fault: 'there is none: send the solved challenge as x-formline-proof' };
  const payload = proof.length > proofBytesMax ? undefined : payloadOf(proof);
  if (!payload) return { fault: 'it is not the JSON of a challenge and its solution, in Base64' };
  const { expired, invalidSignature, verified } = await verifySolution({ ...payload, ...keysOf(secret), deriveKey });
  if (expired) return { fault: 'its challenge has expired' };
  if (invalidSignature) return { fault: 'its challenge is not of this form' };
  const { nonce, expiresAt = 0 } = payload.challenge.parameters;
  return verified ? { nonce, expiresAt } : { fault: 'it does not solve its challenge' };
}

/** As far as what verifies it relies on. */
function payloadOf(proof: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(proof, 'base64').toString());
    const { parameters, signature } = payload.challenge;
    return parameters instanceof Object && typeof signature === 'string' ? payload : undefined;
  } catch {
    return undefined;
  }
}
