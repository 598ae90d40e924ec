import { expect, it } from '@jest/globals';
import { ofOneSession, retryOnConflict } from '../../shared/retry-on-conflict.ts';

it('is answered as soon as an attempt comes to something', async () => {
  let attempts = 0;
  expect(await retryOnConflict(async () => (++attempts < 3 ? undefined : 'done'))).toBe('done');
  expect(attempts).toBe(3);
});

it('gives up on one session after a few attempts, and says when to come again', async () => {
  let attempts = 0;
  const refused = retryOnConflict(async () => void ++attempts, ofOneSession);
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'conflict', headers: { 'retry-after': '1' } });
  expect(attempts).toBe(5);
});
