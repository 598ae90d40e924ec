import { beforeAll, describe, expect, it } from '@jest/globals';
import { expression } from '../../../shared/store/expression.ts';
import { keysOf } from '../../../shared/store/keys.ts';
import { type Query, queryAll, queryPage, queryPages } from '../../../shared/store/query.ts';
import { batchPut, dynamodb } from '../../../shared/store/table.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const partition = 'QUERIED';
const names = ['A#1', 'A#2', 'A#3', 'B#1', 'B#2', 'B#3', 'C#1'];

beforeAll(() =>
  batchPut([
    ...names.map((sk, index) => ({ pk: partition, sk, status: index % 2 === 0 ? 'even' : 'odd', name: `n${index}` })),
    { pk: 'ANOTHER', sk: 'A#1' },
    ...Array.from({ length: 5 }, (_, index) => ({ pk: 'LARGE', sk: String(index), text: 'x'.repeat(300_000) })),
  ]),
);

const keysIn = async (query: Omit<Query, 'partition'>) => (await queryAll({ partition, ...query })).map(({ sk }) => sk);

/** What the requests said that were sent meanwhile. */
async function requestsOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = [];
  const watch = (next: (args: never) => Promise<never>) => (args: { input: Record<string, unknown> }) => {
    sent.push(args.input);
    return next(args as never);
  };
  dynamodb.middlewareStack.add(watch as never, { name: 'watch', step: 'initialize' });
  try {
    await work();
  } finally {
    dynamodb.middlewareStack.remove('watch');
  }
  return sent;
}

describe('a query', () => {
  it('finds the items of a partition in order of their sort keys, or the other way round', async () => {
    expect(await keysIn({})).toEqual(names);
    expect(await keysIn({ order: 'asc' })).toEqual(names);
    expect(await keysIn({ order: 'desc' })).toEqual(names.toReversed());
    expect(await queryAll({ partition: 'NOBODY' })).toEqual([]);
  });

  it('finds what begins with a prefix, or lies in a span with both of its ends', async () => {
    expect(await keysIn({ prefix: 'B#' })).toEqual(['B#1', 'B#2', 'B#3']);
    expect(await keysIn({ span: { low: 'A#2', high: 'B#2' } })).toEqual(['A#2', 'A#3', 'B#1', 'B#2']);
    expect(await keysIn({ span: { low: 'A#2', high: 'A#2' } })).toEqual(['A#2']);
  });

  it('drops what the filter does not hold of, and reads the attributes that are asked for', async () => {
    const filter = expression`#status = ${'odd'}`;
    const items = await queryAll({ partition, prefix: 'A#', filter, attributes: ['name', 'status'] });
    expect(items).toEqual([{ name: 'n1', status: 'odd' }]);
  });

  it('counts without reading', async () => {
    expect(await queryPage({ partition, prefix: 'B#', countOnly: true })).toEqual({
      items: [],
      count: 3,
      lastKey: undefined,
    });
  });

  it('goes on where a page ended', async () => {
    const first = await queryPage({ partition }, 5);
    expect(first.items.map(({ sk }) => sk)).toEqual(names.slice(0, 5));
    const second = await queryPage({ partition }, 5, first.lastKey);
    expect(second.items.map(({ sk }) => sk)).toEqual(names.slice(5));
    expect(second.lastKey).toBeUndefined();
  });

  it('reads every page of what is larger than one', async () => {
    const pages: number[] = [];
    for await (const { items } of queryPages({ partition: 'LARGE' })) pages.push(items.length);
    expect(pages.length).toBeGreaterThan(1);
    expect((await queryAll({ partition: 'LARGE' })).map(({ sk }) => sk)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('is strongly consistent, unless it need not be', async () => {
    const sent = await requestsOf(async () => {
      await queryPage({ partition });
      await queryPage({ partition, consistent: false });
    });
    expect(sent.map(({ ConsistentRead }) => ConsistentRead)).toEqual([true, false]);
  });

  it('of an index goes by the keys of that', async () => {
    const environmentId = 'env_1';
    const keys = ['form_1', 'form_2'].map(form => keysOf('form', { form, environmentId }));
    await batchPut(keys.map(each => ({ ...each, status: 'live' })));
    const listed = {
      index: 'lists' as const,
      partition: keys[0]?.gsi1pk ?? '',
      span: { low: 'form_2', high: 'form_3' },
    };
    expect((await queryAll(listed)).map(({ pk }) => pk)).toEqual([keys[1]?.pk]);
  });
});

describe('pages with limits', () => {
  it('are as large as the one before asks for, and none is read before it is come to', async () => {
    const limits = { first: 1, next: (limit: number) => limit * 2 };
    const seen: string[] = [];
    const sent = await requestsOf(async () => {
      for await (const { items } of queryPages({ partition }, limits)) seen.push(...items.map(({ sk }) => sk));
    });
    expect(seen).toEqual(names);
    expect(sent.map(({ Limit }) => Limit)).toEqual([1, 2, 4, 8]);
    const first = await requestsOf(async () => {
      for await (const _ of queryPages({ partition }, limits)) break;
    });
    expect(first).toHaveLength(1);
  });
});
