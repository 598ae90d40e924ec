const idMax = 40;

/**
 * Turns a label into an ID: `Straße & Nr.` becomes `strasse_nr`. The result is empty if the label has no ASCII letter
 * or digit.
 */
export const slugOf = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, idMax)
    .replace(/_+$/, '');

/** Returns the ID itself, or the first of `id_2`, `id_3` … that is free. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const isFree = (id: string) => !taken.has(id) && !(id in Object.prototype);
  if (isFree(wanted)) return wanted;
  for (let count = 2; ; count++) {
    if (isFree(`${wanted}_${count}`)) return `${wanted}_${count}`;
  }
}
