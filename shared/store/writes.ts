import { type Change, type Expression, expression, isOr, parametersOf } from './expression.ts';
import type { Key } from './keys.ts';
import { createItem, type Item, type TransactItem, tableName, updateItem, writeIfUnchanged } from './table.ts';

export const isNew = expression`attribute_not_exists(pk)`;
export const exists = expression`attribute_exists(pk)`;

/** Whether an item is as it was read, where each change of it counts its `revision` up. */
export const unchanged = ({ revision = 0 }: { revision?: number }): Expression => isOr('revision', revision, 0);

/** The write that stores an item, in place of the one that is there. */
export const putWrite = (item: Item, condition?: Expression): TransactItem => ({
  Put: { TableName: tableName(), Item: item, ...parametersOf({ if: condition }) },
});

/** The write that stores an item, if there is none with its key. */
export const putNewWrite = (item: Item): TransactItem => putWrite(item, isNew);

/** The write that changes an item, or makes it where the condition allows that. */
export const updateWrite = ({ pk, sk }: Key, change: Change): { Update: NonNullable<TransactItem['Update']> } => ({
  Update: { TableName: tableName(), Key: { pk, sk }, ...parametersOf(change) },
});

export const deleteWrite = ({ pk, sk }: Key, condition?: Expression): TransactItem => ({
  Delete: { TableName: tableName(), Key: { pk, sk }, ...parametersOf({ if: condition }) },
});

/** The part of a transaction that writes nothing, and fails it when the condition does not hold. */
export const checkWrite = ({ pk, sk }: Key, condition: Expression): TransactItem => ({
  ConditionCheck: { TableName: tableName(), Key: { pk, sk }, ...parametersOf({ if: condition }) },
});

/** Changes an item, in a transaction only where there are other writes: it costs twice as much. */
export const updateItemWith = (key: Key, change: Change, others: readonly TransactItem[]): Promise<boolean> =>
  others.length === 0 ? updateItem(key, change) : writeIfUnchanged([updateWrite(key, change), ...others]);

/** Stores a new item, as `createItem` does where there are no other writes. */
export async function createItemWith(item: Item, others: readonly TransactItem[]): Promise<boolean> {
  if (others.length > 0) return writeIfUnchanged([putNewWrite(item), ...others]);
  await createItem(item);
  return true;
}
