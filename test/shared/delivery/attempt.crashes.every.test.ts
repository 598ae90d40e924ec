import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Delivery } from '../../../shared/domain/receivers/webhook.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { deliveryKey } from '../../../shared/store/receivers/deliveries.ts';
import type { StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import type { Json } from '../../support/cloud/http.ts';
import { randomOf } from '../../support/random.ts';
import { newCaller, storedForm, storedWebhook, submit } from '../../support/records/records.ts';
import { deliveriesTo, type Faults, type Repetition, useDeliveryLine } from '../../support/table/delivery-line.ts';
import type { WorkerCall, WorkerFault, WorkerName } from '../../support/table/killable-workers.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';
import { httpReceiver } from '../outbound/receivers.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('5,30,120');

/** What a receiver answers to its n-th request. */
type Answering = (n: number) => number;
type Receiver = Awaited<ReturnType<typeof httpReceiver>>;

let caller: Caller;
let form: StoredForm;
const targets: { webhook: StoredWebhook; receiver: Receiver }[] = [];

beforeEach(async () => {
  line.meet({});
  caller = await newCaller();
  form = await storedForm(caller);
});
afterEach(async () => {
  await line.takeDeadLetters();
  for (const { receiver } of targets.splice(0)) await receiver.close();
});

async function newTarget(answering: Answering = () => 200) {
  let count = 0;
  const receiver = await httpReceiver(response => {
    count += 1;
    response.writeHead(answering(count)).end();
  });
  const target = { webhook: await storedWebhook(caller, { url: receiver.url }), receiver };
  targets.push(target);
  return target;
}

const newTargets = async (count: number, answering?: Answering) => {
  for (let n = 0; n < count; n++) await newTarget(answering);
};

/** A fault at the n-th of the calls that `matches` names, and whether it has come. */
type PlannedFault = { fault: WorkerFault; fired: () => boolean };

function planned(
  matches: (call: WorkerCall) => boolean,
  act: (call: WorkerCall) => Promise<Json>,
  nth = 1,
): PlannedFault {
  let seen = 0;
  const fault: WorkerFault = call => {
    if (!matches(call)) return undefined;
    seen += 1;
    return seen === nth ? act(call) : undefined;
  };
  return { fault, fired: () => seen >= nth };
}

const ofDelivery = ({ input }: WorkerCall) => String(input.Item?.pk ?? input.Key?.pk ?? '').startsWith('WEBHOOK#');
const isLane = ({ worker }: WorkerCall) => worker === 'fast' || worker === 'slow';
const killAfter = async ({ proceed, kill }: WorkerCall) => {
  await proceed();
  return kill();
};
const killBefore = ({ kill }: WorkerCall) => kill();

/**
 * Settles, and sees that each event has come to each receiver as it must.
 *
 * @param again how many requests a delivery may have beyond the attempts that are logged
 */
async function settled(events: number, again = 0): Promise<Delivery[]> {
  await line.settle();
  const letters = (await line.takeDeadLetters()).filter(body => body.startsWith('{')).map(body => JSON.parse(body));
  const all: Delivery[] = [];
  for (const { webhook, receiver } of targets) {
    const deliveries = await deliveriesTo(webhook);
    expect(new Set(deliveries.map(({ event }) => event.responseId)).size).toBe(events);
    expect(deliveries).toHaveLength(events);
    for (const delivery of deliveries) expectEnded(delivery, receiver, letters, again);
    const known = new Set(deliveries.map(({ id }) => id));
    expect(receiver.requests.filter(({ headers }) => !known.has(String(headers['x-service-delivery'])))).toEqual([]);
    all.push(...deliveries);
  }
  return all;
}

function expectEnded(delivery: Delivery, receiver: Receiver, letters: Json[], again: number): void {
  const requests = receiver.requests.filter(({ headers }) => headers['x-service-delivery'] === delivery.id);
  const made = delivery.attempts.filter(({ error }) => error !== 'receiver_down');
  expect(['succeeded', 'dead']).toContain(delivery.status);
  expect(requests.length).toBeGreaterThanOrEqual(made.length);
  expect(requests.length).toBeLessThanOrEqual(made.length + again);
  expect(delivery.attemptCount).toBe(delivery.attempts.length);
  expect(new Set(requests.map(({ body }) => body)).size).toBeLessThanOrEqual(1);
  const [endings, ending] =
    delivery.status === 'succeeded'
      ? [made.slice(-1).map(({ status }) => status), 200]
      : [letters, { ...deliveryKey(delivery), deadAfter: delivery.attemptCount }];
  expect(endings).toContainEqual(ending);
}

async function submitted(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await submit(form);
}

describe('what a crash leaves undone is done', () => {
  it('when a submission is cut off after its write, before anybody has read the stream', async () => {
    await newTargets(2);
    const crash = planned(({ command }) => /Put|Transact/.test(command), killAfter);
    line.meet({ calls: [crash.fault] });
    expect(await line.run('submission', () => submit(form))).toMatchObject({ failed: true });
    const death = planned(({ worker }) => worker === 'dispatcher', killBefore);
    line.meet({ calls: [death.fault] });
    await settled(1);
    expect([crash.fired(), death.fired()]).toEqual([true, true]);
  });

  it.each([
    ['is killed after it sent 3 of 5', (call: WorkerCall) => call.kill()],
    ['is told of 3 of 5 only', async ({ input }: WorkerCall) => ({ Failed: input.Entries.slice(3) })],
  ])('when the dispatcher %s: exactly 5 deliveries', async (_, act) => {
    await newTargets(5);
    await submitted(1);
    const isFanOut = ({ worker, command }: WorkerCall) =>
      worker === 'dispatcher' && command === 'SendMessageBatchCommand';
    const crash = planned(isFanOut, async call => {
      await call.proceed({ ...call.input, Entries: call.input.Entries.slice(0, 3) });
      return act(call);
    });
    line.meet({ calls: [crash.fault] });
    const deliveries = await settled(1);
    expect(crash.fired()).toBe(true);
    expect(deliveries).toHaveLength(5);
    expect(targets.map(({ receiver }) => receiver.requests.length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('when the dispatcher is killed between two batches of a fan-out, and finds its first deliveries made', async () => {
    await newTargets(3);
    await submitted(8);
    const isFanOut = ({ worker, command }: WorkerCall) =>
      worker === 'dispatcher' && command === 'SendMessageBatchCommand';
    const crash = planned(isFanOut, killAfter, 2);
    line.meet({ calls: [crash.fault] });
    await settled(8);
    expect(crash.fired()).toBe(true);
  });

  it('when the sweeper is killed after it took a lease, before it sent: 20 minutes later', async () => {
    await newTarget(n => (n === 1 ? 500 : 200));
    await submitted(1);
    const lost = planned(({ worker, command }) => worker === 'fast' && command === 'SendMessageCommand', killBefore);
    const crash = planned(
      ({ worker, command }) => worker === 'sweeper' && command === 'SendMessageBatchCommand',
      killBefore,
    );
    line.meet({ calls: [lost.fault, crash.fault] });
    await line.workOff();
    const begun = Date.now();
    const [delivery] = await settled(1);
    expect([lost.fired(), crash.fired()]).toEqual([true, true]);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
    expect(Date.parse(delivery?.attempts[1]?.at ?? '') - begun).toBeGreaterThanOrEqual(20 * 60_000);
  });

  it('when a message comes to two workers at once: one attempt counts', async () => {
    await newTarget(n => (n < 3 ? 500 : 200));
    await submitted(1);
    let repeated = 0;
    line.meet({
      repeat: lane => {
        repeated += lane === 'fast' ? 1 : 0;
        return lane === 'fast' ? 'to two at once' : undefined;
      },
    });
    const [delivery] = await settled(1, 1);
    expect(repeated).toBe(1);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
  });

  it.each([1, 2])(
    'when a worker that was given up writes late, after attempt %i of another: its write is refused',
    async attempts => {
      await newTarget(n => (n <= attempts ? 500 : 200));
      await submitted(1);
      let writeLate = async (): Promise<Json> => {};
      const isWrite = (call: WorkerCall) => isLane(call) && call.command === 'PutCommand' && ofDelivery(call);
      const crash = planned(isWrite, ({ proceed, kill }) => {
        writeLate = proceed;
        return kill();
      });
      line.meet({ calls: [crash.fault] });
      const [delivery] = await settled(1, 1);
      expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: attempts });
      await expect(writeLate()).rejects.toThrow('conditional');
      expect(await settled(1, 1)).toEqual([delivery]);
    },
  );

  it('when each message comes once more: nothing is sent twice', async () => {
    await newTarget(n => (n % 3 === 0 ? 200 : 500));
    await submitted(4);
    const seen = new Set<string>();
    line.meet({
      repeat: (_, messages) => {
        const fresh = messages.filter(message => !seen.has(message));
        for (const message of fresh) seen.add(message);
        return fresh.length > 0 ? 'once more' : undefined;
      },
    });
    await settled(4);
    expect(seen.size).toBeGreaterThanOrEqual(8);
  });

  it('when a worker is killed before its request, at its read', async () => {
    const { receiver } = await newTarget();
    await submitted(1);
    const crash = planned(call => isLane(call) && call.command === 'BatchGetCommand', killBefore);
    line.meet({ calls: [crash.fault] });
    const [delivery] = await settled(1);
    expect(crash.fired()).toBe(true);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 1 });
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([200, 500])(
    'when a worker is killed after its request, before its write: one more with the same id, %i',
    async status => {
      const { receiver } = await newTarget(n => (n <= 2 ? status : 200));
      await submitted(1);
      const crash = planned(call => isLane(call) && call.command === 'PutCommand' && ofDelivery(call), killBefore);
      line.meet({ calls: [crash.fault] });
      const [delivery] = await settled(1, 1);
      expect(crash.fired()).toBe(true);
      expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: status === 200 ? 1 : 2 });
      expect(receiver.requests.map(({ headers }) => headers['x-service-attempt']).slice(0, 2)).toEqual(['1', '1']);
      expect(receiver.requests).toHaveLength(status === 200 ? 2 : 3);
    },
  );

  it.each(['stored', 'sent'])('when a worker is killed after it %s what comes next', async what => {
    const { receiver } = await newTarget(n => (n === 1 ? 500 : 200));
    await submitted(1);
    const command = what === 'stored' ? 'PutCommand' : 'SendMessageCommand';
    const crash = planned(call => isLane(call) && call.command === command, killAfter);
    line.meet({ calls: [crash.fault] });
    const [delivery] = await settled(1);
    expect(crash.fired()).toBe(true);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
    expect(receiver.requests).toHaveLength(2);
  });

  it.each(['sent its dead letter', 'stored that it is dead'])('when a worker is killed after it %s', async what => {
    await newTarget(n => (n <= 5 ? 500 : 200));
    await submitted(1);
    const isLetter = ({ command, input }: WorkerCall) =>
      command === 'SendMessageCommand' && /deadAfter/.test(input.MessageBody);
    const isEnd = ({ command, input }: WorkerCall) => command === 'PutCommand' && input.Item.status === 'dead';
    const crash = planned(what === 'sent its dead letter' ? isLetter : isEnd, killAfter);
    line.meet({ calls: [crash.fault] });
    const [delivery] = await settled(1, 1);
    expect(crash.fired()).toBe(true);
    expect(delivery).toMatchObject({ status: 'dead', attemptCount: 4 });
  });

  it('when a poison body is among the messages: after 5 receipts it is a dead letter, its neighbours are delivered', async () => {
    await newTargets(2);
    await submitted(4);
    const poison = ['{"pk":', 'null', '[]', '"text"', '{"pk":"FORM#x","sk":"FORM"}', '{"pk":1,"sk":2}', '{}', 'x'];
    let receipts = 0;
    line.meet({
      repeat: (lane, messages) => {
        receipts += lane === 'slow' && messages.includes(poison[0]) ? 1 : 0;
        return undefined;
      },
    });
    for (const body of poison) await line.send('fast', body);
    for (const body of poison) await line.send('slow', body);
    await line.workOff();
    const minutes = await line.settle();
    expect(receipts).toBe(5);
    expect(minutes).toBeGreaterThan(5);
    expect((await line.takeDeadLetters()).sort()).toEqual([...poison, ...poison].sort());
    await settled(4);
    for (const { receiver } of targets) expect(receiver.requests).toHaveLength(4);
  });
});

/** A row of the table of crashes, somewhere: what it does, and how many requests more each delivery may have for it. */
type Row = { name: string; again: number; faults: Faults; fired: () => boolean };

const between = (random: () => number, from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const oneOf = <T>(random: () => number, choices: readonly T[]): T =>
  choices[between(random, 0, choices.length - 1)] as T;

function killOf(name: string, again: number, plan: PlannedFault): Row {
  return { name, again, faults: { calls: [plan.fault] }, fired: plan.fired };
}

const rows: ((random: () => number) => Row)[] = [
  random => {
    const nth = between(random, 1, 8);
    const kill = oneOf(random, [killBefore, killAfter]);
    return killOf(
      `dispatcher at call ${nth}`,
      0,
      planned(({ worker }) => worker === 'dispatcher', kill, nth),
    );
  },
  random => {
    const part = between(random, 1, 9);
    const isFanOut = ({ worker, command }: WorkerCall) =>
      worker === 'dispatcher' && command === 'SendMessageBatchCommand';
    const plan = planned(isFanOut, async call => {
      await call.proceed({ ...call.input, Entries: call.input.Entries.slice(0, part) });
      return call.kill();
    });
    return killOf(`dispatcher after ${part}`, 0, plan);
  },
  random => {
    const nth = between(random, 1, 4);
    const isSending = ({ worker, command }: WorkerCall) =>
      worker === 'sweeper' && command === 'SendMessageBatchCommand';
    return killOf(`sweeper before message ${nth}`, 0, planned(isSending, killBefore, nth));
  },
  random => {
    const nth = between(random, 1, 5);
    let seen = 0;
    const how = oneOf<Repetition>(random, ['to two at once', 'once more']);
    const repeat = () => {
      seen += 1;
      return seen === nth ? how : undefined;
    };
    return {
      name: `batch ${nth} ${how}`,
      again: how === 'once more' ? 0 : 1,
      faults: { repeat },
      fired: () => seen >= nth,
    };
  },
  random => {
    const nth = between(random, 1, 4);
    const isReading = (call: WorkerCall) => isLane(call) && call.command === 'BatchGetCommand';
    return killOf(`worker before its requests, ${nth}`, 0, planned(isReading, killBefore, nth));
  },
  random => {
    const nth = between(random, 1, 20);
    const isWriting = (call: WorkerCall) => isLane(call) && call.command === 'PutCommand' && ofDelivery(call);
    return killOf(`worker before write ${nth}`, 1, planned(isWriting, killBefore, nth));
  },
  random => {
    const nth = between(random, 1, 60);
    const worker = oneOf<WorkerName>(random, ['fast', 'slow']);
    const kill = oneOf(random, [killBefore, killAfter]);
    return killOf(
      `${worker} worker at call ${nth}`,
      1,
      planned(call => call.worker === worker, kill, nth),
    );
  },
  random => {
    const nth = between(random, 1, 10);
    const isSending = (call: WorkerCall) => isLane(call) && call.command === 'SendMessageCommand';
    return killOf(`worker before message ${nth}`, 1, planned(isSending, killBefore, nth));
  },
];

describe('two crashes of any kind lose no event, and repeat no more than they must', () => {
  let fired = 0;
  // Each takes two seconds of CPU: SEEDS=300 tries more of them.
  const seeds = Array.from({ length: Number(process.env.SEEDS ?? 12) }, (_, n) => n + 1);

  it.each(seeds)('seed %i', async seed => {
    const random = randomOf(seed);
    const pair = [oneOf(random, rows)(random), oneOf(random, rows)(random)];
    await newTarget();
    await newTarget(() => (random() < 0.5 ? 500 : 200));
    await newTarget(n => (n < 8 ? 503 : 200));
    const poison = `no delivery ${seed}`;
    await line.send(oneOf(random, ['fast', 'slow']), poison);
    await submitted(5);
    line.meet({
      calls: pair.flatMap(({ faults }) => faults.calls ?? []),
      repeat: (lane, messages) =>
        pair.map(({ faults }) => faults.repeat?.(lane, messages)).find(how => how !== undefined),
    });
    await line.settle();
    const letters = await line.takeDeadLetters();
    expect(letters.filter(body => body === poison)).toHaveLength(1);
    for (const body of letters) if (body !== poison) await line.send('dead', body);
    await settled(
      5,
      pair.reduce((sum, { again }) => sum + again, 0),
    );
    fired += pair.filter(row => row.fired()).length;
  });

  it('and most of them have come', () => {
    expect(fired).toBeGreaterThan(seeds.length);
  });
});
