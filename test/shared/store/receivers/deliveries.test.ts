import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, jest } from '@jest/globals';
import { changeEntries } from '../../../../shared/delivery/form-webhooks.ts';
import type { Attempt, Delivery, DeliveryStatus } from '../../../../shared/domain/receivers/webhook.ts';
import { deliveryId, timeKey } from '../../../../shared/ids.ts';
import { startRedrive } from '../../../../shared/jobs/redrive.ts';
import { runJob } from '../../../../shared/jobs/run-job.ts';
import { log } from '../../../../shared/log.ts';
import { deleteForm, replaceForm } from '../../../../shared/store/forms/forms.ts';
import { getJob } from '../../../../shared/store/jobs.ts';
import { dueKeys, type Key } from '../../../../shared/store/keys.ts';
import { keyRange } from '../../../../shared/store/lists/counted-list.ts';
import { countItems } from '../../../../shared/store/lists/read-list.ts';
import {
  cancelDelivery,
  deferDelivery,
  deliveriesOf,
  deliveryKey,
  getDeliveries,
  getDelivery,
  getDeliveryOf,
  newDelivery,
  readDeliveries,
  receiverOfDelivery,
  recordFailure,
  recordSuccess,
  retryDelivery,
  scheduleDelivery,
} from '../../../../shared/store/receivers/deliveries.ts';
import { countDeliveries } from '../../../../shared/store/receivers/delivery-counts.ts';
import { deleteIntegration } from '../../../../shared/store/receivers/integrations.ts';
import { addressOf, type Receiver } from '../../../../shared/store/receivers/receivers.ts';
import { deleteWebhook, webhooksOf } from '../../../../shared/store/receivers/webhooks.ts';
import { dynamodb, tableName, updateItem } from '../../../../shared/store/table.ts';
import { eventAt, formWith, newCaller, storedIntegration, storedWebhook } from '../../../support/records/records.ts';
import { countAll, countStream } from '../../../support/table/counting.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { readStream, useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
useKms();
useUploads();
process.env.WEBHOOK_ALLOW_LOOPBACK = 'false';

const hour = 3600_000;
const attempt: Attempt = { at: '2026-01-31T09:30:00.000Z', status: 200, latencyMs: 12, body: 'ok' };
const failed: Attempt = { at: '2026-01-31T09:30:00.000Z', status: 502, error: 'answered 502', latencyMs: 12 };

const environmentId = 'env_1';
let identities = 0;
const deliveryTo = (receiver: Receiver, time = Date.now()) =>
  newDelivery(addressOf(receiver), eventAt(time), `event ${identities++}`);

async function reload(delivery: Delivery): Promise<Delivery> {
  const read = await getDelivery(deliveryKey(delivery));
  if (!read) throw new Error('The delivery is gone');
  return read;
}

async function itemOf(delivery: Delivery) {
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key: deliveryKey(delivery) }));
  return Item;
}

/** A delivery that has come to this status, with one attempt. */
async function ended(receiver: Receiver, status: DeliveryStatus, time: number): Promise<Delivery> {
  const delivery = deliveryTo(receiver, time);
  if (status === 'succeeded') await recordSuccess(delivery, attempt);
  else if (status === 'dead') await recordFailure(delivery, failed);
  else {
    await scheduleDelivery(delivery, receiver.environmentId);
    if (status === 'cancelled') await cancelDelivery(delivery);
  }
  return reload(delivery);
}

async function read(scope: ReturnType<typeof deliveriesOf>, order: 'asc' | 'desc' = 'asc', offset = 0) {
  const ids: string[] = [];
  for await (const { id } of readDeliveries(scope, { order, offset })) ids.push(id);
  return ids;
}

async function dueJobs(id: string): Promise<Key[]> {
  const found: Key[] = [];
  for await (const { pk, sk } of readDue(Date.now() + hour)) {
    const job = pk.startsWith('JOB#') ? await getJob({ pk, sk }) : undefined;
    if (job && JSON.stringify(job).includes(id)) found.push({ pk, sk });
  }
  return found;
}

/** Carries out the jobs of a webhook or a form, some runs killed at once; each is run so many times at once. */
async function runJobs(id: string, kills: number, atOnce = 2): Promise<void> {
  for (let runs = 0; runs < 30; runs++) {
    const [key] = await dueJobs(id);
    const job = key && (await getJob(key));
    if (!key || !job) return;
    const deadline = runs < kills ? Date.now() : Date.now() + hour;
    await Promise.all(Array.from({ length: atOnce }, () => runJob(key, job, deadline)));
    await countStream();
  }
  throw new Error('The job does not end');
}

describe('the id of a delivery', () => {
  it('is the same for the same event and webhook, another for any other, and sorts by the time of the event', () => {
    const id = (time: number, identity: string, webhook: string) => deliveryId({ time, identity }, webhook);
    expect(id(1000, 'a', 'wh_1')).toBe(id(1000, 'a', 'wh_1'));
    expect(id(1000, 'a', 'wh_1')).toMatch(/^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    const others = [id(1000, 'b', 'wh_1'), id(1000, 'a', 'wh_2'), id(1001, 'a', 'wh_1')];
    expect(new Set([id(1000, 'a', 'wh_1'), ...others]).size).toBe(4);
    expect(id(1000, 'a', 'wh_1') < id(1001, 'a', 'wh_1')).toBe(true);
    expect(id(1000, 'a', 'wh_1').slice(4, 14)).toBe(timeKey(1000));
  });
});

describe('a delivery', () => {
  it('is stored with the result of its first attempt, by one worker of two', async () => {
    const delivery = deliveryTo(await storedWebhook(await newCaller()));
    expect(await getDelivery(deliveryKey(delivery))).toBeUndefined();
    const outcomes = await Promise.all([recordSuccess(delivery, attempt), recordSuccess(delivery, attempt)]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await reload(delivery)).toEqual({ ...delivery, status: 'succeeded', attempts: [attempt], attemptCount: 1 });
    expect(await recordFailure(delivery, failed)).toBe(false);
    expect(await cancelDelivery(delivery)).toBe(false);
  });

  it('waits for its next attempt where the sweep finds it, until it ends', async () => {
    const delivery = deliveryTo(await storedWebhook(await newCaller()));
    const next = { nextAttemptAt: Date.now() + hour, dueAt: Date.now() + 2 * hour, environmentId };
    expect(await recordFailure(delivery, failed, next)).toBe(true);
    const waiting = await reload(delivery);
    const nextAttemptAt = new Date(next.nextAttemptAt).toISOString();
    expect(waiting).toMatchObject({ status: 'scheduled', attemptCount: 1, nextAttemptAt });
    expect(waiting.attempts).toEqual([{ ...failed, nextAttemptAt }]);
    expect(await itemOf(delivery)).toMatchObject({ duesk: dueKeys(next.dueAt, environmentId).duesk });
    expect(await itemOf(delivery)).not.toHaveProperty('ttl');

    expect(await recordFailure(delivery, failed, next)).toBe(false);
    expect(await deferDelivery(waiting, { nextAttemptAt: 5000, dueAt: 6000, environmentId })).toBe(true);
    expect(await reload(delivery)).toMatchObject({ attemptCount: 1, nextAttemptAt: '1970-01-01T00:00:05.000Z' });
    expect(await recordSuccess(waiting, attempt)).toBe(true);
    const item = await itemOf(delivery);
    for (const name of ['duepk', 'duesk', 'nextAttemptAt']) expect(item).not.toHaveProperty(name);
    expect(Number(item?.ttl) - Date.now() / 1000).toBeGreaterThan(29 * 24 * 3600);
  });

  it('is dead after its last attempt', async () => {
    const delivery = deliveryTo(await storedWebhook(await newCaller()));
    expect(await recordFailure(delivery, failed)).toBe(true);
    expect(await reload(delivery)).toMatchObject({ status: 'dead', attemptCount: 1, attempts: [failed] });
    expect(await itemOf(delivery)).not.toHaveProperty('duepk');
  });

  it('is cancelled where it is stored, and not stored for that', async () => {
    const webhook = await storedWebhook(await newCaller());
    const [unstored, stored] = [deliveryTo(webhook), deliveryTo(webhook)];
    expect(await cancelDelivery(unstored)).toBe(false);
    expect(await getDelivery(deliveryKey(unstored))).toBeUndefined();
    expect(await scheduleDelivery(stored, webhook.environmentId)).toBe(true);
    expect(await scheduleDelivery(stored, webhook.environmentId)).toBe(false);
    expect(await cancelDelivery(stored)).toBe(true);
    expect(await reload(stored)).toMatchObject({ status: 'cancelled', attemptCount: 0 });
    expect(await itemOf(stored)).not.toHaveProperty('duepk');
  });

  it.each(['succeeded', 'dead', 'cancelled', 'scheduled'] as const)(
    'that is %s is retried under its id, its schedule begun anew',
    async status => {
      const delivery = await ended(await storedWebhook(await newCaller()), status, Date.now());
      const now = Date.now();
      expect(await retryDelivery(delivery, environmentId, now)).toBe(true);
      const again = await reload(delivery);
      expect(again).toMatchObject({ id: delivery.id, status: 'scheduled', event: delivery.event });
      expect(again).toMatchObject({ attemptsBefore: delivery.attemptCount, attempts: delivery.attempts });
      expect(await itemOf(delivery)).toMatchObject({ duesk: dueKeys(now, environmentId).duesk });
      expect(await itemOf(delivery)).not.toHaveProperty('ttl');
      expect(await recordSuccess(again, attempt)).toBe(true);
      expect(await retryDelivery(again, environmentId, now)).toBe(false);
      expect((await reload(delivery)).attempts).toEqual([...delivery.attempts, attempt]);
    },
  );

  it('keeps all that it has over a write, and its end where it waits for it', async () => {
    const webhook = await storedWebhook(await newCaller());
    const content = { test: true as const, digest: '2026-01-31T10:00:00.000Z', told: ['usr_1'] };
    const delivery: Delivery = { ...deliveryTo(webhook), ...content };
    const next = { nextAttemptAt: Date.now() + hour, dueAt: Date.now() + hour, environmentId };
    expect(await deferDelivery(delivery, next, 'answers')).toBe(true);
    const nextAttemptAt = new Date(next.nextAttemptAt).toISOString();
    const waiting = await reload(delivery);
    expect(waiting).toStrictEqual({ ...delivery, nextAttemptAt, waitingFor: 'answers' });
    expect(await deferDelivery(waiting, next)).toBe(true);
    const deferred = await reload(delivery);
    expect(deferred).toStrictEqual({ ...delivery, nextAttemptAt });
    expect(await recordFailure(deferred, failed)).toBe(true);
    const dead = await reload(delivery);
    expect(dead).toStrictEqual({ ...delivery, status: 'dead', attempts: [failed], attemptCount: 1 });
    expect(await retryDelivery(dead, environmentId, 5000)).toBe(true);
    const retried = await reload(delivery);
    const at = '1970-01-01T00:00:05.000Z';
    const again = { status: 'scheduled', attemptsBefore: 1, retriedAt: at, nextAttemptAt: at };
    expect(retried).toStrictEqual({ ...dead, ...again });
    expect(await recordSuccess(retried, attempt)).toBe(true);
    const { told: _, ...rest } = delivery;
    expect(await reload(delivery)).toStrictEqual({
      ...rest,
      ...{ status: 'succeeded', attempts: [failed, attempt], attemptCount: 2, attemptsBefore: 1, retriedAt: at },
    });
  });

  it('is gone once its time is over, before the table removes it', async () => {
    const delivery = deliveryTo(await storedWebhook(await newCaller()));
    await recordSuccess(delivery, attempt);
    const seconds = Math.floor(Date.now() / 1000);
    await updateItem(deliveryKey(delivery), { set: { ttl: seconds + 60 } });
    expect(await getDelivery(deliveryKey(delivery))).toBeDefined();
    await updateItem(deliveryKey(delivery), { set: { ttl: seconds } });
    expect(await getDelivery(deliveryKey(delivery))).toBeUndefined();
    expect(await getDeliveries([deliveryKey(delivery)])).toEqual([]);
  });

  it.each(['event', 'attempts'])('whose %s is damaged is left out when it is shown, and not attempted', async part => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const webhook = await storedWebhook(await newCaller());
    const [damaged, intact] = [deliveryTo(webhook), deliveryTo(webhook)];
    for (const delivery of [damaged, intact]) await scheduleDelivery(delivery, environmentId);
    await updateItem(deliveryKey(damaged), { set: { [part]: '{' } });
    expect(await read(deliveriesOf(addressOf(webhook), {}))).toEqual([intact.id]);
    expect(told).toHaveBeenCalledTimes(1);
    told.mockRestore();
    expect((await getDeliveries([deliveryKey(intact)])).map(({ id }) => id)).toEqual([intact.id]);
    await expect(getDeliveries([deliveryKey(intact), deliveryKey(damaged)])).rejects.toThrow('A delivery is damaged');
  });

  it('is found by its id under its receiver alone', async () => {
    const caller = await newCaller();
    const [webhook, other] = [await storedWebhook(caller), await storedWebhook(caller)];
    const delivery = deliveryTo(webhook);
    await recordSuccess(delivery, attempt);
    expect((await getDeliveryOf(webhook, delivery.id))?.id).toBe(delivery.id);
    expect(await getDeliveryOf(other, delivery.id)).toBeUndefined();
    expect(await getDeliveryOf(webhook, `${delivery.id}0`)).toBeUndefined();
    expect(receiverOfDelivery(deliveryKey(delivery))).toEqual(addressOf(webhook));
    expect(receiverOfDelivery({ pk: 'FORM#1', sk: 'FORM' })).toBeUndefined();
  });

  it('keeps a bounded log of its attempts', async () => {
    let delivery = deliveryTo(await storedWebhook(await newCaller()));
    for (let count = 0; count < 55; count++) {
      const next = { nextAttemptAt: Date.now(), dueAt: Date.now(), environmentId };
      await recordFailure(delivery, { ...failed, latencyMs: count }, next);
      delivery = await reload(delivery);
    }
    expect(delivery.attemptCount).toBe(55);
    expect(delivery.attempts.map(({ latencyMs }) => latencyMs)).toEqual(Array.from({ length: 50 }, (_, n) => n + 5));
  });
});

describe('the deliveries of a webhook', () => {
  it('are listed and counted by status and time', async () => {
    const caller = await newCaller();
    const [webhook, other] = [await storedWebhook(caller), await storedWebhook(caller)];
    const statuses = ['succeeded', 'dead', 'cancelled', 'scheduled'] as const;
    const start = Date.parse('2026-01-31T23:00:00.000Z');
    const all: Delivery[] = [];
    for (let n = 0; n < 16; n++) all.push(await ended(webhook, statuses[n % 4] ?? 'dead', start + n * 10 * 60_000));
    await ended(other, 'dead', start);
    await countStream();
    // The stream may bring all of it again.
    await countAll(await readStream());

    for (const status of [undefined, ...statuses]) {
      for (const [from, to] of [
        [undefined, undefined],
        [start + 20 * 60_000, undefined],
        [start, start + 65 * 60_000],
      ]) {
        const scope = deliveriesOf(addressOf(webhook), { status, from, to });
        const expected = all
          .filter(delivery => status === undefined || delivery.status === status)
          .filter(({ event }) => from === undefined || Date.parse(event.timestamp) >= from)
          .filter(({ event }) => to === undefined || Date.parse(event.timestamp) < to)
          .map(({ id }) => id);
        expect(await read(scope)).toEqual(expected);
        expect(await read(scope, 'desc')).toEqual([...expected].reverse());
        expect(await countItems(scope)).toBe(expected.length);
      }
    }
  });

  it('are counted as they are now, after retries', async () => {
    const webhook = await storedWebhook(await newCaller());
    const dead = await ended(webhook, 'dead', Date.now());
    await retryDelivery(dead, webhook.environmentId, Date.now());
    await recordSuccess(await reload(dead), attempt);
    await countStream();
    const count = (status: DeliveryStatus) => countItems(deliveriesOf(addressOf(webhook), { status }));
    expect([await count('dead'), await count('scheduled'), await count('succeeded')]).toEqual([0, 0, 1]);
  });

  it('are counted for all receivers of an environment together, those of some days', async () => {
    const caller = await newCaller();
    const start = Date.parse('2026-01-30T00:00:00.000Z');
    const days = [{ date: '2026-01-30', start, end: start + 24 * hour }];
    const { form } = await formWith(caller, [{ event: 'response.created', url: 'https://hooks.example.com/own' }]);
    const slack = await storedIntegration(caller, 'slack', { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' });
    const receivers = [await storedWebhook(caller), slack, ...(await webhooksOf(form.id))];
    for (const receiver of receivers) {
      await ended(receiver, 'dead', start);
      await ended(receiver, 'succeeded', start + 24 * hour - 1);
      await ended(receiver, 'succeeded', start + 24 * hour);
    }
    await ended(await storedWebhook(await newCaller()), 'succeeded', start);
    await countStream();
    expect(await countDeliveries(caller, days)).toBe(6);
    expect(await countDeliveries(caller, [])).toBe(0);
  });

  it('have a page at any offset', async () => {
    const webhook = await storedWebhook(await newCaller());
    const start = Date.parse('2026-01-31T00:00:00.000Z');
    for (let n = 0; n < 5; n++) await ended(webhook, 'dead', start + n * hour);
    await countStream();
    const scope = deliveriesOf(addressOf(webhook), {});
    for (const [offset, found] of [
      [2, 3],
      [2000, 0],
    ] as const) {
      expect(await read(scope, 'asc', offset)).toHaveLength(found);
    }
  });
});

describe('redrive', () => {
  it('makes the dead deliveries of the window due, 20 a second, and no others', async () => {
    const webhook = await storedWebhook(await newCaller());
    const start = Date.parse('2026-01-31T00:00:00.000Z');
    const dead: Delivery[] = [];
    for (let n = 0; n < 45; n++) dead.push(await ended(webhook, 'dead', start + n * 1000));
    const done = await ended(webhook, 'succeeded', start + 5000);
    const window = deliveriesOf(addressOf(webhook), { from: start + 2000, to: start + 44_000 });
    await startRedrive(addressOf(webhook), keyRange(window));
    const before = Date.now();
    await runJobs(webhook.webhook.id, 3, 1);

    const after = await Promise.all(dead.map(reload));
    expect(after.map(({ status }) => status)).toEqual([
      ...['dead', 'dead'],
      ...Array.from({ length: 42 }, () => 'scheduled'),
      'dead',
    ]);
    expect((await reload(done)).status).toBe('succeeded');
    const times = after.flatMap(({ nextAttemptAt }) => (nextAttemptAt ? [Date.parse(nextAttemptAt)] : []));
    expect(Math.max(...times) - before).toBeGreaterThanOrEqual(2000);
    expect(await dueJobs(webhook.webhook.id)).toEqual([]);
  });

  it('ends without a webhook', async () => {
    const caller = await newCaller();
    const webhook = await storedWebhook(caller);
    const dead = await ended(webhook, 'dead', Date.now());
    await startRedrive(addressOf(webhook), { low: '0', high: '~' });
    const keys = await dueJobs(webhook.webhook.id);
    await deleteWebhook(webhook, { caller, action: 'webhook.deleted' });
    for (const key of keys) {
      const job = await getJob(key);
      if (job) await runJob(key, job, Date.now() + hour);
    }
    expect((await reload(dead)).status).toBe('dead');
    expect(await Promise.all(keys.map(getJob))).toEqual([undefined]);
  });
});

describe('what is deleted', () => {
  const leftOf = async (receiver: Receiver) => {
    const scope = deliveriesOf(addressOf(receiver), {});
    return { deliveries: await read(scope), counted: await countItems({ ...scope, timeline: { partitions: [] } }) };
  };

  it('leaves no delivery and no count of a webhook, and all of another', async () => {
    const caller = await newCaller();
    const [gone, kept] = [await storedWebhook(caller), await storedWebhook(caller)];
    for (const webhook of [gone, kept]) {
      for (const status of ['succeeded', 'dead', 'scheduled'] as const) await ended(webhook, status, Date.now());
    }
    await countStream();
    const before = await leftOf(kept);
    expect(before.counted).toBe(3);
    await deleteWebhook(gone, { caller, action: 'webhook.deleted' });
    await runJobs(gone.webhook.id, 2);
    await countAll(await readStream());
    expect(await leftOf(gone)).toEqual({ deliveries: [], counted: 0 });
    expect(await leftOf(kept)).toEqual(before);
  });

  it('leaves no delivery and no count of an integration', async () => {
    const caller = await newCaller();
    const webhookUrl = 'https://hooks.slack.com/services/T0/B0/x';
    const gone = await storedIntegration(caller, 'slack', { webhookUrl });
    for (const status of ['succeeded', 'dead', 'scheduled'] as const) await ended(gone, status, Date.now());
    await countStream();
    expect((await leftOf(gone)).counted).toBe(3);
    await deleteIntegration(gone, { caller, action: 'integration.deleted' });
    await runJobs(gone.integration.id, 2);
    await countAll(await readStream());
    expect(await leftOf(gone)).toEqual({ deliveries: [], counted: 0 });
  });

  it('leaves none of an entry that was taken off a form', async () => {
    const caller = await newCaller();
    const stored = await formWith(caller, [{ event: 'response.created', url: 'https://hooks.example.com/' }]);
    const before = await webhooksOf(stored.form.id);
    const [webhook] = before;
    if (!webhook) throw new Error('The form has no webhook');
    await ended(webhook, 'dead', Date.now());
    await countStream();
    const { writes } = await changeEntries(stored.form.id, [], before, caller);
    expect(await replaceForm(stored, { ...stored.form, webhooks: [] }, writes)).toBe(true);
    await runJobs(webhook.webhook.id, 1);
    await countAll(await readStream());
    expect(await leftOf(webhook)).toEqual({ deliveries: [], counted: 0 });
  });

  it('takes the own webhooks of a form along, with their deliveries', async () => {
    const caller = await newCaller();
    const form = await formWith(caller, [{ event: 'response.created', url: 'https://hooks.example.com/' }]);
    const [webhook] = await webhooksOf(form.form.id);
    if (!webhook) throw new Error('The form has no webhook');
    await ended(webhook, 'dead', Date.now());
    await ended(webhook, 'scheduled', Date.now());
    await countStream();
    expect((await leftOf(webhook)).counted).toBe(2);
    await deleteForm(form);
    await runJobs(form.form.id, 2);
    await countAll(await readStream());
    expect(await leftOf(webhook)).toEqual({ deliveries: [], counted: 0 });
    expect(await webhooksOf(form.form.id)).toEqual([]);
  });
});
