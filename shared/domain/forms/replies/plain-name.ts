const nameMax = 60;

/**
 * Matches letters in words, with characters that join words in names. No digits, no signs, and no invisible characters.
 * A dot only before a space or at the end, so no mail program makes a link of it.
 */
const name =
  /^[\p{Lu}\p{Ll}\p{Lt}\p{Lo}ʻʼ][\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}ʻʼ]*(?:(?:[ '’-]|\. |, )[\p{Lu}\p{Ll}\p{Lt}\p{Lo}ʻʼ][\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}ʻʼ]*)*\.?$/u;
const beginsLink = /(?:^|[^\p{L}])(?:h(?:tt|xx)ps?|www|ftp)(?![\p{L}])/iu;

/** Returns a name that is safe in a mail, or undefined when it may be anything else. */
export function plainName(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || answer.length > 4 * nameMax) return undefined;
  // Full-width letters and dots count as the characters that they look like.
  const text = answer.normalize('NFKC').trim();
  if ([...text].length > nameMax || !name.test(text) || beginsLink.test(text)) return undefined;
  return text;
}
