/** The part of an update that adds to counters: an expression, its names and values. Counters that stay are left out. */
export function addingOf(added: ReadonlyMap<string, number>) {
  const entries = [...added].filter(([, by]) => by !== 0);
  return {
    expression: entries.length > 0 ? [`ADD ${entries.map((_, index) => `#n${index} :n${index}`).join(', ')}`] : [],
    names: Object.fromEntries(entries.map(([attribute], index) => [`#n${index}`, attribute])),
    values: Object.fromEntries(entries.map(([, by], index) => [`:n${index}`, by])),
  };
}
