/** The last four characters, by which a secret is recognised. A character beyond U+FFFF stays whole. */
export const lastFour = (text: string): string => [...text].slice(-4).join('');

/** A text that somebody else chose, as far as it is kept: so many UTF-16 units at most, and no half of a character. */
export const atMost = (text: string, unitsMax: number): string =>
  text.length > unitsMax ? text.slice(0, unitsMax).replace(/[\ud800-\udbff]$/, '') : text;
