import type { ColumnChoice } from './columns.ts';
import type { ExportFormat, ExportQuery } from './export.ts';
import { type Filters, requestOf } from './filters.ts';

export type ExportChoices = {
  readonly format: ExportFormat;
  readonly which: 'shown' | 'all';
  readonly columns: 'usual' | 'shown' | 'all';
  readonly headers: 'id' | 'label';
  readonly delimiter: ',' | ';' | 'tab';
  readonly timezone: string;
  readonly guard: boolean;
  readonly bom: boolean;
  /** Links to files in place of their ids. */
  readonly files: boolean;
};

export const usualChoices: ExportChoices = {
  format: 'csv',
  which: 'shown',
  columns: 'usual',
  headers: 'label',
  delimiter: ',',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  guard: true,
  bom: true,
  files: false,
};

type About = {
  readonly formId: string;
  readonly filters: Filters;
  readonly columns: readonly ColumnChoice[];
};

/** The request to the service. */
export function exportQuery(choices: ExportChoices, { formId, filters, columns }: About): ExportQuery {
  const { format, which, headers, delimiter, timezone, guard, bom, files } = choices;
  const filter: Filters = which === 'shown' ? filters : { folder: 'inbox', order: filters.order };
  return {
    ...requestOf(filter, formId),
    timezone,
    ...(choices.columns !== 'usual' && { columns: choices.columns === 'all' ? 'all' : namesOf(columns) }),
    ...(files && { files: 'url' }),
    ...(format === 'csv' && { headers, delimiter, guard, bom }),
  } as ExportQuery;
}

/** The columns of the table as the service calls them. */
const namesOf = (columns: readonly ColumnChoice[]): string =>
  ['submittedAt', ...columns.map(({ name, own }) => (own === 'duration' ? 'durationMs' : name))].join(',');
