/** The characters that start a formula in a spreadsheet. Full-width forms are read as the plain ones. */
const sign = '[=+\\-@＝＋－＠]';

/** Invisible characters that do not separate cells: blanks of any kind, zero-width marks, control characters. */
const unseen = '(?:(?![\\t\\r\\n])[\\s\\p{Cf}\\p{Cc}])';

/**
 * Matches a text that a spreadsheet reads as a formula, or skips to reach one. Some spreadsheets drop invisible
 * characters before it.
 */
const formula = `(?:[\\t\\r\\n]|${unseen}*${sign})`;
const formulaStart = new RegExp(`^${formula}`, 'u');
/** `-12`, `+1,234.50`, `-3e5`, `+7 %`. */
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)? ?%?$/;
/** Matches an international number such as `+49 (30) 901820-0`, with digits grouped by single signs. */
const phoneNumber = /^\+\(?\d[\d ().-]*\d$/;

/**
 * A possible end of a cell for another reader: one that separates by `;` or tabs does not see quotes where ours start.
 * Quotes after it would open a cell of their own.
 */
const formulaBehind = `(?:"|${unseen})*${sign}[^;\\t\\r\\n]*`;
const behindSeparator = new RegExp(`(?<=[;\\t\\r\\n])${formulaBehind}`, 'gu');

/**
 * Returns the text of a CSV cell that no spreadsheet reads as a formula: with a `'` where it would, at the start and
 * after each `;`, tab and line break. Plain numbers and phone numbers (`+`, then 5 to 15 digits with spaces, dots,
 * hyphens and parentheses between them) stay unchanged. https://owasp.org/www-community/attacks/CSV_Injection
 */
export const guardFormula = (text: string): string =>
  formulaStart.test(text) && !isNumeric(text) ? `'${guardBehind(text)}` : guardBehind(text);

const separator = /[;\t\r\n]/;

const guardBehind = (text: string): string =>
  separator.test(text) ? text.replace(behindSeparator, part => (isNumeric(part) ? part : `'${part}`)) : text;

/** Matches a `'` that `guardFormula` may have added. */
const guardAtStart = new RegExp(`^'(?=${formula})`, 'u');
const guardBehindSeparator = new RegExp(`(?<=[;\\t\\r\\n])'(${formulaBehind})`, 'gu');

/**
 * Returns what `guardFormula` was given for this text. A text that had such a `'` of its own loses it, because both are
 * written alike.
 */
export function unguardFormula(text: string): string {
  const start = text.replace(guardAtStart, '');
  const rest = start !== text && isNumeric(start) ? text : start;
  return rest.replace(guardBehindSeparator, (guarded, part: string) => (isNumeric(part) ? guarded : part));
}

const unseenStart = new RegExp(`^${unseen}+`, 'u');

function isNumeric(written: string): boolean {
  if (written.length > 80) return false;
  const text = written.replace(unseenStart, '');
  if (text.length > 40) return false;
  if (plainNumber.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return phoneNumber.test(text) && digits >= 5 && digits <= 15;
}
