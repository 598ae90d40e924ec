/** What makes a spreadsheet read a cell as a formula, or makes it skip to one; the full-width forms are read as the plain ones. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
/** `-12`, `+1,234.50`, `-3e5`, `+7 %`. */
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)? ?%?$/;
/** `+49 (30) 901820-0`: an international number, digits grouped by single signs. */
const phoneNumber = /^\+\(?\d[\d ().-]*\d$/;

/**
 * What another reader may take for the end of a cell: one that separates by `;` or tabs sees no quotes where ours begin.
 * Quotes behind it would open a cell of their own.
 */
const behindSeparator = /(?<=[;\t\r\n])"*[=+\-@＝＋－＠][^;\t\r\n]*/g;

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
const guardAtStart = /^'(?=[=+\-@\t\r\n＝＋－＠])/;
const guardBehindSeparator = /(?<=[;\t\r\n])'("*[=+\-@＝＋－＠][^;\t\r\n]*)/g;

/** What `guardFormula` was given for this text. One that had such a `'` of its own loses it: the two are written alike. */
export function unguardFormula(text: string): string {
  const start = text.replace(guardAtStart, '');
  const rest = start !== text && isNumeric(start) ? text : start;
  return rest.replace(guardBehindSeparator, (guarded, part: string) => (isNumeric(part) ? guarded : part));
}

function isNumeric(text: string): boolean {
  if (text.length > 40) return false;
  if (plainNumber.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return phoneNumber.test(text) && digits >= 5 && digits <= 15;
}
