import type { Output } from '../../api/operations.ts';
import { Chart } from '../../charts/figure.tsx';
import { Legend, Trend } from '../../charts/trend.tsx';
import { formatPeriod } from '../../texts/format.ts';
import type { Metric } from './figures.tsx';
import { t } from './texts/t.ts';

type Points = Output<'GET /analytics/trends'>['points'];

type DaysChartProps = { readonly metric: Metric; readonly now: Points; readonly before: Points | undefined };

/** A chart of daily counts, compared with the same days of the previous period. */
export function DaysChart({ metric, now, before }: DaysChartProps) {
  const dates = now.map(({ date }) => date);
  const name = t(metric);
  const title = t('trendTitle', { metric: name });
  const earlier = before && {
    name: t('before'),
    values: valuesOf(before, metric),
    dates: before.map(({ date }) => date),
  };
  const rows = now.map(
    (point, index) =>
      [formatPeriod(point.date), point[metric], ...(before ? [before[index]?.[metric] ?? 0] : [])] as const,
  );
  return (
    <Chart
      title={title}
      footer={before && <Legend names={[name, t('before')]} />}
      table={{ columns: [t('day'), name, ...(before ? [t('before')] : [])], rows }}
    >
      {width => (
        <Trend
          label={title}
          width={width}
          dates={dates}
          series={[{ name, values: valuesOf(now, metric) }, ...(earlier ? [earlier] : [])]}
        />
      )}
    </Chart>
  );
}

const valuesOf = (points: Points, metric: Metric): number[] => points.map(point => point[metric]);
