import { type Expression, expression, type ItemUpdate, isOr, parametersOf } from './expression.ts';
import type { Key } from './keys.ts';
import { createItem, type Item, type TransactItem, tableName, updateItem, writeIfUnchanged } from './table.ts';

export const isNew = expression`attribute_not_exists(pk)`;
export const exists = expression`attribute_exists(pk)`;

/** True when an item is as it was read. Each change of it increases its `revision`. */
export const unchanged = ({ revision = 0 }: { revision?: number }): Expression => isOr('revision', revision, 0);

/** Returns the write that stores an item and replaces an existing one. */
export const putWrite = (item: Item, condition?: Expression): TransactItem => ({
  Put: { TableName: tableName(), Item: item, ...parametersOf({ if: condition }) },
});

/** Returns the write that stores an item if none has its key. */
export const putNewWrite = (item: Item): TransactItem => putWrite(item, isNew);

/** Returns the write that changes an item, or creates it where the condition allows. */
export const updateWrite = ({ pk, sk }: Key, change: ItemUpdate): { Update: NonNullable<TransactItem['Update']> } => ({
  Update: { TableName: tableName(), Key: { pk, sk }, ...parametersOf(change) },
});

export const deleteWrite = ({ pk, sk }: Key, condition?: Expression): TransactItem => ({
  Delete: { TableName: tableName(), Key: { pk, sk }, ...parametersOf({ if: condition }) },
});

/** Returns a check that writes nothing, and fails the transaction when the condition is false. */
export const checkWrite = ({ pk, sk }: Key, condition: Expression): TransactItem => ({
  ConditionCheck: { TableName: tableName(), Key: { pk, sk }, ...parametersOf({ if: condition }) },
});

/** Changes an item. Uses a transaction only when there are other writes, because it costs twice as much. */
export const updateItemWith = (key: Key, change: ItemUpdate, others: readonly TransactItem[]): Promise<boolean> =>
  others.length === 0 ? updateItem(key, change) : writeIfUnchanged([updateWrite(key, change), ...others]);

/** Stores a new item, like `createItem` when there are no other writes. */
export async function createItemWith(item: Item, others: readonly TransactItem[]): Promise<boolean> {
  if (others.length > 0) return writeIfUnchanged([putNewWrite(item), ...others]);
  await createItem(item);
  return true;
}
