const nameMax = 60;

/**
 * Letters in words, with what joins words in names. No digits, no signs, and none of the characters that are not seen; a dot
 * only with a space behind it, or at the end: no mail program makes a link of it.
 */
const name =
  /^[\p{Lu}\p{Ll}\p{Lt}\p{Lo}ʻʼ][\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}ʻʼ]*(?:(?:[ '’-]|\. |, )[\p{Lu}\p{Ll}\p{Lt}\p{Lo}ʻʼ][\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}ʻʼ]*)*\.?$/u;
const beginsLink = /(?:^|[^\p{L}])(?:h(?:tt|xx)ps?|www|ftp)(?![\p{L}])/iu;

/** A name as it may stand in a mail; undefined where it may be anything but a name. */
export function plainName(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || answer.length > 4 * nameMax) return undefined;
  // Full-width letters and dots are those that they look like.
  const text = answer.normalize('NFKC').trim();
  if ([...text].length > nameMax || !name.test(text) || beginsLink.test(text)) return undefined;
  return text;
}
