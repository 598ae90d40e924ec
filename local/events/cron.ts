const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** The six fields of an AWS cron expression: where their values begin and end, and what they are called. */
const fields = [
  { least: 0, most: 59, value: (time: Date) => time.getUTCMinutes() },
  { least: 0, most: 23, value: (time: Date) => time.getUTCHours() },
  { least: 1, most: 31, value: (time: Date) => time.getUTCDate() },
  { least: 1, most: 12, value: (time: Date) => time.getUTCMonth() + 1, names: months },
  { least: 1, most: 7, value: (time: Date) => time.getUTCDay() + 1, names: days },
  { least: 1970, most: 2199, value: (time: Date) => time.getUTCFullYear() },
];

/** Whether the minute of `time` is one of the expression's (without `cron(…)`), in UTC. Throws when it is not understood. */
export function cronMatches(expression: string, time: Date): boolean {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`cron(${expression}) must have six fields.`);
  return fields.every((field, index) => {
    const values = parts[index] ?? '';
    return values.split(',').some(range => inRange(range, field, time, expression));
  });
}

function inRange(range: string, field: (typeof fields)[number], time: Date, expression: string): boolean {
  const numeric = (field.names ?? []).reduce(
    (text, name, index) => text.replaceAll(name, String(index + 1)),
    range.toUpperCase(),
  );
  const [, from = '', to, step] = /^(\*|\?|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(numeric) ?? [];
  if (from === '') throw new Error(`"${range}" in cron(${expression}) is not supported by the local cloud.`);
  const every = from === '*' || from === '?';
  const first = every ? field.least : Number(from);
  const last = to ? Number(to) : every || step ? field.most : first;
  const value = field.value(time);
  return value >= first && value <= last && (value - first) % Number(step ?? 1) === 0;
}
