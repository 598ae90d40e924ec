/** Whether a text is a day, YYYY-MM-DD, of the proleptic Gregorian calendar, the years 0001 to 9999. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || year === '0000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
