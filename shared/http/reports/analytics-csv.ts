import { Readable } from 'node:stream';
import { type CountsOfDay, pointOf, ratesOf } from '../../domain/analytics/counts.ts';
import {
  type CountsOfFields,
  fieldDropOffs,
  fieldMetric,
  type ReportedField,
} from '../../domain/analytics/field-metrics.ts';
import { csvLines } from '../../domain/exports/csv.ts';
import { attachment } from '../../domain/text/content-disposition.ts';
import { Reply } from '../reply.ts';

const counts = ['date', 'views', 'starts', 'submissions', 'partial', 'abandoned'] as const;
const rates = ['startRate', 'completionRate', 'conversionRate', 'dropOffRate'] as const;

/** Returns a download with a row for each day. */
export function csvOfDays(days: readonly CountsOfDay[], name: string): Reply {
  const rows = days.map(day => ({ ...pointOf(day), ...ratesOf(day) }));
  return download([...counts, ...rates], rows, name);
}

const metrics = [
  ...(['fieldId', 'label', 'type', 'position', 'reached', 'answered', 'completionRate'] as const),
  ...(['validationErrors', 'errorRate', 'dropOffs', 'dropOffRate'] as const),
];

/** Returns a download with a row for each field. */
export function csvOfFields(fields: readonly ReportedField[], counted: CountsOfFields, name: string): Reply {
  const rows = fields.map(field => {
    const metric = fieldMetric(field, counted);
    return { ...metric, ...fieldDropOffs(field, counted), validationErrors: metric.validationErrors.total };
  });
  return download(metrics, rows, name);
}

function download<N extends string>(
  columns: readonly N[],
  rows: readonly Readonly<Record<N, unknown>>[],
  name: string,
): Reply {
  const text = csvLines([columns, ...rows.map(row => columns.map(column => row[column]))], { guard: true });
  return new Reply(Readable.from([text], { objectMode: false }), {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(name, 'csv') },
  });
}
