import type { Attempt, Delivery, DeliveryEvent, DeliveryStatus } from '../../domain/receivers/webhook.ts';
import { minuteMs } from '../../durations.ts';
import { deliveryId, deliveryIdOf, deliverySortKey } from '../../ids.ts';
import { allOf, type Expression, expression } from '../expression.ts';
import { dueKeys, type Key, keyOf, partitionOf, partsOf } from '../keys.ts';
import type { CountedList } from '../lists/counted-list.ts';
import { type ReadOptions, readRows } from '../lists/read-list.ts';
import { markStatus } from '../lists/status-marks.ts';
import {
  batchGet,
  deleteOnce,
  getItem,
  type Item,
  putItemIf,
  type TransactItem,
  updateItem,
  writeIfUnchanged,
} from '../table.ts';
import { exists, isNew, putWrite } from '../writes.ts';
import type { ReceiverAddress } from './receiver-item.ts';
import { addressOf, type Receiver } from './receivers.ts';

/** How long a delivery is kept after its end. */
const keptSeconds = 30 * 24 * 3600;

/** A delivery as its item holds it; what its keys say is not said again. */
type DeliveryItem = {
  status: DeliveryStatus;
  /** JSON, as are the attempts. */
  event: string;
  attempts: string;
  attemptCount: number;
  attemptsBefore?: number;
  createdAt: string;
  nextAttemptAt?: string;
  test?: true;
  digest?: string;
  /** JSON. */
  told?: string;
  ttl?: number;
};

/**
 * A delivery that has not been attempted, and is not stored.
 *
 * @param identity what no other event is called: the id of a response, or that and the sequence number of its change
 */
export function newDelivery({ receiverId, owner }: ReceiverAddress, event: DeliveryEvent, identity: string): Delivery {
  return {
    id: deliveryId({ time: Date.parse(event.timestamp), identity }, receiverId),
    receiverId,
    owner,
    status: 'scheduled',
    event,
    attempts: [],
    attemptCount: 0,
    attemptsBefore: 0,
    createdAt: new Date().toISOString(),
  };
}

export function deliveryKey({ id, owner, receiverId }: Pick<Delivery, 'id' | 'owner' | 'receiverId'>): Key {
  return keyOf('delivery', { owner, webhook: receiverId, sortKey: deliverySortKey(id) ?? '' });
}

/** Whom a delivery is to, by the key of the delivery. */
export function receiverOfDelivery({ pk }: Key): ReceiverAddress | undefined {
  const parts = partsOf('delivery', 'pk', pk);
  return parts && { owner: parts.owner, receiverId: parts.webhook };
}

const itemOf = (delivery: Delivery): Item => {
  const { status, attempts, attemptCount, attemptsBefore, createdAt, nextAttemptAt, test, digest, told } = delivery;
  const item: DeliveryItem = {
    status,
    event: JSON.stringify(delivery.event),
    attempts: JSON.stringify(attempts),
    attemptCount,
    ...(attemptsBefore > 0 && { attemptsBefore }),
    createdAt,
    ...(nextAttemptAt && { nextAttemptAt }),
    ...(test && { test }),
    ...(digest && { digest }),
    ...(told && { told: JSON.stringify(told) }),
    ...(status !== 'scheduled' && { ttl: Math.floor(Date.now() / 1000) + keptSeconds }),
  };
  return { ...deliveryKey(delivery), ...item };
};

/** The delivery in an item; undefined when the item has been kept long enough. */
export function fromItem(item: Item): Delivery | undefined {
  const { ttl, event, attempts, attemptsBefore = 0, ...rest } = item as Item & DeliveryItem;
  const address = receiverOfDelivery(item);
  const sortKey = partsOf('delivery', 'sk', item.sk)?.sortKey;
  if (!address || !sortKey || (ttl !== undefined && ttl <= Date.now() / 1000)) return undefined;
  const { status, attemptCount, createdAt, nextAttemptAt, test, digest, told } = rest;
  return {
    id: deliveryIdOf(sortKey),
    ...address,
    status,
    event: JSON.parse(event),
    attempts: JSON.parse(attempts),
    attemptCount,
    attemptsBefore,
    createdAt,
    ...(nextAttemptAt && { nextAttemptAt }),
    ...(test && { test }),
    ...(digest && { digest }),
    ...(told && { told: JSON.parse(told) }),
  };
}

export async function getDelivery(key: Key): Promise<Delivery | undefined> {
  const item = await getItem(key);
  return item && fromItem(item);
}

/** The delivery to this receiver with this id. */
export async function getDeliveryOf(receiver: Receiver, id: string): Promise<Delivery | undefined> {
  if (deliverySortKey(id) === undefined) return undefined;
  return getDelivery(deliveryKey({ id, ...addressOf(receiver) }));
}

/** What is stored within this time of its event is found without a mark. */
const lagMs = minuteMs;

/** Says which status a delivery is about to come to, for the lists of that. */
async function markChange({ id, receiverId, event }: Delivery, status: DeliveryStatus): Promise<void> {
  const isRecent = Date.now() - Date.parse(event.timestamp) < lagMs / 2;
  if (!isRecent) await markStatus([receiverId], deliverySortKey(id) ?? '', status);
}

/** The deliveries to a receiver, by the time of their events. Times: ms since the epoch, `to` exclusive. */
export function deliveriesOf(
  { owner, receiverId }: ReceiverAddress,
  filter: { status?: DeliveryStatus; from?: number; to?: number },
): CountedList {
  const { status, ...times } = filter;
  const partitions = [partitionOf('delivery', 'pk', { owner, webhook: receiverId })];
  return { id: receiverId, timeline: { partitions, status }, lagMs, ...times };
}

export async function* readDeliveries(scope: CountedList, options: ReadOptions): AsyncGenerator<Delivery> {
  for await (const item of readRows(scope, options)) {
    const delivery = fromItem(item);
    if (delivery) yield delivery;
  }
}

/** Deliveries by key, in no order, strongly consistent; those that are not stored are left out. */
export async function getDeliveries(keys: readonly Key[]): Promise<Delivery[]> {
  return (await batchGet(keys)).map(fromItem).filter(delivery => delivery !== undefined);
}

/** How the next attempt is waited for: when it is to be, from when on the due index shows it (both ms since the epoch), and whose it is. */
export type RetryTimes = { nextAttemptAt: number; dueAt: number; environmentId: string };

/**
 * Stores that an attempt succeeded: the end of the delivery. False, as with the others below, when the stored delivery is
 * not the one that was read any more: another worker made the attempt, or it has ended.
 */
export function recordSuccess(read: Delivery, attempt: Attempt): Promise<boolean> {
  return replace(read, attempted(read, attempt, 'succeeded'));
}

/** Stores that an attempt failed: the next one waits, or without `next` the delivery is dead. */
export function recordFailure(read: Delivery, attempt: Attempt, next?: RetryTimes): Promise<boolean> {
  if (!next) return replace(read, attempted(read, attempt, 'dead'));
  const nextAttemptAt = new Date(next.nextAttemptAt).toISOString();
  const waiting = { ...attempted(read, { ...attempt, nextAttemptAt }, 'scheduled'), nextAttemptAt };
  return replace(read, waiting, next);
}

/** Stores a delivery that was not attempted, because it has to wait: it counts no attempt. */
export function deferDelivery(read: Delivery, next: RetryTimes): Promise<boolean> {
  const nextAttemptAt = new Date(next.nextAttemptAt).toISOString();
  return replace(read, { ...read, status: 'scheduled', nextAttemptAt }, next);
}

/** Stores that a delivery ended with an attempt that found nobody to deliver to. */
export const recordCancellation = (read: Delivery, attempt: Attempt): Promise<boolean> =>
  replace(read, attempted(read, attempt, 'cancelled'));

/**
 * Stores that a response waits for a digest, in one transaction with its entry there: a message that comes twice makes one
 * entry. False when another worker came first.
 *
 * @param end of the digest: ms since the epoch
 */
export async function recordCollected(read: Delivery, end: number, entry: TransactItem): Promise<boolean> {
  await markChange(read, 'succeeded');
  const { nextAttemptAt: _, ...rest } = read;
  const collected = { ...rest, status: 'succeeded' as const, digest: new Date(end).toISOString() };
  return writeIfUnchanged([putWrite(itemOf(collected), orNew(read)), entry]);
}

/** Ends a stored delivery without another attempt. One that is not stored stays so. */
export function cancelDelivery(read: Delivery): Promise<boolean> {
  const { nextAttemptAt: _, ...rest } = read;
  return replace(read, { ...rest, status: 'cancelled' }, undefined, allOf(exists, asRead(read)));
}

/** Removes a delivery that waits: of a form that is deleted, nothing is sent any more. */
export const removeDelivery = (read: Delivery): Promise<void> => deleteOnce(deliveryKey(read));

/** Stores a new delivery that is due at once: the stream hands it over. False when it is there already. */
export function scheduleDelivery(delivery: Delivery, environmentId: string, now = Date.now()): Promise<boolean> {
  const scheduled = { ...delivery, nextAttemptAt: new Date(now).toISOString() };
  return putItemIf({ ...itemOf(scheduled), ...dueKeys(now, environmentId) }, isNew);
}

/** Makes a delivery due at a time (ms since the epoch), whatever its status, at the beginning of its schedule. */
export async function retryDelivery(read: Delivery, environmentId: string, time: number): Promise<boolean> {
  await markChange(read, 'scheduled');
  return updateItem(deliveryKey(read), {
    set: {
      status: 'scheduled' satisfies DeliveryStatus,
      attemptsBefore: read.attemptCount,
      nextAttemptAt: new Date(time).toISOString(),
      ...dueKeys(time, environmentId),
    },
    remove: ['ttl'],
    if: expression`attribute_exists(pk) AND #status = ${read.status} AND attemptCount = ${read.attemptCount}`,
  });
}

/** Manual retries have no end; the log of their attempts has. */
const attemptsKept = 50;

function attempted(read: Delivery, attempt: Attempt, status: DeliveryStatus): Delivery {
  const { nextAttemptAt: _, told, ...rest } = read;
  const attempts = [...read.attempts, attempt].slice(-attemptsKept);
  // All have it once it succeeded: sent again by hand, it goes to all.
  const late = status !== 'succeeded' && told && { told };
  return { ...rest, ...late, status, attempts, attemptCount: read.attemptCount + 1 };
}

async function replace(
  read: Delivery,
  changed: Delivery,
  next?: RetryTimes,
  condition = orNew(read),
): Promise<boolean> {
  await markChange(read, changed.status);
  return putItemIf({ ...itemOf(changed), ...(next && dueKeys(next.dueAt, next.environmentId)) }, condition);
}

const asRead = ({ attemptCount }: Delivery): Expression =>
  expression`(#status = ${'scheduled' satisfies DeliveryStatus} AND attemptCount = ${attemptCount})`;

const orNew = (read: Delivery): Expression => expression`${isNew} OR ${asRead(read)}`;
