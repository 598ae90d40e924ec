import type { listResponses } from '../../contracts/responses/responses.ts';
import { type ExportColumn, namedColumns, usualColumns } from '../../domain/exports/columns.ts';
import type { Column } from '../../domain/fields/columns.ts';
import { invalidParameter } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import type { Request } from '../read-request.ts';
import { checkTimeZone } from '../report-period.ts';

type ListRequest = Request<typeof listResponses>;
type ListQuery = ListRequest['query'];

/** Throws the 400 that says which parameters of a list have no effect beside the others. */
export function checkListQuery(query: ListQuery): void {
  const { format, timezone, delimiter, answers, form_id } = query;
  const faults: Fault[] = [];
  for (const field of ['columns', 'timezone', 'delimiter'] as const) {
    if (query[field] !== undefined && format === 'json')
      faults.push(onlyWith(field, 'an export: add format=csv or format=jsonl'));
  }
  if (delimiter !== undefined && format === 'jsonl') faults.push(onlyWith('delimiter', 'a CSV file: add format=csv'));
  if (answers && form_id === undefined) {
    faults.push({
      field: 'form_id',
      rule: 'required',
      message: 'is required beside answers: which form has these fields?',
    });
  }
  if (faults.length > 0) throw invalidParameter(faults);
  if (timezone !== undefined) checkTimeZone(timezone);
}

const onlyWith = (field: string, what: string): Fault => ({ field, rule: 'noEffect', message: `is for ${what}` });

/** The columns of an export; undefined for JSON lines with the whole of each response. Throws the 400 that names what is none. */
export function columnsOf(
  { format, columns: asked }: ListQuery,
  { columns, retired }: { columns: readonly Column[]; retired: readonly Column[] },
): readonly ExportColumn[] | undefined {
  if (asked === undefined) return format === 'csv' ? usualColumns(columns, retired) : undefined;
  const named = namedColumns(asked, columns, retired);
  if (named.faults.length > 0) throw invalidParameter(named.faults);
  return named.columns;
}

/** The address of the same list from a cursor on. */
export function linkToNext({ baseUrl, event }: Pick<ListRequest, 'baseUrl' | 'event'>, cursor: string): string {
  const { offset: _, ...sent } = event.queryStringParameters ?? {};
  const query = Object.entries({ ...sent, cursor }).map(([name, value]): [string, string] => [name, value ?? '']);
  return `${baseUrl}/responses?${new URLSearchParams(query)}`;
}
