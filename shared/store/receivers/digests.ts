import { digestSettlesMs } from '../../domain/receivers/digest-window.ts';
import { type Delivery, digestEvent } from '../../domain/receivers/webhook.ts';
import { dayMs } from '../../durations.ts';
import { timeKey } from '../../ids.ts';
import { keyOf, partitionOf } from '../keys.ts';
import { queryPage, queryPages } from '../query.ts';
import { putWrite } from '../writes.ts';
import { newDelivery, recordCollected, scheduleDelivery } from './deliveries.ts';
import type { StoredIntegration } from './integrations.ts';
import type { ReceiverAddress } from './receiver-item.ts';

/** How long a digest's delivery may be retried or sent again by hand. */
const entrySeconds = (40 * dayMs) / 1000;

/** The digests whose deliveries this process has stored or found. Most responses belong to one of these. */
const scheduled = new Set<string>();
const scheduledMax = 1000;

/**
 * Adds a response to the digest that ends at `end` (ms since the epoch) and has a delivery of its own. That delivery is
 * stored first: an empty digest is not sent, but one without a delivery would be lost.
 */
export async function collect(stored: StoredIntegration, delivery: Delivery, end: number): Promise<void> {
  const { owner, environmentId, integration } = stored;
  await scheduleDigest({ owner, receiverId: integration.id }, { environmentId, formId: integration.formId, end });
  const { responseId = '', formId } = delivery.event;
  const key = keyOf('digestEntry', { owner, integration: integration.id, end: timeKey(end), response: responseId });
  await recordCollected(delivery, end, putWrite({ ...key, formId, ttl: Math.ceil(end / 1000) + entrySeconds }));
}

type Digest = { environmentId: string; formId: string | null; end: number };

async function scheduleDigest(address: ReceiverAddress, { environmentId, formId, end }: Digest): Promise<void> {
  const identity = `digest ${timeKey(end)}`;
  const name = `${address.receiverId} ${identity}`;
  if (scheduled.has(name)) return;
  const digest = new Date(end).toISOString();
  const delivery = { ...newDelivery(address, digestEvent(formId, end), identity), digest };
  await scheduleDelivery(delivery, environmentId, end + digestSettlesMs);
  if (scheduled.size >= scheduledMax) scheduled.clear();
  scheduled.add(name);
}

/** The maximum number of responses that are counted. A larger digest says "more than". */
const countedMax = 10_000;

/** Returns the newest responses of a digest, up to a limit, and the number of all. */
export async function readDigest(
  { owner, receiverId }: ReceiverAddress,
  end: string,
  listed: number,
): Promise<{ responseIds: string[]; count: number; isAll: boolean }> {
  const partition = partitionOf('digestEntry', 'pk', { owner, integration: receiverId });
  const prefix = `${timeKey(Date.parse(end))}#`;
  const { items, lastKey } = await queryPage({ partition, prefix, order: 'desc', attributes: ['pk', 'sk'] }, listed);
  const responseIds = items.map(({ sk }) => sk.slice(prefix.length));
  if (!lastKey) return { responseIds, count: responseIds.length, isAll: true };
  let count = 0;
  for await (const page of queryPages({ partition, prefix, countOnly: true })) {
    count += page.count;
    if (count > countedMax) return { responseIds, count: countedMax, isAll: false };
  }
  return { responseIds, count, isAll: true };
}
