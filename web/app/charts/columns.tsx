import { ChartLink } from './chart-link.tsx';
import { clipText } from './clip-text.ts';
import { labelledTicks, scale } from './scale.ts';

export type Column = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The label above a column that is wide enough. */
  readonly text: string;
  /** The address that a click opens. */
  readonly href?: string | undefined;
};

const height = 168;
const top = 22;
const bottom = 24;
const characterWidth = 7.2;
const widestColumn = 64;
/** The maximum length of a label, in characters. */
const labelMax = 24;

/** Counts side by side, in an order of their own: ranges, days, points of a scale. */
export function Columns({ width, columns }: { readonly width: number; readonly columns: readonly Column[] }) {
  const y = scale(Math.max(1, ...columns.map(({ value }) => value)), 0, height - top - bottom);
  const step = width / Math.max(columns.length, 1);
  const bar = Math.min(step * 0.8, widestColumn);
  const longest = Math.max(...columns.map(({ label }) => label.length), 1) * characterWidth + 8;
  const shown = new Set(labelledTicks(columns.length, Math.floor(width / Math.max(longest, step))));
  /** Centers a label below its column, within the chart. */
  const centered = (middle: number, { length }: string) => {
    const half = (Math.min(length, labelMax) * characterWidth) / 2;
    return Math.max(half, Math.min(middle, width - half));
  };
  const hasTexts = columns.every(({ text }) => text.length * characterWidth <= step);
  return (
    <svg class="columns" width={width} height={height} aria-hidden="true">
      <line class="grid" x1={0} x2={width} y1={height - bottom + 0.5} y2={height - bottom + 0.5} />
      {columns.map((column, index) => {
        const middle = (index + 0.5) * step;
        const size = column.value > 0 ? Math.max(y(column.value), 2) : 0;
        return (
          <ChartLink key={column.key} href={column.href}>
            <rect class="hit" x={index * step} y={0} width={step} height={height - bottom} />
            <rect class="bar" x={middle - bar / 2} y={height - bottom - size} width={bar} height={size} rx={2} />
            {hasTexts && column.value > 0 && (
              <text class="middle" x={middle} y={height - bottom - size - 6}>
                {column.text}
              </text>
            )}
            {shown.has(index) && (
              <text class="middle" x={centered(middle, column.label)} y={height - 6}>
                {clipText(column.label, labelMax)}
              </text>
            )}
          </ChartLink>
        );
      })}
    </svg>
  );
}
