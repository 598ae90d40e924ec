import { percentage } from '../analytics/percentage.ts';
import type { FieldSummary, Summary } from './summary.ts';

/** The columns of a summary as a table. */
export const summaryColumns = ['fieldId', 'label', 'kind', 'value', 'name', 'count', 'share'] as const;

/** A row: a value, its name, its count, and its share of all answers. */
type SummaryRow = { value: string | number; name: string; count: number | null; share?: number };

/** Returns a summary as a table: a row for the answers to each field, and one for each of its counts. */
export const summaryRows = ({ fields }: Pick<Summary, 'fields'>): (string | number)[][] =>
  fields.flatMap(field =>
    rowsOfField(field).map(({ value, name, count, share }) => [
      ...[field.fieldId, field.label, field.kind, value, name, count ?? '', share ?? ''],
    ]),
  );

/** Returns the rows of one field. */
function rowsOfField(field: FieldSummary): SummaryRow[] {
  const answered = { value: '', name: 'answered', count: field.answered };
  return field.kind === 'none' ? [answered] : [answered, ...parts.flatMap(rowsOf => rowsOf(field))];
}

type CountedSummary = Exclude<FieldSummary, { kind: 'none'; unsummarized: unknown }>;

const figure = (name: string, value: number | null | undefined): SummaryRow[] =>
  value === null || value === undefined ? [] : [{ value, name, count: null }];

const shared = ({ answered }: CountedSummary, value: string | number, name: string, count: number): SummaryRow => ({
  ...{ value, name, count },
  share: percentage(count, answered ?? 0),
});

const parts: readonly ((field: CountedSummary) => SummaryRow[])[] = [
  ({ choices = [] }) =>
    choices.map(({ value, label, count, kind, share }) => {
      return { value, name: kind === 'other' ? 'other' : label, count, share };
    }),
  ({ points }) => [...figure('mean', points?.mean), ...figure('nps', points?.nps?.score)],
  ({ number }) => [
    ...figure('sum', number?.sum),
    ...figure('mean', number?.mean),
    ...figure('standardDeviation', number?.standardDeviation),
    ...figure('medianFrom', number?.median?.from),
    ...figure('medianTo', number?.median?.to),
  ],
  field =>
    (field.number?.histogram ?? []).map(({ from, to, count }) =>
      shared(field, from, from === to ? `${from}` : `${from}–${to}`, count),
    ),
  ({ ranking = [] }) =>
    ranking.flatMap(({ value, label, count, meanRank }) => [
      { value, name: label, count },
      ...figure(`${label} (mean rank)`, meanRank),
    ]),
  ({ matrix }) =>
    (matrix?.rows ?? []).flatMap((row, index) =>
      (matrix?.columns ?? []).map((column, of) => ({
        ...{ value: `${row.value}: ${column.value}`, name: `${row.label}: ${column.label}` },
        count: matrix?.counts[index]?.[of] ?? 0,
      })),
    ),
  field => (field.dates?.counts ?? []).map(({ date, count }) => shared(field, date, date, count)),
  field =>
    (field.times ?? []).map(({ hour, count }) => shared(field, hour, `${String(hour).padStart(2, '0')}:00`, count)),
  ({ files }) => (files === undefined ? [] : [{ value: '', name: 'files', count: files }]),
  ({ texts }) => (texts?.words ?? []).map(({ word, count }) => ({ value: word, name: word, count })),
];
