import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../support/cloud/http.ts';
import { choiceOf, closest } from '../support/records/summary-answers.ts';

/** Runs statements of SQL in DuckDB and returns the rows of the last, numbers beyond JavaScript's as text. */
type Query = (sql: string) => Promise<Json[]>;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const column = (name: string): string => `"${name}"`;

/** Amounts and numbers of these forms have at most this many digits after the point. */
const digits = 2;

/** Counts the choices of a column, of which a cell may have several. */
const choices = (id: string): string =>
  `SELECT choice, count(*)::INT AS count FROM (SELECT unnest(string_split(${column(id)}, '; ')) AS choice FROM completed) GROUP BY choice`;

/** Sums that DuckDB computes in whole hundredths: its integers are exact, and its floating-point sums are not. */
const sums = (id: string): string => `
  SELECT count(*)::VARCHAR AS n, sum(value)::VARCHAR AS sum, sum(value * value)::VARCHAR AS squares, median(value / 100.0) AS median
  FROM (SELECT CAST(CAST(${column(id)} AS DECIMAL(18, ${digits})) * 100 AS HUGEINT) AS value FROM completed WHERE ${column(id)} IS NOT NULL)`;

const bars = (id: string, histogram: readonly Json[]): string => {
  const counts = histogram.map(({ from, to }, index) => {
    const value = `CAST(${column(id)} AS DOUBLE)`;
    return `count(*) FILTER (${value} = ${from} OR (${value} > ${from} AND ${value} < ${to}))::INT AS bar${index}`;
  });
  return `SELECT ${counts.join(', ')} FROM completed`;
};

/** Returns what an integer of hundredths stands for. */
const hundredths = (text: string): number => Number(`${text}e-${digits}`);

async function numbers(query: Query, id: string, found: Json): Promise<[Json, Json]> {
  const [row] = await query(sums(id));
  const [n, sum, squares] = [row.n, row.sum, row.squares].map(BigInt) as [bigint, bigint, bigint];
  const { median, histogram, ...exact } = found.number;
  const counts = histogram.map(({ count }: Json) => count);
  const isBetween = median.from <= row.median && row.median <= median.to;
  const variance = closest(n * squares - sum * sum, n * (n - 1n), -2 * digits);
  const counted = { sum: hundredths(row.sum), mean: closest(sum, n, -digits), standardDeviation: Math.sqrt(variance) };
  const [barsCounted] = await query(bars(id, histogram));
  return [
    { ...exact, isBetween, counts },
    { ...counted, isBetween: true, counts: Object.values(barsCounted) },
  ];
}

async function chosen(query: Query, { id, options, type }: Json, found: Json): Promise<[Json, Json]> {
  const rows = new Map((await query(choices(id))).map(({ choice, count }) => [choice, count]));
  const known = (options ?? found.choices.map(({ value }: Json) => value)).map(choiceOf);
  const others = [...rows].reduce((sum, [choice, count]) => sum + (known.includes(choice) ? 0 : count), 0);
  const counted = [...known.map((value: string) => [value, rows.get(value) ?? 0]), ...(others ? [['', others]] : [])];
  const shown = found.choices.map(({ value, count }: Json) => [value, count]);
  if (type !== 'rating' && type !== 'scale') return [shown, counted];
  const [row] = await query(sums(id));
  return [
    [shown, found.points.mean],
    [counted, closest(BigInt(row.sum), BigInt(row.n), -digits)],
  ];
}

async function ranked(query: Query, { id }: Json, found: Json): Promise<[Json, Json]> {
  const lists = `SELECT string_split(${column(id)}, '; ') AS list FROM completed WHERE ${column(id)} IS NOT NULL`;
  const places = `SELECT unnest(list) AS value, generate_subscripts(list, 1) AS place FROM (${lists})`;
  const rows = await query(
    `SELECT value, count(*)::INT AS count, sum(place)::INT AS sum FROM (${places}) GROUP BY value`,
  );
  const inOrder = (all: readonly Json[]) => all.toSorted((one, other) => (one.value < other.value ? -1 : 1));
  return [
    inOrder(found.ranking.map(({ value, count, meanRank }: Json) => ({ value, count, meanRank }))),
    inOrder(rows.map(({ value, count, sum }) => ({ value, count, meanRank: sum / count }))),
  ];
}

async function tabled(query: Query, { id, rows, columns }: Json, found: Json): Promise<[Json, Json]> {
  const cells = rows.flatMap((row: Json) =>
    columns.map((of: Json) => `count(*) FILTER (${column(`${id}.${choiceOf(row)}`)} = ${literal(choiceOf(of))})::INT`),
  );
  const [counted] = await query(`SELECT [${cells.join(', ')}] AS counts FROM completed`);
  return [found.matrix.counts.flat(), counted.counts];
}

async function counted(query: Query, start: string, shown: readonly [string, number][]): Promise<[Json, Json]> {
  const rows = await query(`SELECT ${start} AS start, count(*)::INT AS count FROM completed GROUP BY start`);
  const counts = new Map(rows.map(({ start, count }) => [start, count]));
  return [Object.fromEntries(shown), Object.fromEntries(shown.map(([key]) => [key, counts.get(key) ?? 0]))];
}

/** Returns what a summary says of a field, and what DuckDB counts. Texts come from a sample, so only answers count. */
async function compared(query: Query, field: Json, found: Json): Promise<[Json, Json]> {
  const { id } = field;
  if (found.number) return numbers(query, id, found);
  if (found.choices) return chosen(query, field, found);
  if (found.ranking) return ranked(query, field, found);
  if (found.matrix) return tabled(query, field, found);
  if (found.dates) {
    return counted(
      query,
      column(id),
      found.dates.counts.map(({ date, count }: Json) => [date, count]),
    );
  }
  if (found.times) {
    const hours = found.times.map(({ hour, count }: Json) => [String(hour).padStart(2, '0'), count]);
    return counted(query, `left(${column(id)}, 2)`, hours);
  }
  if (found.files === undefined) return [0, 0];
  const [row] = await query(
    `SELECT coalesce(sum(len(string_split(${column(id)}, '; '))), 0)::INT AS files FROM completed`,
  );
  return [found.files, row.files];
}

/**
 * Compares the summary of a form with what DuckDB counts in its CSV, to the last digit. Throws for the first field in
 * which they differ.
 *
 * @param csv a file with all responses, without a guard
 */
export async function compareSummary(run: Query, csv: string, fields: readonly Json[], summary: Json): Promise<void> {
  const query: Query = sql =>
    run(`CREATE TABLE completed AS SELECT * FROM read_csv(${literal(csv)}, all_varchar = true) WHERE status = 'completed';
${sql}`);
  const answered = ({ id, type, rows }: Json): string => {
    const cells = type === 'matrix' ? rows.map((row: Json) => column(`${id}.${choiceOf(row)}`)) : [column(id)];
    return `count(*) FILTER (coalesce(${cells.join(', ')}) IS NOT NULL)::INT`;
  };
  const asked = fields.filter(({ type }) => type !== 'statement' && type !== 'page');
  const [row] = await query(
    `SELECT count(*)::INT AS completed, [${asked.map(answered).join(', ')}] AS answered FROM completed`,
  );
  expectSame('the responses', summary.responses, row.completed);
  expectSame(
    'the answers',
    summary.fields.map((field: Json) => field.answered),
    row.answered,
  );
  for (const [index, field] of asked.entries()) {
    expectSame(field.id, ...(await compared(query, field, summary.fields[index])));
  }
}

function expectSame(name: string, found: Json, expected: Json): void {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${name}: ${JSON.stringify(found)} in the summary, ${JSON.stringify(expected)} by DuckDB`);
}
