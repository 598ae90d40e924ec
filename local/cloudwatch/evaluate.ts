import type { AlarmResource } from '../template/alarms.ts';
import type { Metrics } from './metrics.ts';

const comparisons: Readonly<Record<AlarmResource['comparison'], (value: number, threshold: number) => boolean>> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/**
 * Whether an alarm is active at `now`, by the periods up to the last full minute. Periods before `since`, when the
 * cloud started, don't count as missing data. Times are in milliseconds since the epoch.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
export function isOn(alarm: AlarmResource, metrics: Metrics, { now, since }: { now: number; since: number }): boolean {
  const end = Math.floor(now / 60_000) * 60_000;
  const length = alarm.periodSeconds * 1000;
  const breaching = Array.from({ length: alarm.periods }, (_, index) => {
    const from = end - (index + 1) * length;
    const value = alarm.expression(id => {
      const query = alarm.queries[id];
      return query && metrics.statistic(query.metric, query.statistic, from, from + length);
    });
    if (value === undefined) return alarm.missingIsBreaching && from >= since;
    return comparisons[alarm.comparison](value, alarm.threshold);
  });
  return breaching.filter(Boolean).length >= alarm.periodsBreaching;
}
