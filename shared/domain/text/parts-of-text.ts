/** Returns the last four characters, by which a secret is recognised. A character beyond U+FFFF stays whole. */
export const lastFour = (text: string): string => [...text].slice(-4).join('');

/** Returns the stored part of an untrusted text: at most this many UTF-16 units, and never half a character. */
export const atMost = (text: string, unitsMax: number): string =>
  text.length > unitsMax ? text.slice(0, unitsMax).replace(/[\ud800-\udbff]$/, '') : text;

/** Returns the same, with `…` at its end if it was cut off. */
export const shortenText = (text: string, unitsMax: number): string =>
  text.length > unitsMax ? `${atMost(text, unitsMax - 1)}…` : text;
