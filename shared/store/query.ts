import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { allOf, attribute, type Expression, expression, placeholders } from './expression.ts';
import { indexes, type Key, tableKey } from './keys.ts';
import { dynamodb, type Item, tableName } from './table.ts';

/** Bounds of the sort key, both inclusive. */
export type Span = { low: string; high: string };

export type Order = 'asc' | 'desc';

/** Items of one partition, of the table or of an index. */
export type Query = {
  /** A table other than the main one. */
  table?: string;
  index?: keyof typeof indexes;
  partition: string;
  /** Only items whose sort key starts with this. */
  prefix?: string;
  span?: Span;
  /** The condition on each item, checked after the read. */
  filter?: Expression;
  /** The attributes to read; all without it. */
  attributes?: readonly string[];
  order?: Order;
  /** Without it, the read is strongly consistent; an index never is. */
  consistent?: boolean;
  /** Only counts the items. */
  countOnly?: boolean;
};

export type QueryPage = { items: Item[]; count: number; lastKey: Key | undefined };

/**
 * Reads one page of a query: as many items as fit into a megabyte, or fewer.
 *
 * @param startKey the `lastKey` of the previous page
 */
export async function queryPage(query: Query, limit?: number, startKey?: Key): Promise<QueryPage> {
  const { table, index, order, consistent = true, countOnly } = query;
  const { Items, Count, LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: table ?? tableName(),
      IndexName: index && indexes[index].name,
      ConsistentRead: consistent && index === undefined,
      ...selectionOf(query),
      ScanIndexForward: order === undefined ? undefined : order === 'asc',
      Select: countOnly ? 'COUNT' : undefined,
      Limit: limit,
      ExclusiveStartKey: startKey,
    }),
  );
  return { items: (Items ?? []) as Item[], count: Count ?? 0, lastKey: LastEvaluatedKey as Key | undefined };
}

/** Reads the pages of a query to the end. */
export async function* queryPages(query: Query, limits?: Limits): AsyncGenerator<QueryPage> {
  let limit = limits?.first;
  let page: QueryPage | undefined;
  do {
    page = await queryPage(query, limit, page?.lastKey);
    yield page;
    if (limit !== undefined) limit = limits?.next(limit, page.items.length);
  } while (page.lastKey);
}

/** The limit of the first page, and of each next page by the limit and items of the previous one. */
export type Limits = { first: number | undefined; next: (limit: number, items: number) => number };

/** Returns every item that a query finds, however many pages it takes. */
export async function queryAll(query: Query): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of queryPages(query)) items.push(...page.items);
  return items;
}

function selectionOf({ index, partition, prefix, span, filter, attributes }: Query) {
  const { nameOf, textOf, named } = placeholders();
  const names = index ? indexes[index] : tableKey;
  const sortKey = attribute(names.sort);
  const ofKey = allOf(
    expression`${attribute(names.partition)} = ${partition}`,
    prefix === undefined ? undefined : expression`begins_with(${sortKey}, ${prefix})`,
    span && expression`${sortKey} BETWEEN ${span.low} AND ${span.high}`,
  );
  return {
    KeyConditionExpression: textOf(ofKey),
    FilterExpression: filter && textOf(filter),
    ProjectionExpression: attributes?.map(nameOf).join(', '),
    ...named(),
  };
}
