export type Metric = {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
};

/** The number of times that each value was measured. */
type Counts = Map<number, number>;

const minuteMillis = 60_000;
/** The minutes that are kept: more than any alarm looks back. */
const minutesKept = 180;

/** Stores measurements per minute. Times are in milliseconds since the epoch. */
export class Metrics {
  readonly #minutes = new Map<string, Map<number, Counts>>();

  put(metric: Metric, value: number, at: number): void {
    const key = keyOf(metric);
    const minutes = this.#minutes.get(key) ?? new Map<number, Counts>();
    this.#minutes.set(key, minutes);
    const minute = Math.floor(at / minuteMillis);
    const counts = minutes.get(minute) ?? new Map<number, number>();
    minutes.set(minute, counts);
    counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const old of minutes.keys()) if (old < minute - minutesKept) minutes.delete(old);
  }

  /** Returns the statistic over the minutes that begin in a time range, or undefined without data. */
  statistic(metric: Metric, statistic: Statistic, from: number, to: number): number | undefined {
    const values: Counts = new Map();
    for (const [minute, counts] of this.#minutes.get(keyOf(metric)) ?? []) {
      if (minute * minuteMillis < from || minute * minuteMillis >= to) continue;
      for (const [value, count] of counts) values.set(value, (values.get(value) ?? 0) + count);
    }
    return values.size === 0 ? undefined : statistics[statistic](values);
  }
}

export type Statistic = keyof typeof statistics;

const sampleCount = (values: Counts) => values.values().reduce((sum, count) => sum + count, 0);
const sumOf = (values: Counts) => values.entries().reduce((sum, [value, count]) => sum + value * count, 0);

const statistics = {
  Sum: sumOf,
  SampleCount: sampleCount,
  Average: (values: Counts) => sumOf(values) / sampleCount(values),
  Maximum: (values: Counts) => Math.max(...values.keys()),
  Minimum: (values: Counts) => Math.min(...values.keys()),
};

export const isStatistic = (name: string): name is Statistic => Object.hasOwn(statistics, name);

function keyOf({ namespace, name, dimensions }: Metric): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);
}
