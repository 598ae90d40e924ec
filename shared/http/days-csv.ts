import { Readable } from 'node:stream';
import { type CountsOfDay, conversionRate } from '../domain/analytics.ts';
import { Answer } from './answer.ts';
import { attachment } from './content-disposition.ts';

const columns = ['date', 'views', 'starts', 'submissions', 'partial', 'abandoned', 'conversionRate'];

/** A download with a row for each day. Its cells are dates and numbers: none needs quotes. */
export function csvOfDays(days: readonly CountsOfDay[], name: string): Answer {
  const rows = days.map(day => {
    const { date, views, starts, submissions, partial, abandoned } = day;
    return [date, views, starts, submissions, partial, abandoned, conversionRate(day)];
  });
  const text = [columns, ...rows].map(cells => `${cells.join(',')}\r\n`).join('');
  return new Answer(Readable.from([text], { objectMode: false }), {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(name, 'csv') },
  });
}
