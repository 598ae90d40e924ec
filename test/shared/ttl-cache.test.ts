import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { TtlCache } from '../../shared/ttl-cache.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A cache whose texts may have ten characters together, and how often it has read. */
function cacheOfTexts(seconds = 1) {
  const reads: string[] = [];
  const cache = new TtlCache<string>(seconds, { sizeMax: 10, sizeOf: text => text.length });
  const get = (text: string) =>
    cache.get(text, async () => {
      reads.push(text);
      return text;
    });
  return { cache, reads, get };
}

it('reads what it has read within its time once', async () => {
  const { reads, get } = cacheOfTexts();
  expect([await get('one'), await get('one')]).toEqual(['one', 'one']);
  jest.advanceTimersByTime(1000);
  await get('one');
  expect(reads).toEqual(['one', 'one']);
});

it('drops the oldest once all are too large together, and counts what it reads again once', async () => {
  const { reads, get, cache } = cacheOfTexts();
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cc', 'd']) await get(text);
  for (const text of ['bbbb', 'cc', 'd']) await get(text);
  expect(reads).toEqual(['aaaa', 'bbbb', 'cc', 'd']);
  cache.forget('bbbb');
  await get('eeeee');
  for (const text of ['cc', 'd', 'eeeee']) await get(text);
  await get('aaaa');
  expect(reads).toEqual(['aaaa', 'bbbb', 'cc', 'd', 'eeeee', 'aaaa']);
  // What alone is too large is not kept.
  await get('f'.repeat(11));
  await get('f'.repeat(11));
  expect(reads.slice(-2)).toEqual(['f'.repeat(11), 'f'.repeat(11)]);
});
