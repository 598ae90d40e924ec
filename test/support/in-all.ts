import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { everyTest, takesShare } from './share.ts';

const notNow = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it.only;

/**
 * Whether the file's other tests run again in what `npm test` has left out: with more than in a quick run, or because a
 * test needs what they leave. A file with `itSampled` says which ones have more.
 */
function othersRunAgain(): boolean {
  const source = readFileSync(expect.getState().testPath ?? '', 'utf8');
  return source.includes('itInAllAfterOthers') || (takesShare(source) && !source.includes('itSampled'));
}

/** Works like `itInAll`, for a test that needs what the file's other tests leave: they run again. */
export const itInAllAfterOthers: typeof it.only = everyTest === undefined ? notNow : it;

/**
 * Defines a test that takes a share in a quick run, and runs again with all. The file's tests that `it` defines don't
 * run again.
 */
export const itSampled: typeof it.only = everyTest === 'rest' ? it.only : it;

/**
 * Defines a test that only `npm run test:all` runs: a model, a crash at each call, a race or a rare refusal. The file's
 * other tests have the main path. They don't run again in what `npm test` has left out.
 */
export const itInAll: typeof it.only = everyTest === 'rest' && !othersRunAgain() ? it.only : itInAllAfterOthers;
