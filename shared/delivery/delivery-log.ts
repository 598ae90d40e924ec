import { randomUUID } from 'node:crypto';
import type { FromSchema } from 'json-schema-to-ts';
import type { deliveriesQuery, redriveBody } from '../contracts/receivers/deliveries.ts';
import { digestSettlesMs } from '../domain/receivers/digest-window.ts';
import {
  type Delivery,
  deliveryRecord,
  deliverySummary,
  type EventName,
  isDigest,
  testEvent,
} from '../domain/receivers/webhook.ts';
import { conflict, notFound } from '../errors.ts';
import { pageOf, positionOf } from '../http/lists/page.ts';
import { timesOfBody, timesSince } from '../http/lists/times.ts';
import { deliverySortKey, isIntegrationId } from '../ids.ts';
import { startRedrive } from '../jobs/redrive.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { hasTimes, keyRange } from '../store/lists/counted-list.ts';
import { countItems } from '../store/lists/read-list.ts';
import {
  deliveriesOf,
  getDeliveryOf,
  newDelivery,
  readDeliveries,
  retryDelivery,
  scheduleDelivery,
} from '../store/receivers/deliveries.ts';
import { addressOf, type Receiver, recordOf } from '../store/receivers/receivers.ts';

/** The operations on a receiver's deliveries, the same for webhooks and integrations. */

/** Returns a page of a receiver's deliveries. */
export async function pageOfDeliveries(receiver: Receiver, query: FromSchema<typeof deliveriesQuery>) {
  const { status, order, offset = 0, limit } = query;
  const scope = deliveriesOf(addressOf(receiver), { status, ...timesSince(query) });
  const read = { order, position: positionOf(query), offset, expected: limit + 1 };
  return pageOf(summariesOf(readDeliveries(scope, read)), query, {
    sortKeyOf: ({ id }) => deliverySortKey(id) ?? '',
    count: () => countItems(scope),
    keepTotal: hasTimes(scope),
  });
}

async function* summariesOf(deliveries: ReturnType<typeof readDeliveries>) {
  for await (const delivery of deliveries) yield deliverySummary(delivery);
}

/** Returns a delivery with its attempts. Throws a 404 if it or its receiver doesn't exist. */
export async function deliveryTo(receiver: Receiver | undefined, deliveryId: string) {
  const delivery = receiver && (await getDeliveryOf(receiver, deliveryId));
  if (!delivery) throw notFound('Delivery');
  return deliveryRecord(delivery);
}

/** Makes a delivery due now. */
export function retryNow(read: () => Promise<Receiver | undefined>, deliveryId: string) {
  return retryOnConflict(async () => {
    const receiver = await read();
    const delivery = receiver && (await getDeliveryOf(receiver, deliveryId));
    if (!delivery) throw notFound('Delivery');
    checkActive(receiver);
    const now = Date.now();
    checkCollected(delivery, now);
    if (!(await retryDelivery(delivery, receiver.environmentId, now))) return undefined;
    return deliveryRecord({ ...delivery, status: 'scheduled', nextAttemptAt: new Date(now).toISOString() });
  });
}

/** Throws if a digest still collects responses, because sending it early would miss them. */
function checkCollected(delivery: Delivery, now: number): void {
  const { digest = '' } = delivery;
  const sentAt = Date.parse(digest) + digestSettlesMs;
  if (!isDigest(delivery) || sentAt <= now) return;
  throw conflict(`This digest still collects responses. It is sent at ${new Date(sentAt).toISOString()}.`);
}

/** Creates a test delivery, due now. */
export async function sendTest(receiver: Receiver, { name, trace }: { name?: EventName; trace: string | undefined }) {
  checkActive(receiver);
  const { formId } = recordOf(receiver);
  const events = 'webhook' in receiver ? receiver.webhook.events : [];
  const event = testEvent({ formId, events }, name, trace);
  const delivery = newDelivery(addressOf(receiver), event, `test ${randomUUID()}`);
  const scheduled = { ...delivery, test: true as const, nextAttemptAt: event.timestamp };
  await scheduleDelivery(scheduled, receiver.environmentId, Date.parse(event.timestamp));
  return deliveryRecord(scheduled);
}

/** Makes the dead deliveries due again, spread over time. */
export async function redriveDead(receiver: Receiver, body: FromSchema<typeof redriveBody>) {
  const times = timesOfBody(body);
  checkActive(receiver);
  const address = addressOf(receiver);
  await startRedrive(address, keyRange(deliveriesOf(address, times)));
  const text = (time?: number) => (time === undefined ? null : new Date(time).toISOString());
  return { from: text(times.from), to: text(times.to), status: 'accepted' };
}

function checkActive(receiver: Receiver): void {
  const { id, active } = recordOf(receiver);
  const kind = isIntegrationId(id) ? 'integration' : 'webhook';
  if (!active) throw conflict(`This ${kind} is inactive; activate it first.`);
}
