import { quarterMs } from '../../shared/domain/time/quarters.ts';
import { minuteMs } from '../../shared/durations.ts';

/** How far the clock of this test file is ahead of the machine's. */
let aheadMs: number | undefined;

/** Lets time pass for the rest of the test file, without a wait. Timers that run already still take their time. */
export function letPass(ms: number): void {
  if (aheadMs === undefined) leaveClock();
  aheadMs = (aheadMs ?? 0) + ms;
}

function leaveClock(): void {
  const { now } = Date;
  Date.now = () => now() + (aheadMs ?? 0);
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget),
  });
}

/**
 * Sets the clock of a test file to the second minute of its quarter of an hour. No quarter, hour, day or month ends
 * within the file, whenever it runs.
 */
export function useSteadyClock(): void {
  letPass(minuteMs - (Date.now() % quarterMs));
}
