const idMax = 40;

/** A label as an id: `Straße & Nr.` is `strasse_nr`. Empty where it has no letter of ASCII or digit. */
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

/** The id itself, or the first of `id_2`, `id_3` … that nobody has. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const isFree = (id: string) => !taken.has(id) && !(id in Object.prototype);
  if (isFree(wanted)) return wanted;
  for (let count = 2; ; count++) {
    if (isFree(`${wanted}_${count}`)) return `${wanted}_${count}`;
  }
}
