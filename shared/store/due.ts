import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { minuteMs } from '../durations.ts';
import { expression, parametersOf } from './expression.ts';
import { afterTenant, dueAt, dueKeys, dueParts, duePeriodEnd, type Key } from './keys.ts';
import { queryPage } from './query.ts';
import { dynamodb, type Item, tableName, updateItem } from './table.ts';
import { exists } from './writes.ts';

/** A due item, as the due index shows it. */
export type DueItem = Key & { duesk: string };

/** How long a worker may take for an item. After that, the item is due again. */
const leaseMs = 20 * minuteMs;

/** The maximum number of a tenant's items that are handed over before the next tenant's turn. */
const turnItems = 100;

/**
 * Makes one round over the tenants with due work in a slice of the index, longest overdue first. Each gets a turn,
 * however much work the others have. A tenant with more work comes up again in the next round, once these items are
 * leased.
 *
 * @param now ms since the epoch
 */
export async function* readTurns(partition: string, now: number): AsyncGenerator<DueItem[]> {
  const served = new Set<string>();
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const { items, more } = await readAfter(partition, after, now);
    const turn = items.filter(({ duesk }) => isDue(duesk, now) && !served.has(dueParts(duesk).tenant));
    for (const { duesk } of turn) served.add(dueParts(duesk).tenant);
    if (turn.length > 0) yield turn;
    const last = items.at(-1);
    after = more && last ? afterTenant(last.duesk) : undefined;
  }
}

async function readAfter(partition: string, after: string, now: number) {
  const query = { index: 'due', partition, span: { low: after, high: duePeriodEnd(now) } } as const;
  const { items, lastKey } = await queryPage(query, turnItems);
  return { items: items as (Item & DueItem)[], more: lastKey !== undefined };
}

/** Whether work is due. Work with a damaged time is due at once; its lease gives it a new time. */
export const isDue = (duesk: string, now: number): boolean => !(dueParts(duesk).time > now);

/** Leases due work. Returns false when another worker has taken it, or it is done. */
export const lease = ({ duesk, ...key }: DueItem, now: number): Promise<boolean> =>
  updateItem(key, { set: { duesk: dueAt(duesk, now + leaseMs) }, if: expression`duesk = ${duesk}` });

/** How long leased work waits when it reached no worker because a queue was unavailable. */
const againMs = minuteMs;

/** Makes work that was leased at this time due again soon, unless a worker has it after all. */
export const shortenLease = ({ duesk, ...key }: DueItem, leasedAt: number): Promise<boolean> =>
  updateItem(key, {
    set: { duesk: dueAt(duesk, leasedAt + againMs) },
    if: expression`duesk = ${dueAt(duesk, leasedAt + leaseMs)}`,
  });

/**
 * Removes an item from the due index. Unlike other writes it leaves no stamp, because an item at the size limit can
 * only shrink.
 */
export async function withdraw({ pk, sk, duesk }: DueItem): Promise<void> {
  try {
    const change = parametersOf({ remove: ['duepk', 'duesk'], if: expression`duesk = ${duesk}` });
    await dynamodb.send(new UpdateCommand({ TableName: tableName(), Key: { pk, sk }, ...change }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Sets when an item is due next, its tenant and its step. Returns false when it is gone. */
export const postpone = (key: Key, tenant: string, time: number, step: number): Promise<boolean> =>
  updateItem(key, { set: { ...dueKeys(time, tenant), step }, if: exists });
