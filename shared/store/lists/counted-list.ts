import { quarterMs } from '../../domain/time/quarters.ts';
import { isTimeKey, timeKey, timeOf } from '../../ids.ts';
import type { Order, Span } from '../query.ts';
import { type Timeline, wholeSpan } from '../timeline.ts';

/** A list with counters: the responses of a form or an environment, or the deliveries of a webhook. */
export type CountedList = {
  id: string;
  timeline: Timeline;
  /**
   * How much later than a newer row the stream may bring an older one: partitions and readers do not wait for each
   * other.
   */
  lagMs: number;
  /** Ms since the epoch, as is `to`, which is exclusive. */
  from?: number;
  to?: number;
};

/** Whether the list has time bounds, so that its total needs the counters of all its days, and may need rows. */
export const hasTimes = ({ from, to }: CountedList): boolean => from !== undefined || to !== undefined;

/** Whether the list's bounds leave no room for rows. */
export const isEmpty = ({ from = 0, to = Number.POSITIVE_INFINITY }: CountedList): boolean => from >= to;

export function keyRange({ from, to }: CountedList): Span {
  // A time's key sorts before every sort key of its millisecond, so the upper bound is exclusive.
  return {
    low: from === undefined ? wholeSpan.low : timeKey(from),
    high: to === undefined ? wholeSpan.high : timeKey(to),
  };
}

/** Returns the list from one of its quarter hours on, in the order of reading. */
export function fromQuarter(scope: CountedList, order: Order, start: number): CountedList {
  const { from = 0, to = Number.POSITIVE_INFINITY } = scope;
  if (order === 'asc') return { ...scope, from: Math.max(from, start) };
  return { ...scope, to: Math.min(to, start + quarterMs) };
}

/** Returns the list without the days before a position. A cursor from another list may have no time. */
export function behind(scope: CountedList, position: string | undefined, order: Order): CountedList {
  if (position === undefined || !isTimeKey(position.slice(0, 10))) return scope;
  const time = timeOf(position);
  const { from = 0, to = Number.POSITIVE_INFINITY } = scope;
  return order === 'asc' ? { ...scope, from: Math.max(from, time) } : { ...scope, to: Math.min(to, time + 1) };
}
