export type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** What a reader must know to read the figures. */
  readonly note?: string;
};

/** A table in Markdown, its columns aligned: to be read as it is, or pasted into docs/performance.md. */
export function markdown({ title, columns, rows, note }: Table): string {
  const cells = rows.map(row => row.map(cell => (typeof cell === 'number' ? numeral(cell) : cell)));
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map(row => row[index]?.length ?? 0)));
  const right = columns.map((_, index) => rows.every(row => typeof row[index] === 'number' || row[index] === ''));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, index) => (right[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => `${'-'.repeat(width + 1)}${right[index] ? ':' : '-'}`).join('|')}|`;
  return [`### ${title}`, '', line(columns), rule, ...cells.map(line), ...(note ? ['', note] : [])].join('\n');
}

/** Three significant digits below a thousand, whole above. */
function numeral(value: number): string {
  if (Number.isInteger(value) || value >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(value < 100 ? 2 : 3)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

/** The least value that this share of the values (0.99) does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
