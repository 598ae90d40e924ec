const dayMs = 86_400_000;

/** Returns `YYYY-MM-DD` for a date's rule: a day, or `today`, `today+7`, `today-18` by the visitor's calendar. */
export function dayOf(rule: string): string {
  const relative = /^today([+-]\d+)?$/.exec(rule);
  if (!relative) return rule;
  const now = new Date();
  const midnight = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(midnight + Number(relative[1] ?? 0) * dayMs).toISOString().slice(0, 10);
}

/** Returns a day as written in a language. A text that is not a day stays as it is. */
export const dayInWords = (day: string, lang?: string, dateStyle: 'long' | 'medium' = 'long'): string =>
  /^\d{4}-\d\d-\d\d$/.test(day)
    ? new Intl.DateTimeFormat(lang, { dateStyle, timeZone: 'UTC' }).format(new Date(day))
    : day;
