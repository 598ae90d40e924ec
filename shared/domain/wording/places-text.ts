import type { Words } from './in-words.ts';
import { fill } from './template.ts';

/** Returns the places that an option has left, in words. Undefined for an option without a limit. */
export function placesText(left: number | undefined, { texts, lang }: Words): string | undefined {
  if (left === undefined) return undefined;
  return left > 0 ? fill(texts.hintLeft, lang, [left]) : fill(texts.hintFull, lang, []);
}
