import { expect, it } from '@jest/globals';
import { waitBeforeRepeat } from '../../../../web/app/api/repeats.ts';

const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
});
const reading = { method: 'GET' };
const creating = { method: 'POST' };
const creatingOnce = { method: 'POST', headers: { 'idempotency-key': 'k' } };

it.each([
  ['a failure, to what reads', answer(500), reading],
  ['a failure, to what has a key', answer(500), creatingOnce],
  ['an outage, after as long as it says', answer(503, '2'), reading],
  ['a conflict that passes', answer(409, '1'), creatingOnce],
])('repeats after %s', (_, response, sent) => {
  const waitMs = Number(waitBeforeRepeat(response, sent, 0));
  const askedMs = Number(response.headers.get('retry-after')) * 1000;
  expect(waitMs).toBeGreaterThanOrEqual(askedMs);
  expect(waitMs).toBeLessThanOrEqual(askedMs + 250);
});

it.each([
  ['what may not be carried out twice', answer(503, '1'), creating, 0],
  ['a conflict that stays', answer(409), creatingOnce, 0],
  ['a refusal', answer(400), reading, 0],
  ['what failed three times', answer(500), reading, 2],
  ['what would take long', answer(503, '60'), reading, 0],
])('does not repeat %s', (_, response, sent, attempt) => {
  expect(waitBeforeRepeat(response, sent, attempt)).toBeUndefined();
});
