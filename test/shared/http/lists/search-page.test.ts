import { expect, it } from '@jest/globals';
import { positionOf } from '../../../../shared/http/lists/page.ts';
import { pageOfMatches } from '../../../../shared/http/lists/search-page.ts';

const ids = Array.from({ length: 2500 }, (_, number) => `usr_${String(number).padStart(26, '0')}`);

async function* after(position = ''): AsyncGenerator<string> {
  yield* ids.filter(id => id > position);
}

const page = (q: string, query: { limit: number; cursor?: string }) =>
  pageOfMatches(after(positionOf(query)), query, { sortKeyOf: id => id, textsOf: id => [id.slice(-4)], q });

it('stops after a thousand records, and continues there until all are searched', async () => {
  const first = await page('2499', { limit: 10 });
  expect(first).toMatchObject({ items: [], total: 0, hasMore: true });
  const second = await page('2499', { limit: 10, cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ items: [], hasMore: true });
  const third = await page('2499', { limit: 10, cursor: second.nextCursor ?? '' });
  expect(third).toMatchObject({ items: [ids.at(-1)], total: 1, hasMore: false, nextCursor: null });
});

it('is full before that, and goes on after the last record that it read', async () => {
  const first = await page('00', { limit: 60 });
  expect(first).toMatchObject({ total: 60, hasMore: true });
  const second = await page('00', { limit: 1000, cursor: first.nextCursor ?? '' });
  expect(first.items.at(-1)).not.toBe(second.items[0]);
  expect(new Set([...first.items, ...second.items]).size).toBe(first.items.length + second.items.length);
  expect(second.total).toBe(60 + second.items.length);
});
