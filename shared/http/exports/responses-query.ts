import type { listResponses } from '../../contracts/responses/responses.ts';
import { type ExportColumn, namedColumns, usualColumns } from '../../domain/exports/columns.ts';
import type { Column } from '../../domain/fields/columns.ts';
import { invalidParameter } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import type { Request } from '../read-request.ts';
import { checkTimeZone } from '../reports/report-period.ts';

type ListRequest = Request<typeof listResponses>;
type ListQuery = ListRequest['query'];

/** Throws a 400 that names the parameters of a list without effect beside the others. */
export function checkListQuery(query: ListQuery): void {
  const { format, timezone, delimiter } = query;
  const faults: Fault[] = [];
  for (const field of ['columns', 'timezone', 'delimiter'] as const) {
    if (query[field] !== undefined && format === 'json')
      faults.push(onlyWith(field, 'an export: add format=csv, format=xlsx or format=jsonl'));
  }
  if (delimiter !== undefined && format !== 'csv' && format !== 'json')
    faults.push(onlyWith('delimiter', 'a CSV file: add format=csv'));
  faults.push(...faultsOfExport(query), ...faultsOfSearch(query));
  if (faults.length > 0) throw invalidParameter(faults);
  if (timezone !== undefined) checkTimeZone(timezone);
}

/** Returns what is wrong with an export that asks for what only a page has. */
function faultsOfExport({ folder, form, format }: ListQuery): Fault[] {
  if (format === 'json') return [];
  const message = 'can’t be exported while restricted; send format=json';
  return [
    ...(folder === 'restricted' ? [{ field: 'folder', rule: 'restricted', message }] : []),
    ...(form ? [onlyWith('form', 'a page: remove it, or remove format')] : []),
  ];
}

/** The filters of the responses of one form. */
const ofOneForm = ['answers', 'q', 'handling', 'assignee', 'source', 'origin', 'language', 'browser'] as const;

function faultsOfSearch(query: ListQuery): Fault[] {
  const needy = ofOneForm.find(name => query[name] !== undefined) ?? (query.form ? 'form' : undefined);
  const given = query.folder === 'restricted' ? 'folder' : needy;
  if (given === undefined || query.form_id !== undefined) return [];
  return [{ field: 'form_id', rule: 'required', message: `is required with ${given}: name the form` }];
}

const onlyWith = (field: string, what: string): Fault => ({ field, rule: 'noEffect', message: `is for ${what}` });

/**
 * Returns the columns of an export, or undefined for JSON lines with whole responses. Throws a 400 that names an
 * unknown column.
 */
export function columnsOf(
  { format, columns: asked }: ListQuery,
  { columns, retired }: { columns: readonly Column[]; retired: readonly Column[] },
): readonly ExportColumn[] | undefined {
  if (asked === undefined) return format === 'jsonl' ? undefined : usualColumns(columns, retired);
  const named = namedColumns(asked, columns, retired);
  if (named.faults.length > 0) throw invalidParameter(named.faults);
  return named.columns;
}

/** Returns the URL of the same list from a cursor on. */
export function linkToNext({ baseUrl, event }: Pick<ListRequest, 'baseUrl' | 'event'>, cursor: string): string {
  const { offset: _, ...sent } = event.queryStringParameters ?? {};
  const query = Object.entries({ ...sent, cursor }).map(([name, value]): [string, string] => [name, value ?? '']);
  return `${baseUrl}/responses?${new URLSearchParams(query)}`;
}
