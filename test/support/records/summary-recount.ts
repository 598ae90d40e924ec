import { expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Json } from '../cloud/http.ts';
import { choiceOf, closest } from './summary-answers.ts';

/** A row of an export, by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

export const rowsOf = (csv: string): Row[] => parse(csv, { columns: true });

const labelOf = (choice: Json): string => (typeof choice === 'string' ? choice : choice.label);
const listOf = (cell = ''): string[] => (cell === '' ? [] : cell.split('; '));
const shareOf = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 10_000) / 100);

/**
 * Checks the summary of a form against its export. It counts again from the cells alone, without any code of the service.
 *
 * @param rows all responses that the export has, newest first
 */
export function expectAsCounted(summary: Json, fields: readonly Json[], rows: readonly Row[]): void {
  const completed = rows.filter(({ status }) => status === 'completed');
  const newest = rows.slice(0, 50).filter(({ status }) => status === 'completed');
  const answered = fields.filter(({ type }) => type !== 'statement' && type !== 'page');
  expect([summary.responses, summary.sampled]).toEqual([completed.length, newest.length]);
  expect(summary.fields.map(({ fieldId }: Json) => fieldId)).toEqual(answered.map(({ id }) => id));
  for (const [index, field] of answered.entries()) {
    const found = summary.fields[index];
    const cells = completed.map(row => row[field.id] ?? '').filter(cell => cell !== '');
    const count = field.type === 'matrix' ? completed.filter(row => isInMatrix(row, field)).length : cells.length;
    expect([field.id, found.answered]).toEqual([field.id, count]);
    recounts[field.type]?.(found, field, { cells, completed, newest });
  }
}

const isInMatrix = (row: Row, { id, rows }: Json): boolean => rows.some((part: Json) => row[`${id}.${choiceOf(part)}`]);

type Counted = { cells: readonly string[]; completed: readonly Row[]; newest: readonly Row[] };
type Recount = (found: Json, field: Json, counted: Counted) => void;

/** Compares the choices of some cells, of which each may have several. */
function expectChoices(found: Json, options: readonly Json[], cells: readonly string[]): void {
  const known = options.map(choiceOf);
  const chosen = cells.flatMap(listOf);
  const counted = (count: number) => ({ count, share: shareOf(count, cells.length) });
  const others = chosen.filter(value => !known.includes(value)).length;
  expect([found.fieldId, found.choices]).toEqual([
    found.fieldId,
    [
      ...options.map(option => ({
        ...{ value: choiceOf(option), label: labelOf(option), kind: 'option' },
        ...counted(chosen.filter(value => value === choiceOf(option)).length),
      })),
      ...(others > 0 ? [{ value: '', label: '', kind: 'other', ...counted(others) }] : []),
    ],
  ]);
}

const choices: Recount = (found, { options }, { cells }) => expectChoices(found, options, cells);

const points: Recount = (found, { type }, { cells }) => {
  const all = type === 'rating' ? ['1', '2', '3', '4', '5'] : Array.from({ length: 11 }, (_, index) => String(index));
  expectChoices(found, all, cells);
  const sum = cells.reduce((total, cell) => total + Number(cell), 0);
  const between = (low: number, high: number) => cells.filter(cell => low <= +cell && +cell <= high).length;
  const [promoters, detractors] = [between(9, 10), between(0, 6)];
  const score = Math.round(((promoters - detractors) / cells.length) * 100);
  const nps = type === 'scale' && { nps: { score, promoters, passives: between(7, 8), detractors } };
  expect(found.points).toEqual({ mean: sum / cells.length, ...nps });
};

/** Digits after the point in which numbers are counted here; the cells have fewer. */
const scale = 6;

/** Returns a number of a cell in millionths. */
function scaled(cell: string): bigint {
  const [whole = '', fraction = ''] = cell.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(scale, '0'));
  return cell.startsWith('-') ? -digits : digits;
}

const number: Recount = (found, _, { cells }) => {
  const values = cells.map(scaled);
  const n = BigInt(values.length);
  const sum = values.reduce((total, value) => total + value, 0n);
  const squares = values.reduce((total, value) => total + value * value, 0n);
  expect([found.fieldId, found.number.sum]).toEqual([found.fieldId, Number(`${sum}e-${scale}`)]);
  expect(found.number.mean).toBe(closest(sum, n, -scale));
  const variance = closest(n * squares - sum * sum, n * (n - 1n), -2 * scale);
  expect(found.number.standardDeviation).toBe(Math.sqrt(variance));
  const sorted = cells.map(Number).sort((one, other) => one - other);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  const median = (low + high) / 2;
  expect(found.number.median.from).toBeLessThanOrEqual(median);
  expect(found.number.median.to).toBeGreaterThanOrEqual(median);
  const bars: Json[] = found.number.histogram;
  expect(bars.map(({ count }) => count)).toEqual(
    bars.map(({ from, to }) => sorted.filter(value => value === from || (from < value && value < to)).length),
  );
  expect(bars.reduce((total, { count }) => total + count, 0)).toBe(cells.length);
};

const ranking: Recount = (found, { options }, { cells }) => {
  const orders = cells.map(listOf);
  const ranks = options.map((option: Json) => {
    const ranked = orders.filter(order => order.includes(choiceOf(option)));
    const sum = ranked.reduce((total, order) => total + order.indexOf(choiceOf(option)) + 1, 0);
    return { value: choiceOf(option), label: labelOf(option), count: ranked.length, meanRank: sum / ranked.length };
  });
  expect(found.ranking).toEqual(ranks.sort((one: Json, other: Json) => one.meanRank - other.meanRank));
};

const matrix: Recount = (found, { id, rows, columns }, { completed }) =>
  expect(found.matrix.counts).toEqual(
    rows.map((row: Json) =>
      columns.map(
        (column: Json) => completed.filter(each => each[`${id}.${choiceOf(row)}`] === choiceOf(column)).length,
      ),
    ),
  );

const date: Recount = (found, _, { cells }) => {
  const counts: Json[] = found.dates.counts;
  expect(counts.map(each => each.count)).toEqual(
    counts.map(each => cells.filter(cell => cell.startsWith(each.date)).length),
  );
  expect(counts.reduce((sum, each) => sum + each.count, 0)).toBe(cells.length);
};

const time: Recount = (found, _, { cells }) =>
  expect(found.times).toEqual(
    Array.from({ length: 24 }, (__, hour) => ({
      hour,
      count: cells.filter(cell => cell.startsWith(String(hour).padStart(2, '0'))).length,
    })),
  );

/** Texts come from a sample: the completed ones of the newest fifty. */
const text: Recount = (found, { id, type }, { newest }) => {
  const answers = newest.flatMap(row => (row[id] ? [{ row, answer: row[id] ?? '' }] : []));
  expect([id, found.texts.answers]).toEqual([id, answers.length]);
  expect(found.texts.latest).toEqual(
    answers.slice(0, 5).map(({ row, answer }) => ({ responseId: row.id, submittedAt: row.submittedAt, answer })),
  );
  if (type !== 'text' && type !== 'textarea') return;
  const words = answers.flatMap(({ answer }) => [...new Set(answer.toLowerCase().split(/[^\p{L}]+/u))]);
  const counts = [...Map.groupBy(words, word => word)].map(([word, each]) => ({ word, count: each.length }));
  expect(found.texts.words).toEqual(
    counts
      .filter(({ word, count }) => word.length > 2 && count > 1)
      .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1)),
  );
};

const recounts: Readonly<Record<string, Recount>> = {
  ...{ text, textarea: text, email: text, phone: text, url: text, hidden: text },
  ...{ select: choices, radio: choices, multiselect: choices, rating: points, scale: points },
  checkbox: (found, _, { cells }) => expectChoices(found, ['true', 'false'], cells),
  consent: (found, _, { cells }) => expectChoices(found, ['true'], cells),
  ...{ number, currency: number, calculated: number, ranking, matrix, date, time },
  file: (found, _, { cells }) => expect(found.files).toBe(cells.flatMap(listOf).length),
};
