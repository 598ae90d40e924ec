import { changeOf } from '../../charts/shares.ts';
import { Icon } from '../../parts/icon.tsx';
import { formatNumber, formatPercent, formatRate } from '../../texts/format.ts';
import { t } from './texts/t.ts';

export const metrics = ['submissions', 'views', 'starts', 'partial', 'abandoned'] as const;
export type Metric = (typeof metrics)[number];

type Counts = Readonly<Record<Metric, number>>;
type Rates = Readonly<Record<'completionRate' | 'conversionRate', number>>;

/** The rates, each with the count that it is a share of. */
const rates = [
  ['completionRate', 'starts'],
  ['conversionRate', 'views'],
] as const;

type Report = { readonly totals: Counts; readonly rates: Rates };

type FiguresProps = {
  readonly now: Report;
  readonly before: Report | undefined;
  readonly chosen: Metric;
  readonly onChoose: (metric: Metric) => void;
};

/** The totals of the period. Selecting a count draws its days below. */
export const Figures = ({ now, before, chosen, onChoose }: FiguresProps) => (
  <div class="figures">
    {metrics.map(metric => (
      <button
        key={metric}
        type="button"
        class="figure"
        aria-pressed={metric === chosen}
        onClick={() => onChoose(metric)}
      >
        <span class="name">{t(metric)}</span>
        <strong>{formatNumber(now.totals[metric])}</strong>
        {before && (
          <Change
            change={changeOf(now.totals[metric], before.totals[metric])}
            same={now.totals[metric] === before.totals[metric]}
            bad={metric === 'abandoned' || metric === 'partial'}
          />
        )}
      </button>
    ))}
    {rates.map(([rate, of]) => (
      <div key={rate} class="figure">
        <span class="name">{t(rate)}</span>
        <strong>{formatRate(now.rates[rate], now.totals[of])}</strong>
        {before && (
          <Change
            change={before.totals[of] > 0 && now.totals[of] > 0 ? now.rates[rate] - before.rates[rate] : undefined}
            same={now.totals[of] > 0 && now.rates[rate] === before.rates[rate]}
            points
          />
        )}
      </div>
    ))}
  </div>
);

type ChangeProps = {
  readonly change: number | undefined;
  readonly same: boolean;
  /** Whether an increase is bad. */
  readonly bad?: boolean;
  /** Whether the change is the difference between two rates. */
  readonly points?: boolean;
};

function Change({ change, same, bad = false, points = false }: ChangeProps) {
  if (same) return <FigureChange tone="" shown="±0" said={t('same')} />;
  if (change === undefined) return <FigureChange tone="" shown="–" said={t('none')} />;
  const grew = change > 0;
  const size = points ? `${formatNumber(Math.round(Math.abs(change) * 10) / 10)} pp` : formatPercent(Math.abs(change));
  return (
    <FigureChange
      tone={grew === bad ? 'worse' : 'better'}
      icon={grew ? 'up' : 'down'}
      shown={size}
      said={t(grew ? 'more' : 'less', { change: size })}
    />
  );
}

type ToldProps = {
  readonly tone: string;
  readonly icon?: 'up' | 'down';
  readonly shown: string;
  readonly said: string;
};

const FigureChange = ({ tone, icon, shown, said }: ToldProps) => (
  <span class={`change ${tone}`} title={said}>
    {icon && <Icon name={icon} />}
    <span aria-hidden="true">{shown}</span>
    <span class="unseen">{said}</span>
  </span>
);
