import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { minuteMs } from '../durations.ts';
import { expression, parametersOf } from './expression.ts';
import { afterTenant, dueAt, dueKeys, dueParts, duePeriodEnd, type Key } from './keys.ts';
import { queryPage } from './query.ts';
import { dynamodb, type Item, tableName, updateItem } from './table.ts';
import { exists } from './writes.ts';

/** An item whose time has come, as the due index shows it. */
export type DueItem = Key & { duesk: string };

/** How long a worker has for what it was handed; what is not done by then is due again. */
const leaseMs = 20 * minuteMs;

/** How much of a tenant's work is handed over before it is another's turn. */
const turnItems = 100;

/**
 * One round over the tenants who have due work in a slice of the index, those with the longest overdue first: to each its
 * turn, whatever the others have. Who has more is met again in the next round, once what this one gave is leased.
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

/** Work whose time is damaged is due at once; its lease gives it another. */
export const isDue = (duesk: string, now: number): boolean => !(dueParts(duesk).time > now);

/** Leases due work. False when another worker took it, or it was done, in the meantime. */
export const lease = ({ duesk, ...key }: DueItem, now: number): Promise<boolean> =>
  updateItem(key, { set: { duesk: dueAt(duesk, now + leaseMs) }, if: expression`duesk = ${duesk}` });

/** Takes an item off the index of due work. Unlike other writes it leaves no stamp: an item that is full can only shrink. */
export async function withdraw({ pk, sk, duesk }: DueItem): Promise<void> {
  try {
    const change = parametersOf({ remove: ['duepk', 'duesk'], if: expression`duesk = ${duesk}` });
    await dynamodb.send(new UpdateCommand({ TableName: tableName(), Key: { pk, sk }, ...change }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Sets when the item is due next, for whom, and what it has come to. False when it is gone. */
export const postpone = (key: Key, tenant: string, time: number, step: number): Promise<boolean> =>
  updateItem(key, { set: { ...dueKeys(time, tenant), step }, if: exists });
