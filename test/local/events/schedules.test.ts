import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Schedules } from '../../../local/events/schedules.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** How often a function that always fails is invoked within 59 minutes of its first run. */
async function runs(retriesMax: number): Promise<number> {
  let invocations = 0;
  const invoke = async () => {
    invocations += 1;
    return { payload: '{}', failed: true };
  };
  const targets = [{ functionName: 'Failing', retriesMax }];
  const hourly = { name: 'Hourly', logicalId: 'Hourly', arn: 'arn', periodMillis: 3_600_000, targets };
  const schedules = new Schedules([hourly], invoke);
  schedules.start();
  await jest.advanceTimersByTimeAsync(119 * 60_000);
  schedules.stop();
  return invocations;
}

it('repeats an invocation that fails twice, or as the function has it', async () => {
  expect([await runs(2), await runs(1), await runs(0)]).toEqual([3, 2, 1]);
});
