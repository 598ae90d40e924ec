import type { ServerResponse } from 'node:http';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { clearFailures, countFailure, markSilent } from '../../../shared/store/receivers/receiver-health.ts';
import { receiverKey } from '../../../shared/store/receivers/receiver-item.ts';
import { getWebhook, type StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { dynamodb, tableName } from '../../../shared/store/table.ts';
import { eventually } from '../../support/eventually.ts';
import { itInAll } from '../../support/in-all.ts';
import { newCaller, storedForm, storedWebhook, submit } from '../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../support/table/delivery-line.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';
import { httpReceiver } from '../outbound/receivers.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('60,600,3600');

let caller: Caller;
let form: StoredForm;
let webhook: StoredWebhook;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let answer: number;
/** The first requests, so many, are left without an answer here. */
let held: ServerResponse[];
let heldMax: number;

beforeEach(async () => {
  answer = 500;
  [held, heldMax] = [[], 0];
  receiver = await httpReceiver(response => {
    if (held.length < heldMax) held.push(response);
    else response.writeHead(answer).end();
  });
  caller = await newCaller();
  form = await storedForm(caller);
  webhook = await storedWebhook(caller, { url: receiver.url });
});
afterEach(async () => {
  await line.takeDeadLetters();
  await receiver.close();
});

async function submitted(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await submit(form);
}

async function reloaded(): Promise<StoredWebhook> {
  const stored = await getWebhook({ owner: webhook.owner, receiverId: webhook.webhook.id });
  if (!stored) throw new Error('The webhook is gone');
  return stored;
}

const openUntil = async () => (await reloaded()).health.openUntil ?? 0;

/** Goes to where the breaker lets a probe through, and the messages that wait for it have come. */
async function untilProbe(): Promise<void> {
  line.advance((await openUntil()) + 3000 - Date.now());
  await line.workOff();
}

async function statuses(): Promise<Record<string, number>> {
  const groups = Map.groupBy(await deliveriesTo(webhook), ({ status }) => status);
  return Object.fromEntries([...groups].map(([status, { length }]) => [status, length]));
}

describe('a receiver that fails five times in a row', () => {
  async function down(waiting: number): Promise<void> {
    await submitted(5);
    await line.workOff();
    await submitted(waiting);
    await line.workOff();
  }

  it('is called no more until the breaker closes; what waits is spread, 20 to a second', async () => {
    await down(45);
    expect(receiver.requests).toHaveLength(5);
    const until = await openUntil();
    expect(until - Date.now()).toBe(30_000);
    const waiting = (await deliveriesTo(webhook)).filter(({ attemptCount }) => attemptCount === 0);
    const turns = waiting.map(({ nextAttemptAt = '' }) => Date.parse(nextAttemptAt)).sort((a, b) => a - b);
    expect(turns).toHaveLength(45);
    expect(turns[0]).toBeGreaterThanOrEqual(until);
    for (const [n, turn] of turns.entries()) {
      // One more than 20, for the first that finds the breaker open begins the queue.
      expect(turns.filter(each => each >= turn && each < turn + 1000).length).toBeLessThanOrEqual(21);
      expect(turn - until).toBeLessThanOrEqual(n * 50 + 50);
    }
  });

  itInAll('gets one probe each time, after twice the time each time', async () => {
    await down(5);
    const waits: number[] = [];
    for (let probes = 1; probes <= 3; probes++) {
      await untilProbe();
      expect(receiver.requests).toHaveLength(5 + probes);
      waits.push((await openUntil()) - Date.now());
    }
    expect(waits).toEqual([60_000, 120_000, 240_000]);
    const attempts = (await deliveriesTo(webhook)).map(({ attemptCount }) => attemptCount);
    expect(attempts.reduce((sum, count) => sum + count, 0)).toBe(8);
  });

  it('gets all that waits once a probe succeeds, each once, and nothing is held against it', async () => {
    await down(10);
    await untilProbe();
    answer = 200;
    await untilProbe();
    expect((await reloaded()).health).toMatchObject({ failures: 0, probes: 0 });
    expect(receiver.requests.length).toBeGreaterThan(7);
    await line.settle();
    expect(await statuses()).toEqual({ succeeded: 15 });
    expect(receiver.requests).toHaveLength(15 + 5 + 1);
  });

  itInAll(
    'and stays away: what waited for as long as the schedule lasts is dead, until operators send the dead letters back',
    async () => {
      await down(20);
      await line.settle();
      expect(await statuses()).toEqual({ dead: 25 });
      const dead = await deliveriesTo(webhook);
      const waited = dead.filter(({ attempts }) => attempts.at(-1)?.error === 'receiver_down');
      expect(waited.length).toBeGreaterThan(10);
      const made = dead.flatMap(({ attempts }) => attempts).filter(({ error }) => error !== 'receiver_down');
      expect(receiver.requests).toHaveLength(made.length);
      for (const { attempts, createdAt } of waited) {
        expect(Date.parse(attempts.at(-1)?.at ?? '') - Date.parse(createdAt)).toBeGreaterThan((60 + 600 + 3600) * 1000);
      }

      answer = 200;
      await line.send('dead', 'no delivery');
      const before = receiver.requests.length;
      await line.redriveDeadLetters();
      await line.settle();
      expect(await statuses()).toEqual({ succeeded: 25 });
      expect(receiver.requests).toHaveLength(before + 25);
      // The deliveries of the tests before are dead too, since their receivers are closed.
      const letters = await line.takeDeadLetters();
      expect(letters.filter(letter => !letter.includes('"pk"') || letter.includes(webhook.webhook.id))).toEqual([
        'no delivery',
      ]);
      const ids = (await deliveriesTo(webhook)).map(({ id }) => id);
      expect(ids).toEqual(dead.map(({ id }) => id));
    },
  );
});

describe('a receiver that is silent', () => {
  let deadline: string | undefined;

  beforeEach(async () => {
    deadline = process.env.DELIVERY_DEADLINE_SECONDS;
    // Nothing here is to be seen by its deadline.
    process.env.DELIVERY_DEADLINE_SECONDS = '30';
    [answer, heldMax] = [200, 1];
  });
  afterEach(() => {
    process.env.DELIVERY_DEADLINE_SECONDS = deadline;
  });

  it('has what comes for it wait until it answers, which other receivers do not', async () => {
    const other = await httpReceiver(response => response.writeHead(200).end());
    await storedWebhook(caller, { url: other.url });
    await submitted(1);
    const firstRun = line.workOff();
    await eventually(async () => expect((await reloaded()).health.silentUntil).toBeGreaterThan(Date.now()));
    await submitted(2);
    await line.workOff();
    line.advance(1000);
    await line.workOff();
    expect(receiver.requests).toHaveLength(1);
    expect(other.requests).toHaveLength(3);
    held[0]?.writeHead(200).end();
    await firstRun;
    expect((await reloaded()).health.silentUntil).toBeUndefined();
    line.advance(4000);
    await line.settle();
    expect(await statuses()).toEqual({ succeeded: 3 });
    expect(receiver.requests).toHaveLength(3);
    // Neither an attempt nor a fault, however often it was looked at.
    const counts = (await deliveriesTo(webhook)).map(({ attemptCount }) => attemptCount);
    expect(counts).toEqual([1, 1, 1]);
    expect(await line.takeDeadLetters()).toEqual([]);
    await other.close();
  });

  it('has what comes for it wait in the queue, where no run gets it', async () => {
    heldMax = 0;
    await markSilent(webhook, Date.now() + 5700);
    await submitted(1);
    await line.dispatch();
    await clearFailures(await reloaded(), { slow: false });
    await line.workOff();
    expect(receiver.requests).toHaveLength(0);
    line.advance(1000);
    await line.workOff();
    expect(receiver.requests).toHaveLength(1);
  });

  it('has what was on its way wait too, from the run that gets it', async () => {
    heldMax = 0;
    await submitted(1);
    await line.dispatch();
    await markSilent(webhook, Date.now() + 5700);
    await line.workOff();
    expect(receiver.requests).toHaveLength(0);
    line.advance(6000);
    await line.workOff();
    expect(await statuses()).toEqual({ succeeded: 1 });
  });

  it('is attempted again when its silence has been outlived: a run that was killed ends none', async () => {
    await markSilent(webhook, Date.now() + 5000);
    heldMax = 0;
    await submitted(1);
    await line.workOff();
    expect(receiver.requests).toHaveLength(0);
    line.advance(5000);
    await line.workOff();
    expect(await statuses()).toEqual({ succeeded: 1 });
    expect((await reloaded()).health.silentUntil).toBeUndefined();
  });

  it('is no longer silent when it fails', async () => {
    await markSilent(webhook, Date.now() + 5000);
    const counted = await countFailure(webhook, Date.now(), false);
    expect(counted).toMatchObject({ failures: 1, slow: false, silentUntil: undefined });
  });

  it('is waited for when it was late, and written no more with each delivery', async () => {
    await markSilent(webhook, Date.now() + 5000);
    const known = await reloaded();
    await clearFailures(known, { slow: false, patientUntil: Date.now() + 1 });
    expect((await reloaded()).health).toMatchObject({ slow: false, patientUntil: Date.now() + 1 });
    expect(await clearFailures(known, { slow: false })).toBe(false);
  });
});

describe('a webhook without a success', () => {
  const hour = 3600_000;

  /** One more failure after so many, the first so long ago. */
  async function oneMore(failures: number, hours: number): Promise<StoredWebhook> {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: receiverKey({ owner: webhook.owner, receiverId: webhook.webhook.id }),
        UpdateExpression: 'SET failures = :failures, failingSince = :since, openUntil = :past',
        ExpressionAttributeValues: {
          ':failures': failures,
          ':since': Date.now() - hours * hour,
          ':past': Date.now() - 1,
        },
      }),
    );
    await submitted(1);
    await line.workOff();
    expect(receiver.requests).toHaveLength(1);
    return reloaded();
  }

  itInAll('for 8 days and 20 attempts is disabled; what waits for it is cancelled, not sent', async () => {
    const { webhook: shown } = await oneMore(19, 8 * 24);
    expect(shown).toMatchObject({ active: false, disabledReason: 'failing' });
    await submitted(1);
    await line.settle();
    expect(receiver.requests).toHaveLength(1);
    expect(await statuses()).toEqual({ cancelled: 1 });
  });

  it.each([
    [18, 9 * 24],
    [500, 8 * 24 - 1],
  ])('for %i failures and one in %i hours is not', async (failures, hours) => {
    expect((await oneMore(failures, hours)).webhook).toMatchObject({ active: true, disabledReason: null });
    answer = 200;
    await line.settle();
    expect(await statuses()).toEqual({ succeeded: 1 });
  });

  it('is as good as new after one', async () => {
    answer = 200;
    const { webhook: shown, health } = await oneMore(500, 30 * 24);
    expect(shown.active).toBe(true);
    expect(health).toEqual({ failures: 0, probes: 0, slow: false });
    answer = 500;
    await submitted(1);
    await line.workOff();
    expect((await reloaded()).webhook.active).toBe(true);
    answer = 200;
    await line.settle();
  });
});
