import { expect, it } from '@jest/globals';
import { requestPatience, withPatience } from '../../../shared/aws/request-patience.ts';

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
