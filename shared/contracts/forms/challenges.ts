import type { Contract } from '../contract.ts';
import { object, pathId, record } from '../records.ts';

const text = { type: 'string' } as const;

export const getChallenge = {
  method: 'GET',
  path: '/forms/{id}/challenge',
  summary: 'Get a challenge to solve before submitting to a form',
  description:
    'For a live form with `spamProtection.proofOfWork`; 404 for any other. The challenge is ALTCHA (https://altcha.org), version 2, which its libraries solve. Send `{"challenge": …, "solution": …}`, as JSON in Base64, with the submission as `x-formline-proof`. It works for half an hour and for one submission to this form.',
  auth: [],
  grants: ['table:read'],
  status: 200,
  rateShare: 0.5,
  params: pathId('The ID of a form.'),
  response: record({
    parameters: object(['algorithm', 'nonce', 'salt', 'cost', 'keyLength', 'keyPrefix', 'keySignature', 'expiresAt'], {
      algorithm: { type: 'string', description: 'How a key is derived from a counter: `PBKDF2/SHA-256`.' },
      nonce: { ...text, description: 'The part of the input before the counter. Hexadecimal, like the others.' },
      salt: text,
      cost: { type: 'integer', description: 'Iterations of each derivation.' },
      keyLength: { type: 'integer', description: 'Bytes of the key.' },
      keyPrefix: { ...text, description: 'The start of the key when the counter is right.' },
      keySignature: text,
      expiresAt: { type: 'integer', description: 'Seconds since 1970.' },
    }),
    signature: { ...text, description: 'Send it back unchanged with the parameters.' },
  }),
} as const satisfies Contract;

export const challenges = { getChallenge } as const;
