import { scale } from './scale.ts';

export type Point = { readonly x: number; readonly y: number };

/** The area that a chart draws in, in the units of its view box. */
export type Frame = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** Spreads the values over the width of the frame; a single value is in the middle. */
export function pointsOf(values: readonly number[], max: number, { left, right, top, bottom }: Frame): Point[] {
  const x = scale(values.length - 1, left, right);
  const y = scale(max, bottom, top);
  const alone = values.length === 1;
  return values.map((value, index) => ({ x: alone ? (left + right) / 2 : x(index), y: y(value) }));
}

/** Returns the path of a line through the points. A single point becomes a short dash, so that it can be seen. */
export function linePath(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  if (points.length === 1) return `M${at({ x: first.x - 4, y: first.y })}h8`;
  return `M${points.map(at).join('L')}`;
}

/** Returns the path of the area between the line and the bottom of the frame. */
export function areaPath(points: readonly Point[], { bottom }: Frame): string {
  const [first, last] = [points.at(0), points.at(-1)];
  return first && last && points.length > 1 ? `${linePath(points)}V${rounded(bottom)}H${rounded(first.x)}Z` : '';
}

/** Returns the index of the value nearest to a horizontal position. */
export function nearest(x: number, count: number, { left, right }: Frame): number {
  const index = Math.round(((x - left) / (right - left)) * (count - 1));
  return Math.min(Math.max(index, 0), count - 1);
}

const at = ({ x, y }: Point): string => `${rounded(x)},${rounded(y)}`;

const rounded = (length: number): number => Math.round(length * 10) / 10;
