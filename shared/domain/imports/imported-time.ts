import { isDate } from '../time/calendar.ts';

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?\s*(Z|[+-]\d{2}:\d{2})?$/i;

/**
 * Returns the time (ms since the epoch) in a table's cell: ISO 8601, also with a space for the `T`, and in UTC without
 * an offset. Returns undefined for any other text, and for times before 1970.
 */
export function timeIn(text: string): number | undefined {
  const [, day = '', time = '00:00', offset = 'Z'] = written.exec(text.trim()) ?? [];
  const parsed = isDate(day) ? Date.parse(`${day}T${time}${offset.toUpperCase()}`) : Number.NaN;
  return parsed >= 0 ? parsed : undefined;
}
