import { it } from '@jest/globals';
import { inAll } from './share.ts';

const notNow = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it;

/**
 * Defines a test that only `npm run test:all` runs: a model, or a crash at each call. The file's other tests cover the
 * same behavior.
 */
export const itInAll: typeof it = inAll ? it : notNow;
