import { expect, it } from '@jest/globals';
import { waitBeforeRepeat } from '../../../../web/app/api/repeats.ts';

const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
});

it.each([answer(500), answer(503, '2')])('repeats what reads after a failure, as late as it says', response => {
  const waitMs = Number(waitBeforeRepeat(response, 'GET', 0));
  const askedMs = Number(response.headers.get('retry-after')) * 1000;
  expect(waitMs).toBeGreaterThanOrEqual(askedMs);
  expect(waitMs).toBeLessThanOrEqual(askedMs + 250);
});

it.each([
  ['what may not be carried out twice', answer(503, '1'), 'POST', 0],
  ['a refusal', answer(400), 'GET', 0],
  ['what failed three times', answer(500), 'GET', 2],
  ['what would take long', answer(503, '60'), 'GET', 0],
] as const)('does not repeat %s', (_, response, method, attempt) => {
  expect(waitBeforeRepeat(response, method, attempt)).toBeUndefined();
});
