/** The tables that each have a place in the documentation. */
export const titles = [
  'DynamoDB calls and units of an operation',
  'Dollars for a million submissions to a form of eight fields, SUBMIT_API=rest',
  'Dollars that a day of abuse can cost',
  'A submission to a form with protection',
  'What a limit costs',
  'DynamoDB calls and units of a delivery',
  'Counting in the last quarter of a busy hour, by how many changes the stream delivers together',
  'What grows with the responses of a form',
  'What operations on stored responses cost',
  'A page of 50 of 10,000 of other lists',
  'Ceilings of all tenants together',
] as const;

/** The tables that only the terminal shows: documents say their result in a sentence. */
export const printedTitles = [
  'A page of 50 responses',
  'Deletion of a form with stored responses',
  'A month on AWS, Formline and by hand',
  'What a report reads, by how many responses were counted',
  'Dollars for a million submissions to a form of eight fields, SUBMIT_API=http',
  'Beside Fastify and PostgreSQL by hand',
  'Start-up of a function over an empty one',
  'Submissions of eight answers',
  'CSV export, ten cells and more a row',
  'Write units of a visit and of a submission',
  'Deliveries to ten receivers through the local cloud',
  'The others, beside a receiver that hangs at half of the traffic',
  'Counters against a recount of all that happened',
  'Readers at once, each with a batch of a shard of its own',
  'From a submission to the report on its form, local cloud',
] as const;

/** Thrown by a figure that cannot be measured on this machine. The message says what to install. */
export class NotInstalled extends Error {}

export type Table = {
  readonly title: (typeof titles | typeof printedTitles)[number];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** What a reader must know to understand the figures. */
  readonly note?: string;
};

/** Returns a table in Markdown with aligned columns, and its note. */
export function markdown({ columns, rows, note }: Omit<Table, 'title'>): string {
  const cells = rows.map(row => row.map(cell => (typeof cell === 'number' ? numeral(cell) : cell)));
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map(row => row[index]?.length ?? 0)));
  const right = columns.map((_, index) => rows.every(row => typeof row[index] === 'number' || row[index] === ''));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, index) => (right[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => `${'-'.repeat(width + 1)}${right[index] ? ':' : '-'}`).join('|')}|`;
  return [line(columns), rule, ...cells.map(line), ...(note ? ['', note] : [])].join('\n');
}

/** Formats a number with up to three significant digits below a thousand, and as a whole number above. */
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

/** Returns the smallest value that at least this share of the values (0.99) does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
