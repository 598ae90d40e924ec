const dayMs = 24 * 3600_000;

/** Adds days to a date; negative days go back. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** Returns the number of days between two dates, both included. */
export const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Returns today's date in a time zone. */
export const today = (timezone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(now);
