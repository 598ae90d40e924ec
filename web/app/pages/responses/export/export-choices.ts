import type { ColumnChoice } from '../columns.ts';
import { type Filters, requestOf } from '../filters.ts';
import { namesOf } from '../views.ts';
import type { ExportBody } from './export-files.ts';
import type { ExportFormat, ExportQuery } from './fetch-export.ts';

export type ExportChoices = {
  readonly format: ExportFormat;
  /** JSON with a response in each line. */
  readonly lines: boolean;
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
  lines: false,
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
  return {
    ...requestOf(filtersFor(which, filters), formId),
    timezone,
    ...columnsFor(choices, columns),
    ...(files && { files: 'url' }),
    ...(format === 'csv' && { delimiter, guard, bom }),
    ...(format !== 'json' && { headers }),
  } as ExportQuery;
}

/** Returns the request for the job that writes Parquet. */
export function exportBody(choices: ExportChoices, { formId, filters, columns }: About): ExportBody {
  const { answers, ...others } = filtersFor(choices.which, filters);
  const { form_id: _, ...filter } = requestOf(others, formId);
  const conditions = answers && { answers };
  return { formId, format: 'parquet', ...filter, ...conditions, ...columnsFor(choices, columns) } as ExportBody;
}

const filtersFor = (which: ExportChoices['which'], filters: Filters): Filters =>
  which === 'shown' ? filters : { folder: 'inbox', order: filters.order };

const columnsFor = ({ columns: which }: ExportChoices, columns: readonly ColumnChoice[]): { columns?: string } => {
  if (which === 'usual') return {};
  return { columns: which === 'all' ? 'all' : namesOf(columns.map(({ name }) => name)).join(',') };
};

/** Returns the file extension. */
export const endingOf = ({ format, lines }: ExportChoices): string => (format === 'json' && lines ? 'jsonl' : format);
