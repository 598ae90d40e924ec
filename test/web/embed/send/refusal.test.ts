import { afterEach, expect, it, jest } from '@jest/globals';
import { Refusal, waitMsOf } from '../../../../web/embed/send/refusal.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('takes a failure as one that passes, and a conflict only where the service says when to come again', () => {
  const passing = [new Refusal(0), new Refusal(429), new Refusal(500), new Refusal(503), new Refusal(409, {}, 1000)];
  expect(passing.map(refusal => refusal.isPassing)).toEqual(Array(5).fill(true));
  expect([new Refusal(409), new Refusal(400)].map(refusal => refusal.isPassing)).toEqual([false, false]);
});

it('waits as long as the service asks for, and at random up to twice as much more each time', () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const asked = new Refusal(503, {}, 2000);
  expect([0, 1, 2, 9].map(attempt => waitMsOf(attempt, asked))).toEqual([2500, 3000, 4000, 17_000]);
});
