import { csvLines } from '../../domain/exports/csv.ts';
import type { Summary } from '../../domain/summaries/summary.ts';
import { summaryColumns, summaryRows } from '../../domain/summaries/summary-rows.ts';
import { attachment } from '../../domain/text/content-disposition.ts';
import { Reply } from '../reply.ts';

/** Returns a download with a row for each count of a summary. */
export function csvOfSummary(summary: Summary, name: string): Reply {
  const text = csvLines([summaryColumns, ...summaryRows(summary)], { guard: true });
  return new Reply(text, {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(name, 'csv') },
  });
}
