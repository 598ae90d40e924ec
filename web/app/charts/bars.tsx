import { ChartLink } from './chart-link.tsx';
import { clipText } from './clip-text.ts';
import { scale } from './scale.ts';

export type Bar = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The part of the value that is drawn differently, at the end of the bar. */
  readonly part?: number;
  /** The value to compare with, drawn as a mark across the bar. */
  readonly before?: number;
  /** Text at the end of the label's line. */
  readonly text: string;
  /** The address that a click opens. */
  readonly href?: string | undefined;
};

type BarsProps = {
  readonly width: number;
  readonly bars: readonly Bar[];
  /** The value at which a bar is as wide as the chart. Default: the largest value. */
  readonly max?: number;
};

const rowHeight = 46;
const barHeight = 12;
/** The average width of a character in charts. */
const characterWidth = 7.2;

/** A chart of horizontal bars. Each label is above its bar, so that long labels fit on a phone too. */
export function Bars({ width, bars, max }: BarsProps) {
  const x = scale(max ?? Math.max(1, ...bars.map(({ value, before = 0 }) => Math.max(value, before))), 0, width);
  return (
    <svg class="bars" width={width} height={bars.length * rowHeight} aria-hidden="true">
      {bars.map((bar, index) => (
        <Row key={bar.key} bar={bar} y={index * rowHeight} x={x} width={width} />
      ))}
    </svg>
  );
}

type RowProps = {
  readonly bar: Bar;
  readonly x: (value: number) => number;
  readonly y: number;
  readonly width: number;
};

function Row({ bar: { label, text, value, part = 0, before, href }, x, y, width }: RowProps) {
  const characters = Math.floor(width / characterWidth) - text.length - 3;
  const top = y + 22;
  const end = { x: x(value - part), width: x(part) };
  return (
    <ChartLink href={href}>
      <text class="bar-label" x={0} y={y + 14}>
        {clipText(label, Math.max(characters, 8))}
      </text>
      <text class="bar-text end" x={width} y={y + 14}>
        {text}
      </text>
      <rect class="track" x={0} y={top} width={width} height={barHeight} rx={3} />
      {value > 0 && <rect class="bar" x={0} y={top} width={Math.max(x(value), 2)} height={barHeight} rx={3} />}
      {part > 0 && <rect class="part" {...end} y={top} height={barHeight} rx={3} />}
      {before !== undefined && before > 0 && (
        <line class="before" x1={x(before)} x2={x(before)} y1={top - 3} y2={top + barHeight + 3} />
      )}
    </ChartLink>
  );
}
