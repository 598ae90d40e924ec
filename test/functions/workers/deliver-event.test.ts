import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Context, SQSEvent } from 'aws-lambda';
import { consumedBy } from '../../../bench/consumed-capacity.ts';
import { handler } from '../../../functions/workers/deliver-event.ts';
import type { DeliveryMessage } from '../../../shared/delivery/delivery-queue.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Delivery } from '../../../shared/domain/receivers/webhook.ts';
import { deliveryKey, getDelivery, newDelivery, retryDelivery } from '../../../shared/store/receivers/deliveries.ts';
import { countFailure } from '../../../shared/store/receivers/receiver-health.ts';
import { deleteWebhook, getWebhook, type StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { dynamodb } from '../../../shared/store/table.ts';
import { httpReceiver } from '../../shared/outbound/receivers.ts';
import { itInAll } from '../../support/in-all.ts';
import { randomOf } from '../../support/random.ts';
import { eventAt, newCaller, storedForm, storedWebhook } from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useDeliveryQueues } from '../../support/table/queues.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();
const drained = useDeliveryQueues();
Object.assign(process.env, {
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  WEBHOOK_RETRY_DELAYS_SECONDS: '0,0',
  DELIVERY_LANE: 'slow',
  DELIVERY_DEADLINE_SECONDS: '1',
  SERVICE_VERSION: '1.2.3',
});

let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let answers: (number | 'nothing')[];
let pauseMs: number;
let caller: Caller;
let webhook: StoredWebhook;
let formId: string;
let identity = 0;

beforeEach(async () => {
  answers = [];
  pauseMs = 0;
  receiver = await httpReceiver(response => {
    const answer = answers.shift() ?? 200;
    if (answer !== 'nothing') setTimeout(() => response.writeHead(answer).end('thanks'), pauseMs);
  });
  caller = await newCaller();
  formId = (await storedForm(caller)).form.id;
  webhook = await storedWebhook(caller, { url: receiver.url });
});
afterEach(() => receiver.close());

/** The message of a new event, as the dispatcher sends it. */
function newMessage(): DeliveryMessage & { delivery: Delivery } {
  const event = eventAt(Date.now(), formId);
  identity += 1;
  const delivery = newDelivery({ owner: webhook.owner, receiverId: webhook.webhook.id }, event, `event ${identity}`);
  return { ...deliveryKey(delivery), delivery };
}

/** Runs the worker with these messages as one batch; gives the positions of those that are to come again. */
async function work(...bodies: unknown[]): Promise<number[]> {
  const Records = bodies.map((body, index) => ({
    messageId: String(index),
    receiptHandle: 'none',
    attributes: { ApproximateReceiveCount: '4' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }));
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  const { batchItemFailures } = await handler({ Records } as SQSEvent, context);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
}

/** Works off what waits in the slow lane, whatever the time that it waits for. */
async function workOffRetries(): Promise<void> {
  const messages = await drained('slow');
  const latest = Math.max(0, ...(await Promise.all(messages.map(dueTime))));
  await until(latest);
  if (messages.length > 0) await work(...messages);
}

const address = () => ({ owner: webhook.owner, receiverId: webhook.webhook.id });

const health = async () => (await getWebhook(address()))?.health;

const read = ({ pk, sk }: DeliveryMessage) => getDelivery({ pk, sk });

const until = (time: number) => pause(Math.max(0, time - Date.now()));

const dueTime = async (message: DeliveryMessage): Promise<number> =>
  Date.parse((await read(message))?.nextAttemptAt ?? '') || 0;

describe('the worker of deliveries', () => {
  it('posts a signed event and stores that it succeeded', async () => {
    const message = newMessage();
    expect(await work(message)).toEqual([]);
    const [request] = receiver.requests;
    const timestamp = request?.headers['x-service-timestamp'];
    const hmac = createHmac('sha256', 'a good secret').update(`${timestamp}.${request?.body}`).digest('hex');
    expect(request?.headers).toMatchObject({
      'x-service-delivery': message.delivery.id,
      'x-service-signature': `v1=${hmac}`,
      'webhook-id': message.delivery.id,
      'content-type': 'application/json',
    });
    expect(await read(message)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
  });

  it('makes a first attempt with one read and one write', async () => {
    const { calls } = await consumedBy(dynamodb, () => work(newMessage()));
    expect(Object.fromEntries(calls)).toEqual({ BatchGetItem: 1, PutItem: 1 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('sends nothing twice for a message that comes twice, at once or later', async () => {
    const message = newMessage();
    await work(message, message);
    await work(message);
    expect(receiver.requests).toHaveLength(1);
  });

  itInAll('sends nothing for the message of an attempt that was made', async () => {
    answers = [500, 200];
    const message = newMessage();
    await work(message);
    const [retry] = await drained('slow');
    await work(message);
    expect(receiver.requests).toHaveLength(1);
    await until(await dueTime(retry));
    await work(retry);
    await work(retry);
    expect(receiver.requests).toHaveLength(2);
    expect(await read(message)).toMatchObject({ status: 'succeeded', attemptCount: 2 });
  });

  itInAll('sends nothing for an older message that comes again when the next attempt is due', async () => {
    answers = [500, 500];
    const message = newMessage();
    await work(message);
    const [first] = await drained('slow');
    await until(await dueTime(first));
    await work(first);
    const [second] = await drained('slow');
    await until(await dueTime(second));
    await work(first);
    expect(receiver.requests).toHaveLength(2);
    await work(second);
    expect(await read(message)).toMatchObject({ status: 'succeeded', attemptCount: 3 });
  });

  it('puts a delivery that has waited in its lane for more than a day into the table, from where it is made', async () => {
    const message = newMessage();
    const createdAt = new Date(Date.now() - 25 * 3600_000).toISOString();
    await work({ ...message, delivery: { ...message.delivery, createdAt } });
    expect(receiver.requests).toHaveLength(0);
    const stored = await read(message);
    expect(stored).toMatchObject({ status: 'scheduled', attemptCount: 0 });
    const waitMs = Date.parse(stored?.nextAttemptAt ?? '') - Date.now();
    expect(waitMs).toBeLessThanOrEqual(3600_000);
    await retryDelivery(stored as Delivery, webhook.owner, Date.now());
    await work({ pk: message.pk, sk: message.sk });
    expect(await read(message)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
    await drained('slow');
  });

  itInAll('gives a delivery up after the last attempt, among the dead letters, which bring it back', async () => {
    answers = [500, 503, 404];
    const message = newMessage();
    await work(message);
    await workOffRetries();
    await workOffRetries();
    expect(await read(message)).toMatchObject({ status: 'dead', attemptCount: 3 });
    const [letter] = await drained('dead');
    await work(letter);
    expect(await read(message)).toMatchObject({ status: 'scheduled' });
    await work({ pk: message.pk, sk: message.sk });
    expect(await read(message)).toMatchObject({ status: 'succeeded', attemptCount: 4 });
    await work(letter);
    expect(receiver.requests).toHaveLength(4);
  });

  it('disables a webhook that answers 410 twice, and tries no more', async () => {
    answers = [410, 410];
    const messages = [newMessage(), newMessage(), newMessage()];
    await work(messages[0]);
    expect((await getWebhook(address()))?.webhook).toMatchObject({ active: true, disabledReason: null });
    await workOffRetries();
    await work(messages[1], messages[2]);
    expect(receiver.requests).toHaveLength(2);
    expect((await getWebhook(address()))?.webhook).toMatchObject({ active: false, disabledReason: 'gone' });
    expect(await drained('slow')).toEqual([]);
    await drained('dead');
  });

  it('sends nothing of a deleted webhook', async () => {
    expect(await deleteWebhook(webhook, { caller, action: 'webhook.deleted' })).toBe(true);
    const message = newMessage();
    expect(await work(message)).toEqual([]);
    expect(receiver.requests).toEqual([]);
    expect(await read(message)).toBeUndefined();
  });

  it('passes over what is no request for a delivery, its neighbours unaffected', async () => {
    expect(await work('{', 'null', { pk: 'FORM#x', sk: 'FORM' }, newMessage())).toEqual([0, 1, 2]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('gives a message back when the fault is ours, and loses nothing', async () => {
    const message = newMessage();
    const { KMS_KEY_ID } = process.env;
    process.env.KMS_KEY_ID = '';
    expect(await work(message)).toEqual([0]);
    process.env.KMS_KEY_ID = KMS_KEY_ID;
    expect(await read(message)).toBeUndefined();
    expect(await work(message)).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('opens the breaker after five failures in a row: the others wait and count no attempt', async () => {
    answers = Array.from({ length: 20 }, () => 500);
    process.env.WEBHOOK_RETRY_DELAYS_SECONDS = '60,60';
    await work(...Array.from({ length: 5 }, newMessage));
    const late = newMessage();
    await work(late);
    expect(receiver.requests).toHaveLength(5);
    expect(await read(late)).toMatchObject({ status: 'scheduled', attemptCount: 0 });
    await drained('slow');
    process.env.WEBHOOK_RETRY_DELAYS_SECONDS = '0,0';
  });

  it('passes what is left of a receiver that hangs from the fast lane to the slow one', async () => {
    answers = ['nothing'];
    process.env.DELIVERY_LANE = 'fast';
    await work(...Array.from({ length: 6 }, newMessage));
    process.env.DELIVERY_LANE = 'slow';
    expect(receiver.requests).toHaveLength(1);
    const passed = (await drained('slow')).filter(({ delivery }) => delivery);
    expect(passed).toHaveLength(5);
  });

  itInAll('leaves a receiver that was slow in the slow lane until it is quick', async () => {
    const timedOut = true;
    await countFailure(webhook, Date.now(), timedOut);
    process.env.DELIVERY_DEADLINE_SECONDS = '5';
    pauseMs = 1500;
    await work(newMessage());
    expect(await health()).toMatchObject({ failures: 0, slow: true });
    pauseMs = 0;
    await work(newMessage());
    expect(await health()).toMatchObject({ failures: 0, slow: false });
    process.env.DELIVERY_DEADLINE_SECONDS = '1';
    expect(receiver.requests).toHaveLength(2);
  });

  itInAll.each([1, 2, 3, 4])(
    'ends every delivery, and makes no attempt twice, however messages are lost and repeated: seed %i',
    async seed => {
      const random = randomOf(seed);
      answers = Array.from({ length: 40 }, () => (random() < 0.3 ? 500 : 200));
      const first = Array.from({ length: 8 }, newMessage);
      let messages: DeliveryMessage[] = first;
      for (let round = 0; round < 60 && messages.length > 0; round++) {
        const repeated = messages.flatMap(message => (random() < 0.3 ? [message, message] : [message]));
        const again = await work(...repeated);
        if (random() < 0.3) await work(...repeated);
        // The messages of retries are lost; the index of due work hands over what is scheduled.
        await drained('slow');
        const read = await Promise.all(
          first.map(async message => ({ message, stored: await getDelivery(keyOf(message)) })),
        );
        const scheduled = read.filter(({ stored }) => stored?.status === 'scheduled');
        messages = [
          ...again.map(n => repeated[n] ?? first[0]),
          ...scheduled.map(({ message }) => keyOf(message)),
        ].filter(message => message !== undefined);
        await pause(messages.length > 0 ? 300 : 0);
      }
      await drained('dead');
      for (const message of first) {
        const stored = await getDelivery(keyOf(message));
        expect(['succeeded', 'dead']).toContain(stored?.status);
        const requests = receiver.requests.filter(
          ({ headers }) => headers['x-service-delivery'] === message.delivery.id,
        );
        expect(requests).toHaveLength(stored?.attempts.filter(({ error }) => error !== 'receiver_down').length ?? 0);
      }
    },
  );
});

const keyOf = ({ pk, sk }: DeliveryMessage) => ({ pk, sk });
