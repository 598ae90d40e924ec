import { quarterMs } from '../../shared/domain/time/quarters.ts';
import { minuteMs } from '../../shared/durations.ts';

/**
 * Sets the clock of a test file to the second minute of its quarter of an hour. No quarter, hour, day or month ends
 * within the file, whenever it runs.
 */
export function useSteadyClock(): void {
  const { now } = Date;
  const aheadMs = minuteMs - (now() % quarterMs);
  Date.now = () => now() + aheadMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget),
  });
}
