import { atMost } from '../text/parts-of-text.ts';

/** How often pages sent an answer with a name that the form has no field for, by name. */
export type DroppedNames = Readonly<Record<string, { readonly count: number; readonly lastAt: string }>>;

/** Visitors choose names, so a form stores few and short ones, and forgets those that no longer arrive. */
const namesMax = 20;
const lengthMax = 64;
const keptMs = 90 * 24 * 3600_000;

/** Returns a name as it is counted: one line of readable text. */
export const countedName = (name: string): string =>
  atMost(
    name
      .toWellFormed()
      .replace(/\p{C}+/gu, ' ')
      .trim(),
    lengthMax,
  ) || '(blank)';

/** Returns a form's names with these counts added. A name without room replaces a rarer one. */
export function withDropped(known: DroppedNames, counts: ReadonlyMap<string, number>, now: number): DroppedNames {
  const names = new Map(Object.entries(known).filter(([, { lastAt }]) => now - Date.parse(lastAt) < keptMs));
  const lastAt = new Date(now).toISOString();
  for (const [name, by] of counts) {
    const before = names.get(name);
    if (!before && names.size >= namesMax) {
      const [rarest, { count }] = [...names].reduce((least, each) => (each[1].count < least[1].count ? each : least));
      if (count > by) continue;
      names.delete(rarest);
    }
    names.set(name, { count: (before?.count ?? 0) + by, lastAt });
  }
  return Object.fromEntries(names);
}

/** The maximum number of names of one submission that are counted. */
export const namesOfOne = namesMax;
