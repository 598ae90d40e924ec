import { quarterMs } from '../../domain/quarters.ts';
import { isTimeKey, timeKey, timeOf } from '../../ids.ts';
import type { Order, Span } from '../query.ts';
import { type Timeline, wholeSpan } from '../timeline.ts';

/** A list with counters: the responses of a form or an environment, or the deliveries of a webhook. */
export type CountedList = {
  id: string;
  timeline: Timeline;
  /** How much later than a newer row the stream may bring one: partitions, and readers, do not wait for each other. */
  lagMs: number;
  /** Ms since the epoch, as `to`, which is exclusive. */
  from?: number;
  to?: number;
};

/** Whether its total takes the counters of all its days, and may take rows. */
export const hasTimes = ({ from, to }: CountedList): boolean => from !== undefined || to !== undefined;

/** Whether its bounds leave nothing between them. */
export const isEmpty = ({ from = 0, to = Number.POSITIVE_INFINITY }: CountedList): boolean => from >= to;

export function keyRange({ from, to }: CountedList): Span {
  // A time's key is less than every sort key of its millisecond, so the upper bound is exclusive.
  return {
    low: from === undefined ? wholeSpan.low : timeKey(from),
    high: to === undefined ? wholeSpan.high : timeKey(to),
  };
}

/** The list from one of its quarter hours on, in the order of reading. */
export function fromQuarter(scope: CountedList, order: Order, start: number): CountedList {
  const { from = 0, to = Number.POSITIVE_INFINITY } = scope;
  if (order === 'asc') return { ...scope, from: Math.max(from, start) };
  return { ...scope, to: Math.min(to, start + quarterMs) };
}

/** The list without the days that lie before a position. The cursor of another list may have brought one that has no time. */
export function behind(scope: CountedList, position: string | undefined, order: Order): CountedList {
  if (position === undefined || !isTimeKey(position.slice(0, 10))) return scope;
  const time = timeOf(position);
  const { from = 0, to = Number.POSITIVE_INFINITY } = scope;
  return order === 'asc' ? { ...scope, from: Math.max(from, time) } : { ...scope, to: Math.min(to, time + 1) };
}
