import { describe, expect, it } from '@jest/globals';
import {
  deliveryTo,
  pageOfDeliveries,
  redriveDead,
  retryNow,
  sendTest,
} from '../../../shared/delivery/delivery-log.ts';
import type { Delivery } from '../../../shared/domain/receivers/webhook.ts';
import { timeKey } from '../../../shared/ids.ts';
import { dueKeys } from '../../../shared/store/keys.ts';
import {
  deliveryKey,
  getDeliveryOf,
  newDelivery,
  recordFailure,
  recordSuccess,
  scheduleDelivery,
} from '../../../shared/store/receivers/deliveries.ts';
import { addressOf, type Receiver } from '../../../shared/store/receivers/receivers.ts';
import type { StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { getItem } from '../../../shared/store/table.ts';
import { eventAt, newCaller, storedIntegration, storedWebhook } from '../../support/records/records.ts';
import { itemsWith } from '../../support/table/data-subjects.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();

const at = '2026-01-31T09:30:00.000Z';
const start = Date.parse(at);

/** Three deliveries to a webhook, a second apart: one is dead, one has succeeded, and one waits. */
async function delivered(webhook: StoredWebhook): Promise<string[]> {
  const [dead, done, waiting] = [0, 1000, 2000].map(later =>
    newDelivery(addressOf(webhook), eventAt(start + later), `event ${later}`),
  ) as [ReturnType<typeof newDelivery>, ReturnType<typeof newDelivery>, ReturnType<typeof newDelivery>];
  await recordFailure(dead, { at, status: 502, error: 'answered 502', latencyMs: 12 });
  await recordSuccess(done, { at, status: 200, latencyMs: 12, body: 'ok' });
  await scheduleDelivery(waiting, webhook.environmentId);
  return [dead.id, done.id, waiting.id];
}

type Query = Parameters<typeof pageOfDeliveries>[1];

/** All pages of one delivery each, as a client reads them by their cursors. */
async function pagesOf(webhook: StoredWebhook, query: Omit<Query, 'limit'>) {
  const pages = [await pageOfDeliveries(webhook, { ...query, limit: 1 })];
  for (let cursor = pages[0]?.nextCursor; cursor && pages.length < 9; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await pageOfDeliveries(webhook, { ...query, limit: 1, cursor }));
  }
  return pages.map(({ items, total, hasMore }) => ({ ids: items.map(({ id }) => id), total, hasMore }));
}

describe('the log of deliveries', () => {
  it('has each delivery on one page, in both orders', async () => {
    const webhook = await storedWebhook(await newCaller());
    const [first = '', second = '', third = ''] = await delivered(webhook);
    expect(await pagesOf(webhook, { order: 'asc' })).toEqual([
      { ids: [first], total: 3, hasMore: true },
      { ids: [second], total: 3, hasMore: true },
      { ids: [third], total: 3, hasMore: false },
    ]);
    expect((await pagesOf(webhook, { order: 'desc' })).flatMap(({ ids }) => ids)).toEqual([third, second, first]);
  });
});

/** The same receiver, turned off. */
const turnedOff = (webhook: StoredWebhook): StoredWebhook => ({
  ...webhook,
  webhook: { ...webhook.webhook, active: false },
});

const jobsOf = async ({ webhook }: StoredWebhook) =>
  (await itemsWith(webhook.id)).filter(({ kind }) => kind === 'redrive');

describe('one delivery', () => {
  it('is shown with its attempts', async () => {
    const webhook = await storedWebhook(await newCaller());
    const [, done = ''] = await delivered(webhook);
    const stored = await getDeliveryOf(webhook, done);
    expect(await deliveryTo(webhook, done)).toEqual({
      id: done,
      webhookId: webhook.webhook.id,
      status: 'succeeded',
      event: { ...eventAt(start + 1000), formId: stored?.event.formId },
      attempts: [{ at, status: 200, latencyMs: 12, body: 'ok' }],
      attemptCount: 1,
      createdAt: stored?.createdAt,
      nextAttemptAt: null,
    });
  });

  it('is found neither without its receiver, nor as that of another, nor by another id', async () => {
    const caller = await newCaller();
    const [webhook, other] = [await storedWebhook(caller), await storedWebhook(caller)];
    const [dead = ''] = await delivered(webhook);
    const unknown = newDelivery(addressOf(webhook), eventAt(start), 'unknown').id;
    const missing = { status: 404, code: 'not_found', message: expect.stringMatching(/^Delivery not found\./) };
    await expect(deliveryTo(undefined, dead)).rejects.toMatchObject(missing);
    for (const [receiver, id] of [
      [other, dead],
      [webhook, unknown],
      [webhook, 'dlv_'],
    ] as const) {
      await expect(deliveryTo(receiver, id)).rejects.toMatchObject(missing);
      await expect(retryNow(async () => receiver, id)).rejects.toMatchObject(missing);
    }
    await expect(retryNow(async () => undefined, dead)).rejects.toMatchObject(missing);
  });

  it('is due now when it is sent again by hand', async () => {
    const webhook = await storedWebhook(await newCaller());
    const [dead = ''] = await delivered(webhook);
    const before = await deliveryTo(webhook, dead);
    const retried = await retryNow(async () => webhook, dead);
    expect(retried).toEqual({ ...before, status: 'scheduled', nextAttemptAt: expect.any(String) });
    expect(await deliveryTo(webhook, dead)).toEqual(retried);
  });

  it('is not sent again by hand to a receiver that is turned off', async () => {
    const webhook = await storedWebhook(await newCaller());
    const [dead = ''] = await delivered(webhook);
    await expect(retryNow(async () => turnedOff(webhook), dead)).rejects.toMatchObject({
      status: 409,
      message: 'This webhook is inactive; activate it first.',
    });
    expect(await deliveryTo(webhook, dead)).toMatchObject({ status: 'dead', nextAttemptAt: null });
  });
});

describe('a test of a receiver', () => {
  const traceId = 'a'.repeat(32);
  const storedOf = async (receiver: Receiver, id: string): Promise<Delivery> => {
    const stored = await getDeliveryOf(receiver, id);
    if (!stored) throw new Error('The test is not stored');
    return stored;
  };

  it('is stored as a delivery that is due at once, in the trace of its request', async () => {
    const webhook = await storedWebhook(await newCaller(), { events: ['response.updated'] });
    const sent = await sendTest(webhook, { trace: `00-${traceId}-${'b'.repeat(16)}-01` });
    const stored = await storedOf(webhook, sent.id);
    const time = stored.event.timestamp;
    expect(stored).toMatchObject({ ...addressOf(webhook), status: 'scheduled', test: true, nextAttemptAt: time });
    expect(await getItem(deliveryKey(stored))).toMatchObject({
      duesk: dueKeys(Date.parse(time), webhook.environmentId).duesk,
    });
    const none = '0'.repeat(26);
    expect(sent).toEqual({
      id: stored.id,
      webhookId: webhook.webhook.id,
      status: 'scheduled',
      event: {
        name: 'response.updated',
        timestamp: time,
        formId: `form_${none}`,
        responseId: `sub_${none}${none}`,
        status: 'completed',
        traceId,
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
      attempts: [],
      attemptCount: 0,
      createdAt: stored.createdAt,
      nextAttemptAt: time,
    });
  });

  it('has the event that is asked for, and an integration that of a new response', async () => {
    const caller = await newCaller();
    const webhook = await storedWebhook(caller);
    const slack = await storedIntegration(caller, 'slack', { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' });
    const focus = await sendTest(webhook, { name: 'event.focus', trace: undefined });
    expect(focus.event).toMatchObject({ name: 'event.focus', sessionId: 'test', fieldId: 'test' });
    const toSlack = await sendTest(slack, { trace: undefined });
    expect(toSlack).toMatchObject({ integrationId: slack.integration.id, event: { name: 'response.created' } });
    expect((await storedOf(slack, toSlack.id)).test).toBe(true);
  });

  it('is another delivery each time', async () => {
    const webhook = await storedWebhook(await newCaller());
    const [one, other] = [await sendTest(webhook, { trace: undefined }), await sendTest(webhook, { trace: undefined })];
    const { items } = await pageOfDeliveries(webhook, { order: 'asc', limit: 10 });
    expect(items.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
  });

  it('is refused and not stored while the receiver is turned off', async () => {
    const caller = await newCaller();
    const webhook = await storedWebhook(caller);
    const slack = await storedIntegration(caller, 'slack', { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' });
    const inactive = { ...slack, integration: { ...slack.integration, active: false } };
    await expect(sendTest(turnedOff(webhook), { trace: undefined })).rejects.toMatchObject({
      status: 409,
      message: 'This webhook is inactive; activate it first.',
    });
    await expect(sendTest(inactive, { trace: undefined })).rejects.toMatchObject({
      status: 409,
      message: 'This integration is inactive; activate it first.',
    });
    expect((await pageOfDeliveries(webhook, { order: 'asc', limit: 10 })).items).toEqual([]);
  });
});

describe('a redrive of dead deliveries', () => {
  it('is a job for the receiver, within the times that it names', async () => {
    const webhook = await storedWebhook(await newCaller());
    const answer = await redriveDead(webhook, { from: '2026-01-31T09:30:00Z', to: '2026-02-01' });
    const to = '2026-02-02T00:00:00.000Z';
    expect(answer).toEqual({ from: at, to, status: 'accepted' });
    expect(await jobsOf(webhook)).toEqual([
      expect.objectContaining({ ...addressOf(webhook), low: timeKey(start), high: timeKey(Date.parse(to)), step: 0 }),
    ]);
  });

  it('is of all of them without times', async () => {
    const webhook = await storedWebhook(await newCaller());
    expect(await redriveDead(webhook, {})).toEqual({ from: null, to: null, status: 'accepted' });
    const [{ low = '', high = '' } = {}] = (await jobsOf(webhook)) as { low?: string; high?: string }[];
    const [key] = (await delivered(webhook)).map(id => id.slice('dlv_'.length));
    expect(low < String(key) && String(key) < high).toBe(true);
  });

  it('is refused, and no job is stored, while the receiver is turned off or with times in the wrong order', async () => {
    const webhook = await storedWebhook(await newCaller());
    await expect(redriveDead(turnedOff(webhook), {})).rejects.toMatchObject({
      status: 409,
      message: 'This webhook is inactive; activate it first.',
    });
    await expect(redriveDead(webhook, { from: at, to: at })).rejects.toMatchObject({
      status: 400,
      details: [{ field: 'to', rule: 'minimum', message: 'must be later than from' }],
    });
    expect(await jobsOf(webhook)).toEqual([]);
  });
});
