import fc, { type Arbitrary } from 'fast-check';
import { share } from './share.ts';

// A fixed seed gives the same inputs in each run, so that failures can be repeated. `npm run fuzz` tries others.
fc.configureGlobal({ seed: 1 });

/** Returns how many inputs a property is tested with: `npm test` uses the first sixteenth. */
export const runs = (count: number): number => Math.ceil(count * share);

export { type Arbitrary, fc };
