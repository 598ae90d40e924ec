import type { Attempt, Delivery, DeliveryEvent, DeliveryStatus, WaitingFor } from '../../domain/receivers/webhook.ts';
import { minuteMs } from '../../durations.ts';
import { deliveryId, deliveryIdOf, deliverySortKey } from '../../ids.ts';
import { allOf, type Expression, expression } from '../expression.ts';
import { dueKeys, type Key, keyOf, partitionOf, partsOf } from '../keys.ts';
import type { CountedList } from '../lists/counted-list.ts';
import { type ReadOptions, readRows } from '../lists/read-list.ts';
import { markStatus } from '../lists/status-marks.ts';
import { parseObject, reportUnreadable } from '../report-unreadable.ts';
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

/** How long a delivery is stored after its end. */
const keptSeconds = 30 * 24 * 3600;

/** A delivery as its item stores it. What its keys contain is not repeated. */
type DeliveryItem = {
  status: DeliveryStatus;
  /** The event as JSON. The attempts are JSON too. */
  event: string;
  attempts: string;
  attemptCount: number;
  attemptsBefore?: number;
  createdAt: string;
  retriedAt?: string;
  nextAttemptAt?: string;
  waitingFor?: WaitingFor;
  test?: true;
  digest?: string;
  /** JSON. */
  told?: string;
  ttl?: number;
};

/**
 * Returns a delivery that has not been attempted and is not stored.
 *
 * @param identity the unique name of the event: a response's ID, or that and the sequence number of its change
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

/** Returns the receiver in a delivery's key. */
export function receiverOfDelivery({ pk }: Key): ReceiverAddress | undefined {
  const parts = partsOf('delivery', 'pk', pk);
  return parts && { owner: parts.owner, receiverId: parts.webhook };
}

const itemOf = (delivery: Delivery): Item => {
  const { status, attempts, attemptCount, attemptsBefore, createdAt, test, digest, told } = delivery;
  const item: DeliveryItem = {
    status,
    event: JSON.stringify(delivery.event),
    attempts: JSON.stringify(attempts),
    attemptCount,
    ...(attemptsBefore > 0 && { attemptsBefore }),
    createdAt,
    ...scheduleOf(delivery),
    ...(test && { test }),
    ...(digest && { digest }),
    ...(told && { told: JSON.stringify(told) }),
    ...(status !== 'scheduled' && { ttl: Math.floor(Date.now() / 1000) + keptSeconds }),
  };
  return { ...deliveryKey(delivery), ...item };
};

type Schedule = Pick<DeliveryItem, 'retriedAt' | 'nextAttemptAt' | 'waitingFor'>;

const scheduleOf = ({ retriedAt, nextAttemptAt, waitingFor }: Schedule): Schedule => ({
  ...(retriedAt && { retriedAt }),
  ...(nextAttemptAt && { nextAttemptAt }),
  ...(waitingFor && { waitingFor }),
});

/** Returns the delivery in an item, or undefined when the item has expired or is damaged. */
export function fromItem(item: Item, onDamage = () => reportUnreadable('a delivery', item)): Delivery | undefined {
  const { ttl, event, attempts, attemptsBefore = 0, ...rest } = item as Item & DeliveryItem;
  const address = receiverOfDelivery(item);
  const sortKey = partsOf('delivery', 'sk', item.sk)?.sortKey;
  if (!address || !sortKey || (ttl !== undefined && ttl <= Date.now() / 1000)) return undefined;
  const { status, attemptCount, createdAt, test, digest, told } = rest;
  const content = { event: parseObject<Delivery['event']>(event), attempts: parseObject<Attempt[]>(attempts) };
  if (!content.event || !content.attempts) {
    onDamage();
    return undefined;
  }
  return {
    id: deliveryIdOf(sortKey),
    ...address,
    status,
    event: content.event,
    attempts: content.attempts,
    attemptCount,
    attemptsBefore,
    createdAt,
    ...scheduleOf(rest),
    ...(test && { test }),
    ...(digest && { digest }),
    ...(told && { told: parseObject<NonNullable<Delivery['told']>>(told) }),
  };
}

export async function getDelivery(key: Key): Promise<Delivery | undefined> {
  const item = await getItem(key);
  return item && fromItem(item);
}

/** Returns the delivery to this receiver with this ID. */
export async function getDeliveryOf(receiver: Receiver, id: string): Promise<Delivery | undefined> {
  if (deliverySortKey(id) === undefined) return undefined;
  return getDelivery(deliveryKey({ id, ...addressOf(receiver) }));
}

/** A delivery that is stored within this time of its event is found without a mark. */
const lagMs = minuteMs;

/** Marks the status that a delivery is about to get, for the lists of that status. */
async function markChange({ id, receiverId, event }: Delivery, status: DeliveryStatus): Promise<void> {
  const isRecent = Date.now() - Date.parse(event.timestamp) < lagMs / 2;
  if (!isRecent) await markStatus([receiverId], deliverySortKey(id) ?? '', status);
}

/** Lists a receiver's deliveries by the time of their events. Times are in ms since the epoch; `to` is exclusive. */
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

/**
 * Returns deliveries to attempt by key, in no particular order. The read is strongly consistent. Deliveries that are
 * not stored are left out. Throws for a damaged one, so that it is neither lost nor attempted from the start.
 */
export const getDeliveries = async (keys: readonly Key[]): Promise<Delivery[]> => deliveriesIn(await batchGet(keys));

/** Returns the deliveries in items. Throws for a damaged one. */
export const deliveriesIn = (items: readonly Item[]): Delivery[] =>
  items.map(intactFromItem).filter(delivery => delivery !== undefined);

const intactFromItem = (item: Item): Delivery | undefined =>
  fromItem(item, () => {
    throw new Error('A delivery is damaged');
  });

/**
 * The times of the next attempt: when it is made, and from when the due index shows it (both in ms since the epoch).
 * `environmentId` is its tenant.
 */
export type RetryTimes = { nextAttemptAt: number; dueAt: number; environmentId: string };

/**
 * Stores a successful attempt, which ends the delivery. Like the functions below, returns false when the stored
 * delivery has changed since it was read: another worker made the attempt, or it has ended.
 */
export function recordSuccess(read: Delivery, attempt: Attempt): Promise<boolean> {
  return replace(read, attempted(read, attempt, 'succeeded'));
}

/** Stores a failed attempt. The next one waits; without `next` the delivery is dead. */
export function recordFailure(read: Delivery, attempt: Attempt, next?: RetryTimes): Promise<boolean> {
  if (!next) return replace(read, attempted(read, attempt, 'dead'));
  const nextAttemptAt = new Date(next.nextAttemptAt).toISOString();
  const waiting = { ...attempted(read, { ...attempt, nextAttemptAt }, 'scheduled'), nextAttemptAt };
  return replace(read, waiting, next);
}

/** Stores a delivery that has to wait, without counting an attempt. */
export function deferDelivery(read: Delivery, next: RetryTimes, waitingFor?: WaitingFor): Promise<boolean> {
  const { waitingFor: _, ...rest } = read;
  const nextAttemptAt = new Date(next.nextAttemptAt).toISOString();
  return replace(read, { ...rest, status: 'scheduled', nextAttemptAt, ...(waitingFor && { waitingFor }) }, next);
}

/** Stores that a delivery ended because its receiver is gone. */
export const recordCancellation = (read: Delivery, attempt: Attempt): Promise<boolean> =>
  replace(read, attempted(read, attempt, 'cancelled'));

/**
 * Stores that a response waits for a digest, together with its entry there in one transaction, so a repeated message
 * makes one entry. Returns false when another worker came first.
 *
 * @param end the end of the digest, in ms since the epoch
 */
export async function recordCollected(read: Delivery, end: number, entry: TransactItem): Promise<boolean> {
  await markChange(read, 'succeeded');
  const rest = ended(read);
  const collected = { ...rest, status: 'succeeded' as const, digest: new Date(end).toISOString() };
  return writeIfUnchanged([putWrite(itemOf(collected), orNew(read)), entry]);
}

/** Ends a stored delivery without another attempt. One that is not stored is not created. */
export function cancelDelivery(read: Delivery): Promise<boolean> {
  return replace(read, { ...ended(read), status: 'cancelled' }, undefined, allOf(exists, asRead(read)));
}

/** Removes a waiting delivery. Nothing more is sent for a deleted form. */
export const removeDelivery = (read: Delivery): Promise<void> => deleteOnce(deliveryKey(read));

/** Stores a new delivery that is due at once; the stream hands it over. Returns false when it is already stored. */
export function scheduleDelivery(delivery: Delivery, environmentId: string, now = Date.now()): Promise<boolean> {
  const scheduled = { ...delivery, nextAttemptAt: new Date(now).toISOString() };
  return putItemIf({ ...itemOf(scheduled), ...dueKeys(now, environmentId) }, isNew);
}

/** Makes a delivery of any status due at a time (ms since the epoch), from the start of its schedule. */
export async function retryDelivery(read: Delivery, environmentId: string, time: number): Promise<boolean> {
  await markChange(read, 'scheduled');
  return updateItem(deliveryKey(read), {
    set: {
      status: 'scheduled' satisfies DeliveryStatus,
      attemptsBefore: read.attemptCount,
      retriedAt: new Date(time).toISOString(),
      nextAttemptAt: new Date(time).toISOString(),
      ...dueKeys(time, environmentId),
    },
    remove: ['ttl', 'waitingFor'],
    if: expression`attribute_exists(pk) AND #status = ${read.status} AND attemptCount = ${read.attemptCount}`,
  });
}

/** Returns a delivery that no longer waits. */
function ended({ nextAttemptAt: _, waitingFor: __, ...rest }: Delivery): Delivery {
  return rest;
}

/** Manual retries are unlimited, so the log of attempts is not. */
const attemptsKept = 50;

function attempted(read: Delivery, attempt: Attempt, status: DeliveryStatus): Delivery {
  const { told, ...rest } = ended(read);
  const attempts = [...read.attempts, attempt].slice(-attemptsKept);
  // After a success, everyone has it. If it is sent again by hand, everyone gets it again.
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
