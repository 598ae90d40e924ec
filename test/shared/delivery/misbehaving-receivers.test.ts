import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { deliveryKey } from '../../../shared/store/receivers/deliveries.ts';
import { getWebhook, type StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { dynamodb, tableName } from '../../../shared/store/table.ts';
import { selfSigned } from '../../support/doubles/self-signed.ts';
import { itInAll } from '../../support/in-all.ts';
import { newCaller, storedForm, storedWebhook, submit } from '../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../support/table/delivery-line.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';
import { drip, flood, httpReceiver, listening, type Receiver, rawReceiver } from '../outbound/receivers.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('5,30,120');

let caller: Caller;
let form: StoredForm;
const open: Receiver[] = [];

beforeEach(async () => {
  caller = await newCaller();
  form = await storedForm(caller);
});
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
  await line.settle();
  await line.takeDeadLetters();
});

const opened = <T extends Receiver>(receiver: T): T => {
  open.push(receiver);
  return receiver;
};

const reload = ({ owner, webhook }: StoredWebhook) => getWebhook({ owner, receiverId: webhook.id });

/** What has become of one event after its first attempt, and of its webhook. */
async function afterOneAttempt(url: string) {
  const webhook = await storedWebhook(caller, { url });
  await submit(form);
  await line.workOff();
  const [delivery, ...others] = await deliveriesTo(webhook);
  expect(others).toEqual([]);
  const [attempt, ...more] = delivery?.attempts ?? [];
  expect(more).toEqual([]);
  return { webhook, delivery, attempt, stored: await reload(webhook) };
}

type Talk = (socket: Socket) => void;

const failures: [string, Talk, object][] = [
  ['hangs', () => {}, { error: 'timeout' }],
  ['drips its headers', socket => drip(socket, 'HTTP/1.1 200 OK\r\nx: '), { error: 'timeout' }],
  [
    'floods its headers',
    socket => flood(socket.setNoDelay(), `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`),
    { error: 'headers_too_large' },
  ],
  [
    'floods its body',
    socket => flood(socket, `HTTP/1.1 500 Oops\r\n\r\n${'a'.repeat(65_536)}`),
    { status: 500, body: 'a'.repeat(1024) },
  ],
  [
    'says more than it sends',
    socket => socket.end('HTTP/1.1 502 Oops\r\ncontent-length: 500\r\n\r\nabc'),
    { status: 502, body: 'abc' },
  ],
  [
    'says that it sends less than nothing',
    socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n'),
    { error: 'bad_response' },
  ],
  ['resets the connection', socket => socket.resetAndDestroy(), { error: 'connection_reset' }],
  ['closes without an answer', socket => socket.end(), { error: 'connection_reset' }],
  ['does not speak HTTP', socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), { error: 'bad_response' }],
  [
    'redirects',
    socket => socket.end('HTTP/1.1 307 Elsewhere\r\nlocation: https://example.org/x\r\ncontent-length: 0\r\n\r\n'),
    { status: 307, error: 'redirects to https://example.org/x, which is not followed' },
  ],
];

describe('the delivery to a receiver', () => {
  it.each(failures)('that %s waits for its next attempt, with the reason in its log', async (_, talk, logged) => {
    const receiver = opened(await rawReceiver(talk));
    const { delivery, attempt, stored } = await afterOneAttempt(receiver.url);
    const isSlow = 'error' in logged && logged.error === 'timeout';
    expect(delivery).toMatchObject({ status: 'scheduled', attemptCount: 1 });
    const nextAttemptAt = expect.any(String);
    expect(attempt).toEqual({ at: expect.any(String), latencyMs: expect.any(Number), nextAttemptAt, ...logged });
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThanOrEqual(5000);
    expect(stored?.webhook.active).toBe(true);
    expect(stored?.health).toMatchObject({ failures: 1, slow: isSlow, failingSince: expect.any(Number) });
    expect(receiver.sockets).toHaveLength(1);
  });

  it('whose certificate is its own waits for its next attempt', async () => {
    let called = false;
    const server = createHttpsServer(selfSigned('localhost'), (_, response) => {
      called = true;
      response.end();
    });
    const { port } = opened(await listening(server));
    const { delivery, attempt } = await afterOneAttempt(`https://127.0.0.1:${port}/`);
    expect(delivery?.status).toBe('scheduled');
    expect(attempt?.error).toBe('tls_failed');
    expect(called).toBe(false);
  });

  it('that is not there waits for its next attempt', async () => {
    const receiver = await rawReceiver(() => {});
    await receiver.close();
    const { delivery, attempt } = await afterOneAttempt(receiver.url);
    expect(delivery?.status).toBe('scheduled');
    expect(attempt?.error).toBe('connection_refused');
  });

  it.each<[string, Talk]>([
    ['never sends its body', socket => socket.write('HTTP/1.1 202 OK\r\ncontent-length: 5\r\n\r\n')],
    ['floods its body', socket => flood(socket, `HTTP/1.1 202 OK\r\n\r\n${'a'.repeat(65_536)}`)],
  ])('that answers 2xx and %s has succeeded, and nothing is held against it', async (_, talk) => {
    const receiver = opened(await rawReceiver(talk));
    const { delivery, attempt, stored } = await afterOneAttempt(receiver.url);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 1 });
    expect(attempt).not.toHaveProperty('error');
    expect(attempt?.body?.length ?? 0).toBeLessThanOrEqual(1024);
    expect(stored?.health.failures).toBe(0);
  });

  it('that is gone is asked once more, and its webhook is disabled', async () => {
    const receiver = opened(await httpReceiver(response => response.writeHead(410).end()));
    const { webhook, delivery, attempt, stored } = await afterOneAttempt(receiver.url);
    expect(delivery).toMatchObject({ status: 'scheduled', attemptCount: 1 });
    expect(attempt).toMatchObject({ status: 410 });
    expect(stored?.webhook).toMatchObject({ active: true, disabledReason: null });
    await line.settle();
    expect(await deliveriesTo(webhook)).toMatchObject([{ status: 'dead', attemptCount: 2 }]);
    expect((await reload(webhook))?.webhook).toMatchObject({ active: false, disabledReason: 'gone' });
    expect(await line.takeDeadLetters()).toHaveLength(1);
  });

  it.each([429, 503])('that asks with %i to be left alone for an hour is', async status => {
    let isBack = false;
    const answer = () => (isBack ? ([200] as const) : ([status, { 'retry-after': '3600' }] as const));
    const receiver = opened(await httpReceiver(response => response.writeHead(...(answer() as [number])).end()));
    const { webhook, delivery } = await afterOneAttempt(receiver.url);
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBe(3600_000);
    isBack = true;
    // What is due too early is so still at the next look.
    for (const minutes of [1, 14, 44]) {
      line.advance(minutes * 60_000);
      await line.sweep();
      await line.workOff();
    }
    expect(receiver.requests).toHaveLength(1);
    expect(await line.settle()).toBeLessThanOrEqual(2);
    expect(await deliveriesTo(webhook)).toMatchObject([{ status: 'succeeded', attemptCount: 2 }]);
  });

  it.each([
    [500, '3600'],
    [503, 'soon'],
    [429, '-1'],
  ])('that answers %i with a Retry-After of %s is called by the schedule', async (status, retryAfter) => {
    const receiver = opened(
      await httpReceiver(response => response.writeHead(status, { 'retry-after': retryAfter }).end()),
    );
    const { delivery } = await afterOneAttempt(receiver.url);
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeLessThanOrEqual(7000);
  });

  it('that misbehaves each time ends dead, with each attempt in its log; one that recovers succeeds', async () => {
    let isBack = false;
    const talks = failures.map(([, talk]) => talk);
    let calls = 0;
    const raw = opened(
      await rawReceiver(socket => {
        calls += 1;
        if (isBack) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        else talks[(calls * 3) % talks.length]?.(socket);
      }),
    );
    const webhook = await storedWebhook(caller, { url: raw.url });
    await submit(form);
    await line.settle();
    expect(await deliveriesTo(webhook)).toMatchObject([{ status: 'dead', attemptCount: 4 }]);
    expect(calls).toBe(4);
    isBack = true;
    await submit(form);
    await line.settle();
    const statuses = (await deliveriesTo(webhook)).map(({ status }) => status);
    expect(statuses).toEqual(['dead', 'succeeded']);
    expect((await reload(webhook))?.health).toMatchObject({ failures: 0, slow: false });
  });

  itInAll('takes bounded memory and room in the table, however much twelve receivers of a batch send', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const webhooks: StoredWebhook[] = [];
    for (let n = 0; n < 12; n++) {
      const receiver = opened(
        await rawReceiver(socket => {
          socket.write('HTTP/1.1 500 Oops\r\n\r\n');
          flood(socket, chunk);
        }),
      );
      webhooks.push(await storedWebhook(caller, { url: receiver.url }));
    }
    await submit(form);
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = held();
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, held() - before);
    }, 2);
    await line.workOff();
    clearInterval(timer);
    expect(peak).toBeLessThan(64 * 1024 * 1024);
    for (const webhook of webhooks) {
      const [delivery] = await deliveriesTo(webhook);
      if (!delivery) throw new Error('There is no delivery');
      const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key: deliveryKey(delivery) }));
      expect(JSON.stringify(Item).length).toBeLessThan(4096);
    }
  });
});
