import { describe, expect, it } from '@jest/globals';
import { pageOfIds } from '../../../../shared/http/lists/id-page.ts';
import { type PageQuery, pageOf, positionOf } from '../../../../shared/http/lists/page.ts';

const ids = ['1', '2', '3', '4'].map(digit => `note_${digit.padStart(26, '0')}`);
const [one, two, three, four] = ids as [string, string, string, string];
const cursorOf = (text: string) => Buffer.from(text).toString('base64url');

async function* each<T>(items: readonly T[]) {
  yield* items;
}

const counted = async () => 40;
const page = (items: readonly string[], query: PageQuery, keepTotal?: boolean) =>
  pageOf(each(items), query, { sortKeyOf: id => id, count: counted, ...(keepTotal !== undefined && { keepTotal }) });

describe('a page', () => {
  it('that is the only one shows its total itself', async () => {
    expect(await page([one, two], { limit: 2 })).toEqual({
      ...{ items: [one, two], total: 2, limit: 2, offset: 0, hasMore: false, nextCursor: null },
    });
    expect((await page([], { limit: 2 })).total).toBe(0);
    expect((await page([three], { limit: 2, offset: 2 })).total).toBe(3);
  });

  it('has the total counted where it cannot show it', async () => {
    expect((await page([one, two], { limit: 1 })).total).toBe(40);
    expect((await page([], { limit: 1, offset: 50 })).total).toBe(40);
    expect((await page([four], { limit: 2, cursor: cursorOf(three) })).total).toBe(40);
  });

  it('ends at its limit, with the cursor of its last item', async () => {
    const first = await page(ids, { limit: 3 });
    expect(first).toMatchObject({ items: [one, two, three], hasMore: true, nextCursor: cursorOf(three) });
    expect(positionOf({ cursor: first.nextCursor ?? '' })).toBe(three);
  });

  it('hands its total on within the cursor, where it is not to be counted again', async () => {
    const { nextCursor } = await page(ids, { limit: 2 }, true);
    const again = () => Promise.reject(new Error('counted again'));
    const rest = { limit: 2, cursor: nextCursor ?? '' };
    const last = await pageOf(each([three, four]), rest, { sortKeyOf: id => id, count: again, keepTotal: true });
    expect(last).toMatchObject({ items: [three, four], total: 40, hasMore: false, nextCursor: null });
  });

  it('counts what it has seen instead, on request, until a page is the last', async () => {
    const again = () => Promise.reject(new Error('counted'));
    const seen = (items: readonly string[], query: Omit<PageQuery, 'limit'>) =>
      pageOf(each(items), { limit: 2, total: false, ...query }, { sortKeyOf: id => id, count: again, keepTotal: true });
    const first = await seen(ids, {});
    expect(first).toMatchObject({ items: [one, two], total: 2, hasMore: true });
    const cursor = first.nextCursor ?? '';
    expect(positionOf({ cursor })).toBe(two);
    expect(await seen([three, four, one], { cursor })).toMatchObject({ total: 4, hasMore: true });
    expect(await seen([three], { cursor })).toMatchObject({ total: 3, nextCursor: null });
    expect(await seen([four, one, two], { offset: 3 })).toMatchObject({ total: 5, hasMore: true });
  });

  it('tells no part from a whole total when a client changes its mind', async () => {
    const part = await pageOf(each(ids), { limit: 2, total: false }, { sortKeyOf: id => id, count: counted });
    const rest = { limit: 1, cursor: part.nextCursor ?? '' };
    expect((await page([three, four], rest, true)).total).toBe(40);
    expect((await page([three], rest, true)).total).toBe(3);
    const whole = await page(ids, { limit: 2 }, true);
    expect((await page([three, four], { limit: 1, total: false, cursor: whole.nextCursor ?? '' }, true)).total).toBe(
      40,
    );
    expect((await page([], { limit: 1, total: false, offset: 50 })).total).toBe(40);
  });

  it('ends before the body is larger than Lambda takes, a quote counting as it is escaped', async () => {
    const records = ['x', '"'].map(sign => ({ id: one, text: sign.repeat(1_000_000) }));
    const itemsOf = async (record: object) => {
      const options = { sortKeyOf: () => one, count: counted };
      return (await pageOf(each(Array(10).fill(record)), { limit: 10 }, options)).items.length;
    };
    expect(await Promise.all(records.map(itemsOf))).toEqual([5, 1]);
  });

  it('has one item at least, however large that is', async () => {
    const large = `note_${'0'.repeat(6_000_000)}`;
    const { items, hasMore } = await page([large, one], { limit: 10 });
    expect([items.length, hasMore]).toEqual([1, true]);
  });
});

describe('a cursor', () => {
  it('is none at first', () => expect(positionOf({})).toBeUndefined());

  it.each([one, `${one}.0`, `${one}.123456789012345`, `${one}.50.so-far`])(
    'stands for a position, with a total or without: %s',
    text => {
      expect(positionOf({ cursor: cursorOf(text) })).toBe(one);
    },
  );

  it.each([
    '',
    'x',
    `${one}.`,
    `${one}.x`,
    `X${one}`,
    `${one}.1x`,
    `${one}.x1`,
    `${one}.1.1`,
    `${one}.1234567890123456`,
  ])('is refused where no page gave it: %j', text => {
    const details = [
      {
        field: 'cursor',
        rule: 'format',
        message: expect.stringMatching(/^is not a valid cursor; send the nextCursor/),
      },
    ];
    expect(() => positionOf({ cursor: cursorOf(text) })).toThrow(expect.objectContaining({ status: 400, details }));
  });

  it('goes with no offset', () => {
    const details = [{ field: 'cursor', rule: 'exclusive', message: expect.stringContaining('with offset') }];
    expect(() => positionOf({ cursor: cursorOf(one), offset: 0 })).toThrow(
      expect.objectContaining({ status: 400, details }),
    );
  });
});

describe('a page of ids', () => {
  const pageOf = (query: PageQuery & { order: 'asc' | 'desc' }) =>
    pageOfIds([three, one, four, two], query, async some => some.map(id => ({ id })));
  const idsOf = async (query: PageQuery & { order: 'asc' | 'desc' }) => (await pageOf(query)).items.map(({ id }) => id);

  it('has the records in the order of their creation, or against it, and all ids for its total', async () => {
    expect(await pageOf({ limit: 3, order: 'asc' })).toMatchObject({
      ...{ items: [{ id: one }, { id: two }, { id: three }], total: 4, hasMore: true, nextCursor: cursorOf(three) },
    });
    expect(await idsOf({ limit: 3, order: 'desc' })).toEqual([four, three, two]);
  });

  it('begins behind its cursor, which it does not repeat', async () => {
    expect(await idsOf({ limit: 3, order: 'asc', cursor: cursorOf(two) })).toEqual([three, four]);
    expect(await idsOf({ limit: 3, order: 'desc', cursor: cursorOf(three) })).toEqual([two, one]);
    expect((await pageOf({ limit: 3, order: 'asc', cursor: cursorOf(two) })).total).toBe(4);
  });

  it('begins at its offset', async () => {
    expect(await idsOf({ limit: 2, order: 'asc', offset: 1 })).toEqual([two, three]);
    expect(await idsOf({ limit: 2, order: 'desc', offset: 3 })).toEqual([one]);
  });
});
