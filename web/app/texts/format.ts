import { formatAmount } from '../../../shared/domain/fields/currency.ts';
import { locale } from './language.ts';

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(locale, {
  ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  timeZoneName: 'short',
});
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const numbers = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

export const formatDate = (iso: string): string => date.format(new Date(iso));
/** Formats a time with its time zone, for places where it must not be misread. */
export const formatExact = (iso: string): string => exact.format(new Date(iso));
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso));
export const formatNumber = (value: number): string => numbers.format(value);
export const formatCompact = (value: number): string => compact.format(value);
/** Formats 41.7 as a percentage. */
export const formatPercent = (value: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100);

const periods = {
  4: new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone: 'UTC' }),
  7: new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
  10: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
} as const;
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a day (`2026-01-31`), a month (`2026-01`) or a year (`2026`). */
export const formatPeriod = (period: string): string =>
  periods[period.length as keyof typeof periods]?.format(new Date(period)) ?? period;

/** Formats a day for the axis of a chart, without its year. */
export const formatDayShort = (day: string): string => dayAndMonth.format(new Date(day));

/** Formats an amount of money. Whole amounts have no decimals. */
export const formatMoney = (amount: number, currency: string): string =>
  formatAmount(amount, currency, locale, { trailingZeroDisplay: 'stripIfInteger' });

/** Formats a rate, given in percent, of so many. A rate of none is not 0%. */
export const formatRate = (percent: number, of: number): string => (of > 0 ? formatPercent(percent) : '–');

export function formatBytes(bytes: number): string {
  const power = Math.min(4, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const)[power] ?? 'byte';
  const style = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, style).format(bytes / 1024 ** power);
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const;

/** Returns `3 minutes ago`, or the date if that was more than a week ago. */
export function formatAgo(iso: string, now = Date.now()): string {
  let value = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(value) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return formatDate(iso);
}
