import { beforeEach, describe, expect, it } from '@jest/globals';
import { digestSettlesMs } from '../../../../shared/domain/receivers/digest-window.ts';
import type { Delivery } from '../../../../shared/domain/receivers/webhook.ts';
import { newId, newResponseId, timeKey } from '../../../../shared/ids.ts';
import { dueKeys, keyOf } from '../../../../shared/store/keys.ts';
import {
  deliveriesOf,
  deliveryKey,
  getDelivery,
  newDelivery,
  readDeliveries,
} from '../../../../shared/store/receivers/deliveries.ts';
import { collect, readDigest } from '../../../../shared/store/receivers/digests.ts';
import type { StoredIntegration } from '../../../../shared/store/receivers/integrations.ts';
import { addressOf } from '../../../../shared/store/receivers/receivers.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { eventAt, newCaller, storedIntegration } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const end = Date.parse('2026-03-14T13:00:00.000Z');
const endText = new Date(end).toISOString();
const formId = newId('form');

let integration: StoredIntegration;
beforeEach(async () => {
  const config = { recipients: ['ada@example.com'], digest: 'hourly' as const };
  integration = await storedIntegration(await newCaller(), 'email', config);
});

/** The delivery of a response that came a number of seconds before the end of the digest. */
function deliveryOf(seconds: number): Delivery & { responseId: string } {
  const responseId = newResponseId(formId, 1, end - seconds * 1000);
  const event = { ...eventAt(end - seconds * 1000, formId), responseId };
  return { ...newDelivery(addressOf(integration), event, responseId), responseId };
}

async function collected(delivery: Delivery, until = end): Promise<void> {
  await collect(integration, delivery, until);
}

async function deliveries(): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for await (const each of readDeliveries(deliveriesOf(addressOf(integration), {}), { order: 'asc' })) found.push(each);
  return found;
}

describe('a response in a digest', () => {
  it('has a delivery that has ended, and an entry that is kept for 40 days after the end', async () => {
    const { responseId, ...delivery } = deliveryOf(10);
    await collected(delivery);
    expect(await getDelivery(deliveryKey(delivery))).toEqual({ ...delivery, status: 'succeeded', digest: endText });
    const { owner, receiverId } = addressOf(integration);
    const key = keyOf('digestEntry', { owner, integration: receiverId, end: timeKey(end), response: responseId });
    expect(await getItem(key)).toEqual({ ...key, formId, ttl: end / 1000 + 40 * 24 * 3600 });
  });

  it('has the digest sent once, a while after its end', async () => {
    for (const seconds of [30, 20]) await collected(deliveryOf(seconds));
    const digests = (await deliveries()).filter(({ status }) => status === 'scheduled');
    expect(digests).toHaveLength(1);
    const [digest] = digests;
    const sentAt = end + digestSettlesMs;
    expect(digest).toMatchObject({
      ...addressOf(integration),
      event: { name: 'response.created', timestamp: endText, formId: `form_${'0'.repeat(26)}` },
      digest: endText,
      attemptCount: 0,
      nextAttemptAt: new Date(sentAt).toISOString(),
    });
    expect(digest?.event).not.toHaveProperty('responseId');
    expect(digest && (await getItem(deliveryKey(digest)))).toMatchObject({
      duesk: dueKeys(sentAt, integration.environmentId).duesk,
    });
  });

  it('is in it once, though its message comes again', async () => {
    const delivery = deliveryOf(10);
    await collected(delivery);
    await collected(delivery, end + 3600_000);
    expect(await readDigest(addressOf(integration), endText, 25)).toMatchObject({ count: 1 });
    const next = new Date(end + 3600_000).toISOString();
    expect(await readDigest(addressOf(integration), next, 25)).toEqual({ responseIds: [], count: 0, isAll: true });
  });
});

describe('a digest', () => {
  it('lists its newest responses first and counts all, and none of the digest before or after it', async () => {
    const [first, second, third] = [deliveryOf(30), deliveryOf(20), deliveryOf(10)];
    for (const delivery of [second, first, third]) await collected(delivery);
    await collected(deliveryOf(5), end + 3600_000);
    await collected(deliveryOf(40), end - 3600_000);
    const ids = [third, second, first].map(({ responseId }) => responseId);
    const read = (listed: number) => readDigest(addressOf(integration), endText, listed);
    expect(await read(4)).toEqual({ responseIds: ids, count: 3, isAll: true });
    expect(await read(2)).toEqual({ responseIds: ids.slice(0, 2), count: 3, isAll: true });
  });
});
