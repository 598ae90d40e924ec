/** What a spreadsheet reads as the beginning of a formula; the full-width forms are read as the plain ones. */
const sign = '[=+\\-@＝＋－＠]';

/** Nothing to see, and nothing that separates cells: blanks of any kind, marks of width zero, control characters. */
const unseen = '(?:(?![\\t\\r\\n])[\\s\\p{Cf}\\p{Cc}])';

/** What makes a spreadsheet read a cell as a formula, or makes it skip to one: some drop what is not seen before it. */
const formula = `(?:[\\t\\r\\n]|${unseen}*${sign})`;
const formulaStart = new RegExp(`^${formula}`, 'u');
/** `-12`, `+1,234.50`, `-3e5`, `+7 %`. */
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)? ?%?$/;
/** `+49 (30) 901820-0`: an international number, digits grouped by single signs. */
const phoneNumber = /^\+\(?\d[\d ().-]*\d$/;

/**
 * What another reader may take for the end of a cell: one that separates by `;` or tabs sees no quotes where ours begin.
 * Quotes behind it would open a cell of their own.
 */
const formulaBehind = `(?:"|${unseen})*${sign}[^;\\t\\r\\n]*`;
const behindSeparator = new RegExp(`(?<=[;\\t\\r\\n])${formulaBehind}`, 'gu');

/**
 * The text of a CSV cell that no spreadsheet takes for a formula: with a `'` before what it would, at the beginning and
 * behind each `;`, tab and line break. Plain numbers and phone numbers (`+`, then 5 to 15 digits with spaces, dots, hyphens
 * and parentheses between them) stay as they are.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const guardFormula = (text: string): string =>
  formulaStart.test(text) && !isNumeric(text) ? `'${guardBehind(text)}` : guardBehind(text);

const separator = /[;\t\r\n]/;

const guardBehind = (text: string): string =>
  separator.test(text) ? text.replace(behindSeparator, part => (isNumeric(part) ? part : `'${part}`)) : text;

/** A `'` that `guardFormula` may have put there. */
const guardAtStart = new RegExp(`^'(?=${formula})`, 'u');
const guardBehindSeparator = new RegExp(`(?<=[;\\t\\r\\n])'(${formulaBehind})`, 'gu');

/** What `guardFormula` was given for this text. One that had such a `'` of its own loses it: the two are written alike. */
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
