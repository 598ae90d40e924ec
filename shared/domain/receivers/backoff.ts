import { dayMs, minuteMs } from '../../durations.ts';

const secondMs = 1000;

/** Seconds to wait before the second attempt, the third and so on: 18 attempts over 8.3 days. The first is made at once. */
export const retryDelays: readonly number[] = [
  5,
  30,
  ...[2, 10, 30].map(minutes => minutes * 60),
  ...[1, 2, 4, 8, 16, 24, 24, 24, 24, 24, 24, 24].map(hours => hours * 3600),
];

const delayMax = 7 * 24 * 3600;
const retriesMax = 100;

/**
 * Reads a deployment's own schedule, seconds separated by commas (`5,30,120`), with one retry for each entry. An empty
 * setting means the schedule above. Throws when an entry is not a number of seconds: a function with such a setting
 * must not start.
 */
export function parseRetryDelays(setting: string | undefined): readonly number[] {
  if (setting === undefined || setting.trim() === '') return retryDelays;
  const entries = setting.split(',').map(entry => entry.trim());
  if (entries.length > retriesMax) {
    throw new Error(`WEBHOOK_RETRY_DELAYS_SECONDS holds ${entries.length} delays; at most ${retriesMax} are allowed`);
  }
  const bad = entries.findIndex(entry => !/^\d+(\.\d+)?$/.test(entry) || Number(entry) > delayMax);
  if (bad === -1) return entries.map(Number);
  throw new Error(
    `WEBHOOK_RETRY_DELAYS_SECONDS: entry ${bad + 1} is "${entries[bad]}"; ` +
      `it must be a number of seconds from 0 to ${delayMax}, as in "5,30,120"`,
  );
}

/**
 * A failed attempt. `status` and `retryAfter` (the header as received) are from the receiver's reply, if there was one.
 */
export type FailedAttempt = {
  /** 1 for the first. */
  readonly attempt: number;
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
};

/**
 * What a delay depends on besides the attempt: delays in seconds, the time in milliseconds, random numbers in [0, 1).
 */
export type Pace = { readonly delays: readonly number[]; readonly now: number; readonly random: () => number };

/** Too many requests; unavailable; and Notion's overloaded. */
const asksToWait = new Set([429, 503, 529]);

/** Returns the milliseconds until the next attempt, or undefined after the last one. */
export function retryDelayMs({ attempt, status, retryAfter }: FailedAttempt, pace: Pace): number | undefined {
  const delay = pace.delays[attempt - 1];
  if (delay === undefined) return undefined;
  const planned = withJitter(delay * secondMs, pace.random);
  const asked = asksToWait.has(status ?? 0) ? retryAfterMs(retryAfter, pace.now) : undefined;
  return Math.max(planned, asked ?? 0);
}

const jitterShare = 0.2;
const jitterLeastMs = 2 * secondMs;
const jitterMostMs = 30 * minuteMs;

/** Adds jitter. It is never subtracted, so no receiver is called earlier than its schedule says. */
function withJitter(delayMs: number, random: () => number): number {
  const width = Math.min(Math.max(delayMs * jitterShare, jitterLeastMs), jitterMostMs);
  return Math.round(delayMs + random() * width);
}

const retryAfterMaxMs = dayMs;

/**
 * Returns the milliseconds in a `Retry-After` header (RFC 9110, section 10.2.3: seconds or an HTTP date), a day at
 * most, and 0 for a past date. Returns undefined when it is neither.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * secondMs : timeOfHttpDate(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryAfterMaxMs);
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const clock = String.raw`\d{2}:\d{2}:\d{2}`;
/** The three forms of RFC 9110, section 5.6.7. `Date.parse` alone takes "1" and "tomorrow 5" for dates. */
const httpDates = [
  new RegExp(String.raw`^[A-Z][a-z]{2}, \d{2} (?:${months}) \d{4} ${clock} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]+day, \d{2}-(?:${months})-\d{2} ${clock} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]{2} (?:${months}) [ \d]\d ${clock} \d{4}$`),
];

/** Returns the time of an HTTP date, or NaN for any other text. The third form has no time zone and means UTC. */
function timeOfHttpDate(text: string): number {
  if (!httpDates.some(form => form.test(text))) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
