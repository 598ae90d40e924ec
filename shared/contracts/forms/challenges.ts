import type { Contract } from '../contract.ts';
import { object, pathId, record } from '../records.ts';

const text = { type: 'string' } as const;

export const getChallenge = {
  method: 'GET',
  path: '/forms/{id}/challenge',
  summary: 'Get a challenge to solve before submitting to a form',
  description:
    'For a live form with `spamProtection.proofOfWork`; 404 for any other. The challenge is one of ALTCHA (https://altcha.org), version 2, which its libraries solve. `{"challenge": …, "solution": …}`, as JSON in Base64, goes with the submission as `x-formline-proof`. It is good for half an hour and for one submission to this form.',
  auth: [],
  table: 'read',
  status: 200,
  rateShare: 0.5,
  params: pathId('The id of a form.'),
  response: record({
    parameters: object(['algorithm', 'nonce', 'salt', 'cost', 'keyLength', 'keyPrefix', 'keySignature', 'expiresAt'], {
      algorithm: { type: 'string', description: 'How a key is derived from a counter: `PBKDF2/SHA-256`.' },
      nonce: { ...text, description: 'Before the counter, what the key is derived from. Hexadecimal, as the rest.' },
      salt: text,
      cost: { type: 'integer', description: 'Iterations of each derivation.' },
      keyLength: { type: 'integer', description: 'Bytes of the key.' },
      keyPrefix: { ...text, description: 'What the key begins with, once the counter is right.' },
      keySignature: text,
      expiresAt: { type: 'integer', description: 'Seconds since 1970.' },
    }),
    signature: { ...text, description: 'To be sent back with the parameters, as they are.' },
  }),
} as const satisfies Contract;

export const challenges = { getChallenge } as const;
