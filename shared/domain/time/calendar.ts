/** Whether a text is a day (YYYY-MM-DD) of the proleptic Gregorian calendar, in the years 0001 to 9999. */
export function isDate(text: string): boolean {
  const [, year, day] = /^(\d{4})-\d{2}-(\d{2})$/.exec(text) ?? [];
  // A day that does not exist in its month would become one of the next month.
  return year !== '0000' && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(day);
}
