import { Bars } from '../../charts/bars.tsx';
import { Chart } from '../../charts/figure.tsx';
import { funnelOf } from '../../charts/shares.ts';
import { formatNumber, formatPercent } from '../../texts/format.ts';
import { t } from './texts/t.ts';

type FunnelCounts = Readonly<Record<'views' | 'starts' | 'submissionsFromBrowsers', number>>;

const namesOf = () => [t('views'), t('starts'), t('submissionsFromBrowsers')];
const countsOf = ({ views, starts, submissionsFromBrowsers }: FunnelCounts): number[] => [
  views,
  starts,
  submissionsFromBrowsers,
];

type FunnelChartProps = { readonly now: FunnelCounts; readonly before: FunnelCounts | undefined };

export function FunnelChart({ now, before }: FunnelChartProps) {
  const names = namesOf();
  const steps = funnelOf(countsOf(now));
  const earlier = before && countsOf(before);
  const hasVisits = [...countsOf(now), ...(earlier ?? [])].some(count => count > 0);
  const columns = [t('step'), t('submissions'), t('share'), t('lost'), ...(earlier ? [t('before')] : [])];
  const rows = steps.map(
    ({ count, share, lost }, index) =>
      [names[index] ?? '', count, formatPercent(share), lost, ...(earlier ? [earlier[index] ?? 0] : [])] as const,
  );
  return (
    <Chart title={t('funnelTitle')} help={t('funnelHelp')} table={{ columns, rows }}>
      {width =>
        hasVisits ? (
          <Bars
            width={width}
            bars={steps.map(({ count, share }, index) => ({
              key: names[index] ?? '',
              label: names[index] ?? '',
              value: count,
              text: t('funnelStep', { count: formatNumber(count), share: formatPercent(share) }),
              before: earlier?.[index] ?? 0,
            }))}
          />
        ) : (
          <p>{t('noVisits')}</p>
        )
      }
    </Chart>
  );
}
