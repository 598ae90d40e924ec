const dayMs = 86_400_000;

/** `YYYY-MM-DD` of a date's rule: a day, or `today`, `today+7`, `today-18` by the calendar of whoever fills in the form. */
export function dayOf(rule: string): string {
  const [, days] = /^today([+-]\d+)?$/.exec(rule) ?? [undefined, undefined];
  if (!rule.startsWith('today')) return rule;
  const now = new Date();
  const midnight = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(midnight + Number(days ?? 0) * dayMs).toISOString().slice(0, 10);
}

/** A day as people of a language write it; what is none, as it stands. */
export const dayInWords = (day: string, lang: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(day)
    ? new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
    : day;
