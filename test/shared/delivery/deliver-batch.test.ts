import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BatchPace, deliverBatch, type ReceivedMessage } from '../../../shared/delivery/deliver-batch.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Delivery } from '../../../shared/domain/receivers/webhook.ts';
import { log } from '../../../shared/log.ts';
import {
  deliveryKey,
  getDelivery,
  newDelivery,
  recordFailure,
  scheduleDelivery,
} from '../../../shared/store/receivers/deliveries.ts';
import { countFailure, openBreaker } from '../../../shared/store/receivers/receiver-health.ts';
import { receiverKey } from '../../../shared/store/receivers/receiver-item.ts';
import { addressOf } from '../../../shared/store/receivers/receivers.ts';
import type { StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { updateItem } from '../../../shared/store/table.ts';
import { eventAt, newCaller, storedForm, storedWebhook } from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useDeliveryQueues } from '../../support/table/queues.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();
const messagesIn = useDeliveryQueues();
process.env.SERVICE_VERSION = '1.2.3';

const now = Date.now();
const deadlineMs = 5000;
const pace: BatchPace = { deadlineMs, retryDelays: [5, 30], endsAt: now + deadlineMs, reroutesSlow: true };

let caller: Caller;
let formId: string;
/** A webhook that accepts everything, without a request to anywhere. */
let listener: StoredWebhook;
beforeEach(async () => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
  caller = await newCaller();
  formId = (await storedForm(caller)).form.id;
  listener = await newListener();
});
afterEach(async () => {
  for (const queue of ['fast', 'slow', 'dead'] as const) await messagesIn(queue);
  jest.restoreAllMocks();
});

const newListener = () => storedWebhook(caller, { url: 'listen:ada@laptop' });
const reload = (delivery: Delivery) => getDelivery(deliveryKey(delivery));
const statusOf = async (delivery: Delivery) => (await reload(delivery))?.status;
const bodyOf = (delivery: Delivery) => ({ ...deliveryKey(delivery), delivery });

let identities = 0;
const deliveryTo = (webhook: StoredWebhook): Delivery =>
  newDelivery(addressOf(webhook), eventAt(now, formId), `event ${identities++}`);
const messageOf = (delivery: Delivery): ReceivedMessage => ({ id: delivery.id, message: bodyOf(delivery) });

/** A delivery that is stored and due, and its message. */
async function due(webhook: StoredWebhook): Promise<ReceivedMessage & { delivery: Delivery }> {
  const delivery = deliveryTo(webhook);
  await scheduleDelivery(delivery, webhook.environmentId, now);
  return { id: delivery.id, message: deliveryKey(delivery), delivery };
}

const setHealth = (webhook: StoredWebhook, set: Readonly<Record<string, unknown>>) =>
  updateItem(receiverKey(addressOf(webhook)), { set });

describe('a batch of deliveries', () => {
  it('is made to each receiver, and no message fails', async () => {
    const all = [deliveryTo(listener), deliveryTo(listener), deliveryTo(await newListener())];
    expect(await deliverBatch(all.map(messageOf), pace)).toEqual([]);
    expect(await Promise.all(all.map(statusOf))).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect([await messagesIn('fast'), await messagesIn('slow')]).toEqual([[], []]);
  });

  it('makes the others when one is damaged, whose message fails each time that it came', async () => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const [damaged, intact] = [await due(listener), await due(await newListener())];
    await updateItem(damaged.message, { set: { event: '{' } });
    const again = { ...damaged, id: 'again' };
    expect(await deliverBatch([damaged, intact, again], pace)).toEqual([damaged.id, 'again']);
    expect(await statusOf(intact.delivery)).toBe('succeeded');
    expect(told.mock.calls).toEqual([
      ['a delivery was not read', expect.objectContaining({ message: 'A delivery is damaged' })],
    ]);
  });

  it('goes on when one is interrupted, whose message fails alone', async () => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const broken = await storedWebhook(caller);
    await setHealth(broken, { secret: 'no ciphertext' });
    const [first, second] = [await due(broken), await due(listener)];
    expect(await deliverBatch([first, second], pace)).toEqual([first.id]);
    expect(await statusOf(second.delivery)).toBe('succeeded');
    expect(await reload(first.delivery)).toMatchObject({ status: 'scheduled', attemptCount: 0 });
    expect(told.mock.calls).toEqual([['a delivery was interrupted', expect.any(Error)]]);
  });

  it('passes on what it has no time for to the slow lane, unread', async () => {
    const all = [deliveryTo(listener), deliveryTo(listener)];
    const late = { ...pace, endsAt: now + deadlineMs - 1, reroutesSlow: false };
    expect(await deliverBatch(all.map(messageOf), late)).toEqual([]);
    const passedOn = await messagesIn('slow');
    expect(passedOn).toHaveLength(2);
    expect(passedOn).toEqual(expect.arrayContaining(all.map(bodyOf)));
    expect(await Promise.all(all.map(statusOf))).toEqual([undefined, undefined]);
  });

  it('passes on what is for a slow receiver, unless it is the slow lane’s', async () => {
    await countFailure(listener, now, true);
    const delivery = deliveryTo(listener);
    expect(await deliverBatch([messageOf(delivery)], pace)).toEqual([]);
    expect(await messagesIn('slow')).toEqual([bodyOf(delivery)]);
    expect(await statusOf(delivery)).toBeUndefined();
    expect(await deliverBatch([messageOf(delivery)], { ...pace, reroutesSlow: false })).toEqual([]);
    expect(await messagesIn('slow')).toEqual([]);
    expect(await statusOf(delivery)).toBe('succeeded');
  });

  it('sends back to the fast lane what is for a silent receiver', async () => {
    await setHealth(listener, { silentUntil: now + 1000 });
    const delivery = deliveryTo(listener);
    expect(await deliverBatch([messageOf(delivery)], pace)).toEqual([]);
    expect(await messagesIn('fast')).toEqual([bodyOf(delivery)]);
    expect(await statusOf(delivery)).toBeUndefined();
  });

  it('has what is for a receiver with an open breaker wait, and passes on its probe', async () => {
    const [waiting, probe] = [deliveryTo(listener), deliveryTo(listener)];
    await openBreaker(listener, now + 1, 0);
    expect(await deliverBatch([messageOf(waiting)], pace)).toEqual([]);
    expect(await reload(waiting)).toMatchObject({ status: 'scheduled', waitingFor: 'receiver' });
    await setHealth(listener, { openUntil: now });
    await messagesIn('slow');
    expect(await deliverBatch([messageOf(probe)], pace)).toEqual([]);
    expect(await messagesIn('slow')).toEqual([bodyOf(probe)]);
  });

  it('cancels what is left for a receiver that is gone', async () => {
    jest.spyOn(log, 'warn').mockImplementation(() => {});
    await setHealth(listener, { createdAt: new Date(now - 25 * 3600_000).toISOString() });
    const first = deliveryTo(listener);
    const gone = { at: new Date(now).toISOString(), status: 410, latencyMs: 0 };
    await recordFailure(first, gone, { nextAttemptAt: now, dueAt: now, environmentId: caller.environmentId });
    const second = await due(listener);
    expect(await deliverBatch([{ id: 'first', message: deliveryKey(first) }, second], pace)).toEqual([]);
    expect([await statusOf(first), await statusOf(second.delivery)]).toEqual(['dead', 'cancelled']);
    expect(await reload(second.delivery)).toMatchObject({ attemptCount: 0 });
  });

  it('learns from each delivery what the next one needs: the fifth failure opens the breaker', async () => {
    await setHealth(listener, { createdAt: new Date(now - 25 * 3600_000).toISOString() });
    const all = Array.from({ length: 6 }, () => deliveryTo(listener));
    expect(await deliverBatch(all.map(messageOf), pace)).toEqual([]);
    const attempts = (await Promise.all(all.map(reload))).map(stored => stored?.attemptCount);
    expect(attempts).toEqual([1, 1, 1, 1, 1, 0]);
  });
});
