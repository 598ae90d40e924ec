import { useState } from 'preact/hooks';
import { formatCompact, formatDayShort, formatNumber, formatPeriod } from '../texts/format.ts';
import { areaPath, type Frame, linePath, nearest, type Point, pointsOf } from './line.ts';
import { labelledTicks, scale, ticksOf } from './scale.ts';
import { t } from './texts/t.ts';

type Series = {
  readonly name: string;
  readonly values: readonly number[];
  /** The dates of the values, if they differ from the chart's. */
  readonly dates?: readonly string[];
};

type TrendProps = {
  readonly label: string;
  readonly width: number;
  /** `2026-01-31` */
  readonly dates: readonly string[];
  /** The first series is filled. The others, for comparison, are dashed. */
  readonly series: readonly Series[];
};

const height = 260;

/** The legend of several lines. */
export const Legend = ({ names }: { readonly names: readonly string[] }) => (
  <ul class="legend" aria-hidden="true">
    {names.map((name, index) => (
      <li key={name}>
        <span class={index > 0 ? 'swatch compared' : 'swatch'} />
        {name}
      </li>
    ))}
  </ul>
);

/** A line chart of daily counts. The pointer and the arrow keys show the numbers of one day. */
export function Trend({ label, width, dates, series }: TrendProps) {
  const [chosen, setChosen] = useState<number>();
  const ticks = ticksOf(Math.max(0, ...series.flatMap(({ values }) => values)));
  const top = ticks.at(-1) ?? 1;
  const frame = { left: 12 + 8 * formatCompact(top).length, right: width - 12, top: 12, bottom: height - 28 };
  const lines = series.map(({ values }) => pointsOf(values, top, frame));
  const choose = (event: PointerEvent) => {
    const { left } = (event.currentTarget as Element).getBoundingClientRect();
    setChosen(nearest(event.clientX - left, dates.length, frame));
  };
  const move = (event: KeyboardEvent) => {
    const next = moved(event.key, chosen ?? dates.length - 1, dates.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  const shown = Math.min(chosen ?? dates.length - 1, dates.length - 1);
  return (
    <div
      class="trend"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={dates.length}
      aria-valuenow={shown + 1}
      aria-valuetext={t('valueOnDay', {
        day: formatPeriod(dates[shown] ?? ''),
        values: series.map(({ name, values }) => `${name} ${formatNumber(values[shown] ?? 0)}`).join(', '),
      })}
      onPointerMove={choose}
      onPointerDown={choose}
      onPointerLeave={() => setChosen(undefined)}
      onKeyDown={move}
      onBlur={() => setChosen(undefined)}
    >
      <svg width={width} height={height} aria-hidden="true">
        <Grid ticks={ticks} dates={dates} frame={frame} />
        {lines.map((points, index) => (
          <Line key={series[index]?.name} points={points} frame={frame} compared={index > 0} />
        ))}
        {chosen !== undefined && <Marks points={lines.map(points => points[shown])} frame={frame} />}
      </svg>
      {chosen !== undefined && <Tip x={lines[0]?.[shown]?.x ?? 0} {...{ width, dates, series, shown }} />}
    </div>
  );
}

function moved(key: string, from: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 },
    ...{ PageDown: -7, PageUp: 7, Home: -count, End: count },
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(from + step, 0), count - 1);
}

type GridProps = { readonly ticks: readonly number[]; readonly dates: readonly string[]; readonly frame: Frame };

function Grid({ ticks, dates, frame }: GridProps) {
  const y = scale(ticks.at(-1) ?? 1, frame.bottom, frame.top);
  const days = pointsOf(
    dates.map(() => 0),
    1,
    frame,
  );
  return (
    <>
      {ticks.map(tick => (
        <g key={tick}>
          <line class="grid" x1={frame.left} x2={frame.right} y1={y(tick)} y2={y(tick)} />
          <text class="tick end" x={frame.left - 8} y={y(tick) + 4}>
            {formatCompact(tick)}
          </text>
        </g>
      ))}
      {labelledTicks(dates.length, Math.floor((frame.right - frame.left) / 72)).map(index => (
        <text
          key={index}
          class={`tick ${index === dates.length - 1 && dates.length > 1 ? 'end' : 'middle'}`}
          x={(days[index]?.x ?? 0) + (index === dates.length - 1 && dates.length > 1 ? 10 : 0)}
          y={frame.bottom + 20}
        >
          {formatDayShort(dates[index] ?? '')}
        </text>
      ))}
    </>
  );
}

type LineProps = { readonly points: readonly Point[]; readonly frame: Frame; readonly compared: boolean };

const Line = ({ points, frame, compared }: LineProps) => (
  <>
    {!compared && <path class="area" d={areaPath(points, frame)} />}
    <path class={compared ? 'line compared' : 'line'} d={linePath(points)} />
  </>
);

function Marks({ points, frame }: { readonly points: readonly (Point | undefined)[]; readonly frame: Frame }) {
  const found = points.filter(point => point !== undefined);
  const [first] = found;
  if (!first) return null;
  return (
    <>
      <line class="cursor" x1={first.x} x2={first.x} y1={frame.top} y2={frame.bottom} />
      {found.map(({ x, y }, index) => (
        <circle key={index} class={index > 0 ? 'mark compared' : 'mark'} cx={x} cy={y} r={4} />
      ))}
    </>
  );
}

type TipProps = Pick<TrendProps, 'width' | 'dates' | 'series'> & { readonly x: number; readonly shown: number };

/** Shows the numbers of a day, on the side of it that has more room. */
const Tip = ({ x, width, dates, series, shown }: TipProps) => (
  <div
    class="chart-tip"
    aria-hidden="true"
    style={x > width / 2 ? { right: `${width - x + 12}px` } : { left: `${x + 12}px` }}
  >
    {series.map(({ name, values, dates: own = dates }, index) => (
      <p key={name}>
        <span class={index > 0 ? 'swatch compared' : 'swatch'} />
        <span>{formatPeriod(own[shown] ?? '')}</span>
        <strong>{formatNumber(values[shown] ?? 0)}</strong>
      </p>
    ))}
  </div>
);
