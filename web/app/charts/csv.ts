/**
 * Matches the start of a cell that a spreadsheet would read as a formula.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Returns a table as CSV: RFC 4180, UTF-8 with CRLF, and a `'` before each text that a spreadsheet would take for a
 * formula.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('');

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
