import { it } from '@jest/globals';

/** Whether this run is `npm run test:all`; `npm test` takes a sample of what takes long. */
export const inAll = Boolean(process.env.EVERY_TEST);

const notNow = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it;

/** A test that only `npm run test:all` runs: a model, a crash at each call. Others of its file hold the same without them. */
export const itInAll: typeof it = inAll ? it : notNow;

/** How many of a list a quick run takes: one in eight. */
const share = 8;

/**
 * All of a list, or those whose turn it is today: in eight days a quick run each day has tried them all. `TEST_DAY=2026-11-23`
 * repeats the choice of a day.
 */
export function sampled<T>(list: readonly T[]): T[] {
  if (inAll) return [...list];
  const day = Math.floor(Date.parse(process.env.TEST_DAY ?? new Date().toISOString().slice(0, 10)) / 86_400_000);
  return list.filter((_, index) => list.length < share || index % share === day % share);
}
