import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { deliver } from '../../../shared/delivery/deliver.ts';
import type { Task } from '../../../shared/delivery/next-step.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Attempt, Delivery } from '../../../shared/domain/receivers/webhook.ts';
import { log } from '../../../shared/log.ts';
import { dueKeys } from '../../../shared/store/keys.ts';
import {
  deliveryKey,
  getDelivery,
  newDelivery,
  recordFailure,
  scheduleDelivery,
} from '../../../shared/store/receivers/deliveries.ts';
import { openBreaker } from '../../../shared/store/receivers/receiver-health.ts';
import { addressOf, getReceiver, type Receiver } from '../../../shared/store/receivers/receivers.ts';
import { deleteWebhook, type StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { getItem } from '../../../shared/store/table.ts';
import { eventAt, newCaller, storedForm, storedIntegration, storedWebhook } from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useDeliveryQueues } from '../../support/table/queues.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();
const messagesIn = useDeliveryQueues();

const pace = { deadlineMs: 5000, retryDelays: [5, 30] };
const [minute, day] = [60_000, 24 * 3600_000];
const now = Math.ceil(Date.now() / day) * day + 10 * 3600_000 + 5 * minute;
const nowText = new Date(now).toISOString();
const gone: Attempt = { at: nowText, status: 410, error: 'listening ended', latencyMs: 0 };
const healthy = { failures: 0, probes: 0, slow: false };

let caller: Caller;
/** A webhook that accepts everything, without a request to anywhere. */
let listener: StoredWebhook;
beforeEach(async () => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
  // The jitter of retries.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  caller = await newCaller();
  const stored = await storedWebhook(caller, { url: 'listen:ada@laptop' });
  // `new Date()` still tells the real time, and a listener ends after a day.
  listener = { ...stored, webhook: { ...stored.webhook, createdAt: nowText } };
});
afterEach(async () => {
  for (const queue of ['fast', 'slow', 'dead'] as const) await messagesIn(queue);
  jest.restoreAllMocks();
});

let identities = 0;
const deliveryTo = (receiver: Receiver, changes: Partial<Delivery> = {}): Delivery => ({
  ...newDelivery(addressOf(receiver), eventAt(now - minute), `event ${identities++}`),
  createdAt: nowText,
  ...changes,
});
const reload = (delivery: Delivery) => getDelivery(deliveryKey(delivery));
const dueOf = async (delivery: Delivery) => (await getItem(deliveryKey(delivery)))?.duesk;
const healthOf = async (receiver: Receiver) => (await getReceiver(addressOf(receiver)))?.health;
const dueAt = (time: number, tenant = caller.environmentId) => dueKeys(time, tenant).duesk;

/** A delivery that is stored and due now. */
async function due(receiver: Receiver, changes: Partial<Delivery> = {}): Promise<Delivery> {
  const delivery = deliveryTo(receiver, changes);
  await scheduleDelivery(delivery, receiver.environmentId, now);
  const stored = await reload(delivery);
  if (!stored) throw new Error('The delivery is not stored');
  return stored;
}

const taskOf = (receiver: Receiver | undefined, stored: Delivery, changes: Partial<Task> = {}): Task => ({
  message: deliveryKey(stored),
  receiver,
  stored,
  form: undefined,
  formGone: false,
  ...changes,
});
const firstOf = (receiver: Receiver, delivery: Delivery): Task => ({
  ...taskOf(receiver, delivery),
  message: { ...deliveryKey(delivery), delivery },
  stored: undefined,
});

/** The listener, which has ended: it is gone. */
const ended = (): StoredWebhook => ({
  ...listener,
  webhook: { ...listener.webhook, createdAt: new Date(now - day - 1).toISOString() },
});

describe('a delivery that is attempted', () => {
  it('has ended with its success, and says nothing new of a healthy receiver', async () => {
    const delivery = deliveryTo(listener);
    expect(await deliver(firstOf(listener, delivery), pace)).toEqual({});
    expect(await reload(delivery)).toEqual({
      ...delivery,
      status: 'succeeded',
      attempts: [{ at: nowText, latencyMs: 0 }],
      attemptCount: 1,
    });
    expect(await messagesIn('slow')).toEqual([]);
  });

  it('is well received until a day after the listener began, and by none later', async () => {
    const [last, late] = [deliveryTo(listener), deliveryTo(listener)];
    const began = { ...listener, webhook: { ...listener.webhook, createdAt: new Date(now - day).toISOString() } };
    await deliver(firstOf(began, last), pace);
    await deliver(firstOf(ended(), late), pace);
    expect([(await reload(last))?.status, (await reload(late))?.status]).toEqual(['succeeded', 'scheduled']);
  });

  it('waits for its retry by a message, with the index behind it, when it fails', async () => {
    const delivery = deliveryTo(listener);
    const health = { ...healthy, failures: 1, failingSince: now };
    expect(await deliver(firstOf(ended(), delivery), pace)).toEqual({ health });
    const nextAttemptAt = new Date(now + 5000).toISOString();
    expect(await reload(delivery)).toEqual({
      ...delivery,
      attempts: [{ ...gone, nextAttemptAt }],
      attemptCount: 1,
      nextAttemptAt,
    });
    expect(await dueOf(delivery)).toBe(dueAt(now + 5000 + 2 * minute));
    expect(await healthOf(listener)).toEqual(health);
    expect(await messagesIn('slow')).toEqual([{ ...deliveryKey(delivery), attempts: 1 }]);
    expect(await messagesIn('dead')).toEqual([]);
  });

  it('waits for a long retry by the index alone', async () => {
    const delivery = deliveryTo(listener);
    await deliver(firstOf(ended(), delivery), { ...pace, retryDelays: [901] });
    expect(await dueOf(delivery)).toBe(dueAt(now + 901_000));
    expect(await messagesIn('slow')).toEqual([]);
  });

  it('is a dead letter after its last attempt', async () => {
    const delivery = deliveryTo(listener);
    await deliver(firstOf(ended(), delivery), { ...pace, retryDelays: [] });
    expect(await reload(delivery)).toEqual({ ...delivery, status: 'dead', attempts: [gone], attemptCount: 1 });
    expect(await dueOf(delivery)).toBeUndefined();
    expect(await messagesIn('dead')).toEqual([{ ...deliveryKey(delivery), deadAfter: 1 }]);
  });

  it('disables a receiver that says twice that it is gone', async () => {
    const warned = jest.spyOn(log, 'warn').mockImplementation(() => {});
    const delivery = deliveryTo(listener);
    await recordFailure(delivery, gone, { nextAttemptAt: now, dueAt: now, environmentId: caller.environmentId });
    const stored = await reload(delivery);
    expect(stored && (await deliver(taskOf(ended(), stored), pace))).toEqual({ stopped: true });
    expect(await reload(delivery)).toMatchObject({ status: 'dead', attemptCount: 2 });
    const disabled = (await getReceiver(addressOf(listener))) as StoredWebhook;
    expect(disabled.webhook).toMatchObject({ active: false, disabledReason: 'gone' });
    expect(disabled.health).toEqual(healthy);
    expect(warned.mock.calls).toEqual([['a receiver is gone: it is disabled', addressOf(listener)]]);
  });

  it('stops the others when its receiver was deleted meanwhile', async () => {
    const delivery = deliveryTo(listener);
    await deleteWebhook(listener, { caller, action: 'webhook.deleted' });
    expect(await deliver(firstOf(ended(), delivery), pace)).toEqual({ stopped: true });
  });

  it('opens the breaker with the fifth failure in a row', async () => {
    const failing = { ...ended(), health: { ...healthy, failures: 4, failingSince: now } };
    for (let failures = 0; failures < 4; failures++) await deliver(firstOf(ended(), deliveryTo(listener)), pace);
    const health = { failures: 5, probes: 0, slow: false, failingSince: now, openUntil: now + 30_000 };
    expect(await deliver(firstOf(failing, deliveryTo(listener)), pace)).toEqual({ health });
    expect(await healthOf(listener)).toEqual(health);
  });

  it('is cancelled when its response is gone', async () => {
    const { form } = await storedForm(caller);
    const webhookUrl = 'https://hooks.slack.com/services/T0/B0/x';
    const slack = await storedIntegration(caller, 'slack', { webhookUrl });
    const stored = await due(slack, { event: { ...eventAt(now - minute, form.id), responseId: 'sub_gone' } });
    expect(await deliver(taskOf(slack, stored), pace)).toEqual({});
    const { nextAttemptAt: _, ...rest } = stored;
    expect(await reload(stored)).toEqual({ ...rest, status: 'cancelled' });
  });
});

describe('a delivery while the breaker is open', () => {
  const openUntil = now + 10_000;
  const open = () => ({ ...listener, health: { ...healthy, failures: 5, openUntil } });

  it('waits until it closes, behind those that wait already', async () => {
    const [first, second, third] = [await due(listener), await due(listener), await due(listener)];
    for (const stored of [first, second, third]) expect(await deliver(taskOf(open(), stored), pace)).toEqual({});
    const turns = [openUntil, openUntil + 50, openUntil + 100];
    for (const [index, stored] of [first, second, third].entries()) {
      const turn = turns[index] ?? 0;
      const nextAttemptAt = new Date(turn).toISOString();
      expect(await reload(stored)).toEqual({ ...stored, nextAttemptAt, waitingFor: 'receiver' });
      expect(await dueOf(stored)).toBe(dueAt(turn + 2 * minute));
    }
    const messages = [first, second, third].map(stored => ({ ...deliveryKey(stored), attempts: 0 }));
    const sent = await messagesIn('slow');
    expect(sent).toHaveLength(3);
    expect(sent).toEqual(expect.arrayContaining(messages));
  });

  it('is dead once it has waited for its whole schedule', async () => {
    const createdAt = (ago: number) => ({ createdAt: new Date(now - ago).toISOString() });
    const [waiting, stored] = [await due(listener, createdAt(43_000)), await due(listener, createdAt(43_001))];
    for (const each of [waiting, stored]) expect(await deliver(taskOf(open(), each), pace)).toEqual({});
    expect((await reload(waiting))?.status).toBe('scheduled');
    const { nextAttemptAt: _, ...rest } = stored;
    const attempt = { at: nowText, error: 'receiver_down', latencyMs: 0 };
    expect(await reload(stored)).toEqual({ ...rest, status: 'dead', attempts: [attempt], attemptCount: 1 });
    expect(await messagesIn('dead')).toEqual([{ ...deliveryKey(stored), deadAfter: 1 }]);
  });
});

describe('a delivery that probes a receiver', () => {
  /** The receiver as read when its breaker had just closed, and as stored. */
  async function closed(probes: number): Promise<StoredWebhook> {
    for (let failures = 0; failures < 5; failures++) await deliver(firstOf(ended(), deliveryTo(listener)), pace);
    await openBreaker({ ...ended(), health: { ...healthy, openUntil: now + 30_000 } }, now, probes);
    return { ...ended(), health: { failures: 5, probes, slow: false, failingSince: now, openUntil: now } };
  }

  it('keeps the breaker open for twice as long when it fails', async () => {
    const read = await closed(0);
    const health = { failures: 6, probes: 1, slow: false, failingSince: now, openUntil: now + 30_000 };
    expect(await deliver(firstOf(read, deliveryTo(read)), { ...pace, retryDelays: [5, 30, 30] })).toEqual({ health });
    expect(await healthOf(read)).toEqual(health);
  });

  it('clears what was held against the receiver when it succeeds', async () => {
    const read = { ...(await closed(1)), webhook: listener.webhook };
    const delivery = deliveryTo(read);
    expect(await deliver(firstOf(read, delivery), pace)).toEqual({ health: healthy });
    expect(await healthOf(read)).toEqual(healthy);
    expect((await reload(delivery))?.status).toBe('succeeded');
  });

  it('waits for the probe of another worker that came first', async () => {
    const read = await closed(0);
    const probeUntil = Math.ceil((now + 5000) / 10_000 + 1) * 10_000;
    expect(await openBreaker(read, probeUntil, 0)).toBe(true);
    const stored = await due(read);
    expect(await deliver(taskOf(read, stored), pace)).toEqual({});
    const nextAttemptAt = new Date(probeUntil).toISOString();
    expect(await reload(stored)).toEqual({ ...stored, nextAttemptAt, waitingFor: 'receiver' });
  });
});

describe('a delivery that is not attempted', () => {
  it('is added to the digest that is open', async () => {
    const config = { recipients: ['ada@example.com'], digest: 'hourly' as const };
    const mails = await storedIntegration(caller, 'email', config);
    const delivery = deliveryTo(mails, { event: { ...eventAt(now - minute), responseId: 'sub_1' } });
    expect(await deliver(firstOf(mails, delivery), pace)).toEqual({});
    const digest = new Date(now + 55 * minute).toISOString();
    expect(await reload(delivery)).toEqual({ ...delivery, status: 'succeeded', digest });
  });

  it('is stored until the next full hour when its lane is a day behind', async () => {
    const delivery = deliveryTo(listener, { createdAt: new Date(now - day - 1).toISOString() });
    expect(await deliver(firstOf(listener, delivery), pace)).toEqual({});
    const until = now + 55 * minute;
    expect(await reload(delivery)).toEqual({ ...delivery, nextAttemptAt: new Date(until).toISOString() });
    expect(await dueOf(delivery)).toBe(dueAt(until));
    expect(await messagesIn('slow')).toEqual([]);
  });

  it.each([true, false])('is due again when its dead letter is sent back, its receiver there: %s', async isThere => {
    const delivery = deliveryTo(listener);
    await recordFailure(delivery, gone);
    const dead = await reload(delivery);
    if (!dead) throw new Error('The delivery is not stored');
    const message = { ...deliveryKey(dead), deadAfter: 1 };
    const task = taskOf(isThere ? listener : undefined, dead, { message });
    expect(await deliver(task, pace)).toEqual({});
    expect(await reload(delivery)).toEqual({
      ...dead,
      ...{ status: 'scheduled', attemptsBefore: 1, retriedAt: nowText, nextAttemptAt: nowText },
    });
    expect(await dueOf(delivery)).toBe(dueAt(now, isThere ? caller.environmentId : delivery.owner));
  });

  it('is cancelled without its receiver', async () => {
    const stored = await due(listener);
    expect(await deliver(taskOf(undefined, stored), pace)).toEqual({});
    const { nextAttemptAt: _, ...rest } = stored;
    expect(await reload(stored)).toEqual({ ...rest, status: 'cancelled' });
  });

  it('is removed without its form', async () => {
    const stored = await due(listener);
    expect(await deliver(taskOf(listener, stored, { formGone: true }), pace)).toEqual({});
    expect(await reload(stored)).toBeUndefined();
  });

  it('stays as it is when its message was worked off before', async () => {
    const stored = await due(listener);
    const message = { ...deliveryKey(stored), attempts: 1 };
    expect(await deliver(taskOf(listener, stored, { message }), pace)).toEqual({});
    expect(await reload(stored)).toEqual(stored);
  });
});
