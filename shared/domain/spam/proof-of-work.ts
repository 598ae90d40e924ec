import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { minuteMs } from '../../durations.ts';

/**
 * How long a challenge is valid. A page may get it when it is opened. The longer it is valid, the more can be solved in
 * advance and sent at once.
 */
const expiresMs = 30 * minuteMs;

/**
 * PBKDF2 iterations of one try: few enough that creating a challenge, which takes one, costs the service half a
 * millisecond.
 */
const cost = 1000;

/** The random range of tries that a challenge takes, so a visitor never waits more than twice the minimum. */
const [triesMin, triesMax] = [400, 800];

/** The maximum size of a Base64 proof, in bytes. A proof has about 700. */
const proofBytesMax = 4096;

/** Returns the keys of a form's challenges; nothing else is signed with them. */
const keysOf = (secret: string) => ({
  hmacSignatureSecret: derived(secret, 'challenge'),
  hmacKeySignatureSecret: derived(secret, 'solution'),
});

const derived = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex');

/**
 * Returns an ALTCHA challenge (https://altcha.org) for a visitor who is about to submit a form, signed with the form's
 * own secret.
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

/** A valid proof, which works once: the challenge that it solves, and its expiry in seconds since the epoch. */
export type Proof = { nonce: string; expiresAt: number };

/**
 * Reads the proof in a submission, a solved challenge as JSON in Base64. Returns its fault as a message when it is
 * invalid.
 */
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

/** Returns the payload of a proof, checked as far as its verifier needs. */
function payloadOf(proof: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(proof, 'base64').toString());
    const { parameters, signature } = payload.challenge;
    return parameters instanceof Object && typeof signature === 'string' ? payload : undefined;
  } catch {
    return undefined;
  }
}
