import { dayMs, minuteMs } from '../../durations.ts';
/**
 * Responses are counted in the quarter hour (UTC) in which they were submitted, deliveries in that of their event.
 * Times are in ms since the epoch.
 */
export const quarterMs = 15 * minuteMs;
const quartersPerDay = dayMs / quarterMs;

/** The quarter hours of a day: `00` to `95`. */
const quartersOfDays: readonly string[] = Array.from({ length: quartersPerDay }, (_, quarter) =>
  String(quarter).padStart(2, '0'),
);

export const quarterStart = (time: number): number => Math.floor(time / quarterMs) * quarterMs;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the quarter hour of a time within its day: `00` to `95`. */
export const quarterOf = (time: number): string => quartersOfDays[Math.floor((time % dayMs) / quarterMs)] ?? '';
