import { afterEach, expect, it, jest } from '@jest/globals';
import { requestPatience, withPatience } from '../../../shared/aws/request-patience.ts';

afterEach(() => {
  jest.useRealTimers();
});

const lasting = (ms: number) => () => new Promise<void>(resolve => setTimeout(resolve, ms));

it('is shared by an operation and those that it calls', async () => {
  const repeats = await withPatience(async () => {
    const outer = [requestPatience()?.takeRepeat(), requestPatience()?.takeRepeat()];
    return withPatience(() => [...outer, requestPatience()?.takeRepeat()]);
  });
  expect(repeats).toEqual([true, true, false]);
});

it('is not spent while no call is under way, and is not there outside of a request', async () => {
  await withPatience(async () => {
    const before = requestPatience()?.leftMs;
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(requestPatience()?.leftMs).toBe(before);
  });
  expect(requestPatience()).toBeUndefined();
});

it('is not spent by many calls that are answered as usual, and ends one that is not answered', async () => {
  jest.useFakeTimers();
  await withPatience(async () => {
    const patience = requestPatience();
    const before = patience?.leftMs ?? 0;
    // As an import makes them: one after the other, and ten at a time.
    for (let call = 0; call < 1000; call++) {
      const calls = Array.from({ length: 10 }, () => patience?.during(lasting(90)));
      await jest.advanceTimersByTimeAsync(90);
      await Promise.all(calls);
    }
    expect(patience?.leftMs).toBe(before);

    const silent = expect(patience?.during(lasting(3_600_000))).rejects.toThrow('ran out of patience');
    await jest.advanceTimersByTimeAsync(before + 200);
    await silent;
  });
});
