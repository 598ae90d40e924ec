/** Set by `npm run test:all`; `rest` leaves out what `npm test` runs whole. */
export const everyTest = process.env.EVERY_TEST || undefined;

/** Whether this run is `npm run test:all`; `npm test` runs a sample of slow tests. */
export const inAll = everyTest !== undefined;

/** Whether this source of a test file takes a share of something. */
export const takesShare = (source: string): boolean => /\/share\.ts'|\bruns\b[^;]*\/properties\.ts'/.test(source);

const days = 16;

/** The share of a matrix, a model or a property that this run tests: a sixteenth in a quick run. */
export const share = inAll ? 1 : 1 / days;

/**
 * Returns the whole list, or today's share of it. Quick runs on sixteen days in a row test all of it.
 * `TEST_DAY=2026-11-23` repeats the choice of a day.
 */
export function sampled<T>(list: readonly T[]): T[] {
  if (inAll) return [...list];
  const day = Math.floor(Date.parse(process.env.TEST_DAY ?? new Date().toISOString().slice(0, 10)) / 86_400_000);
  const parts = Math.min(days, list.length);
  return list.filter((_, index) => index % parts === day % parts);
}
