import { beforeAll, expect, it } from '@jest/globals';
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { newChallenge, readProof } from '../../../../shared/domain/spam/proof-of-work.ts';
import { fc } from '../../../support/properties.ts';
import { encoded } from '../../../support/records/proof-of-work.ts';

const secret = 'the-secret-of-a-form';
const solve = (challenge: Challenge): Promise<Solution | null> => solveChallenge({ challenge, deriveKey });

let challenge: Challenge;
let solution: Solution | null;
beforeAll(async () => {
  challenge = await newChallenge(secret, Date.now());
  solution = await solve(challenge);
});

it('takes a solved challenge, and says which it was and until when it holds', async () => {
  const { nonce, expiresAt } = challenge.parameters;
  expect(await readProof(secret, encoded({ challenge, solution }))).toEqual({ nonce, expiresAt });
  expect(expiresAt).toBeGreaterThan(Date.now() / 1000 + 29 * 60);
});

it('asks for so many tries that nobody waits for twice as long as somebody else', async () => {
  const challenges = await Promise.all(Array.from({ length: 4 }, () => newChallenge(secret, Date.now())));
  const counters = (await Promise.all(challenges.map(solve))).map(solved => solved?.counter ?? 0);
  expect(Math.min(...counters)).toBeGreaterThanOrEqual(400);
  expect(Math.max(...counters)).toBeLessThanOrEqual(800);
  expect(new Set(challenges.map(({ parameters }) => parameters.nonce)).size).toBe(4);
});

const withParameters = (parameters: object): string =>
  encoded({ challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } }, solution });
const withSolution = (change: object): string => encoded({ challenge, solution: { ...solution, ...change } });
const withNew = async (ofSecret: string, at: number): Promise<string> =>
  encoded({ challenge: await newChallenge(ofSecret, at), solution });

it.each([
  ['none', () => undefined, /there is none/],
  ['one of another form', () => withNew('another', Date.now()), /of this form/],
  ['one that has expired', () => withNew(secret, Date.now() - 31 * 60_000), /expired/],
  ['one whose end was moved', () => withParameters({ expiresAt: 4_000_000_000 }), /of this form/],
  ['one that was made easier', () => withParameters({ cost: 1, keyPrefix: '' }), /of this form/],
  ['one that was given another name', () => withParameters({ nonce: 'ff' }), /of this form/],
  ['one without a signature', () => encoded({ challenge: { ...challenge, signature: undefined }, solution }), /Base64/],
  ['one without a solution', () => encoded({ challenge }), /does not solve/],
  ['a guess', () => withSolution({ derivedKey: 'ab'.repeat(32) }), /does not solve/],
  ['the prefix alone', () => withSolution({ derivedKey: challenge.parameters.keyPrefix }), /does not solve/],
  ['one without parameters', () => encoded({ challenge: { parameters: null, signature: '' } }), /Base64/],
  ['null', () => encoded(null), /Base64/],
  ['more than a proof takes', () => `${encoded({ challenge, solution })}${' '.repeat(4096)}`, /Base64/],
])('refuses %s', async (_, sent, fault) => {
  expect(await readProof(secret, await sent())).toEqual({ fault: expect.stringMatching(fault) });
});

it('is not upset by anything that somebody sends as one', async () => {
  const likeOne = fc.record({
    challenge: fc.record({ parameters: fc.jsonValue(), signature: fc.string() }),
    solution: fc.jsonValue(),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.jsonValue().map(encoded), likeOne.map(encoded)), async sent => {
      expect(await readProof(secret, sent)).toEqual({ fault: expect.any(String) });
    }),
  );
});
