import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { handler as sweepDue } from '../../../functions/workers/sweep-due.ts';
import { queueUrl } from '../../../local/sqs/queues.ts';
import { startSqs } from '../../../local/sqs/server.ts';
import { clientDefaults } from '../../../shared/aws/client-defaults.ts';
import { log } from '../../../shared/log.ts';
import { readTurns } from '../../../shared/store/due.ts';
import { dueKeys, duePartitions, dueParts, type Key } from '../../../shared/store/keys.ts';
import { batchDelete, dynamodb, type Item, tableName } from '../../../shared/store/table.ts';
import { itInAll, itSampled } from '../../support/in-all.ts';
import { share } from '../../support/share.ts';
import { putItems, readDue } from '../../support/table/due-items.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();

const minute = 60_000;
const directory = mkdtempSync(join(tmpdir(), 'formline-sweep-'));
let sqs: SQSClient;
let close: () => Promise<void>;
let urls: Record<'jobs' | 'short' | 'slow', string>;

beforeAll(async () => {
  const names = ['jobs', 'short', 'slow'];
  const server = await startSqs({
    dataDir: directory,
    port: 0,
    queues: names.map(name => ({ name, properties: {} })),
    now: () => Date.now(),
  });
  const url = (name: string) => queueUrl(server.endpoint, name);
  urls = { jobs: url('jobs'), short: url('short'), slow: url('slow') };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: server.endpoint,
    JOBS_QUEUE_URL: urls.jobs,
    SHORT_JOBS_QUEUE_URL: urls.short,
    SLOW_DELIVERIES_QUEUE_URL: urls.slow,
  });
  sqs = new SQSClient({ endpoint: server.endpoint, logger: clientDefaults.logger });
  close = () => server.close();
});

afterAll(async () => {
  sqs.destroy();
  await close();
  rmSync(directory, { recursive: true, force: true });
});

let logged: string[];
beforeEach(() => {
  logged = [];
  jest.spyOn(log, 'error').mockImplementation((...[message]: unknown[]) => {
    logged.push(String(message));
  });
  jest.spyOn(process.stdout, 'write').mockImplementation(text => logged.push(String(text)) > 0);
});

afterEach(async () => {
  jest.restoreAllMocks();
  const left: Key[] = [];
  for await (const { pk, sk } of readDue(Date.now() + 365 * 24 * 60 * minute)) left.push({ pk, sk });
  await batchDelete(left);
  for (const QueueUrl of Object.values(urls)) await sqs.send(new PurgeQueueCommand({ QueueUrl }));
});

/** Partial responses of a tenant, due at these times (ms since the epoch). */
const responses = (tenant: string, times: readonly number[]): Item[] =>
  times.map((time, index) => ({ pk: `RESPONSES#${tenant}#0`, sk: String(index), ...dueKeys(time, tenant) }));

const pastTimes = (count: number, now: number, ageMs = minute) =>
  Array.from({ length: count }, (_, n) => now - ageMs + Math.floor((n * ageMs) / count) - 1);

/** How much work was counted as refused. */
const refused = (): number =>
  logged
    .filter(line => line.includes('"DueWorkRefused":'))
    .reduce((sum, line) => sum + Number(JSON.parse(line).DueWorkRefused), 0);

const context = { getRemainingTimeInMillis: () => 50_000 } as Context;

const sweep = () => sweepDue(undefined, context);

/**
 * Sweeps as the deployment shares the slices out: all at once, that many items would be more than the connections.
 * Returns the errors of the shares.
 */
async function sweepInShares(): Promise<string[]> {
  const errors: string[] = [];
  for (const part of [0, 1, 2, 3])
    await sweepDue({ part, of: 4 }, context).catch((error: Error) => errors.push(error.message));
  return errors;
}

/** What is in a queue, each once: a batch whose answer was late is sent again. */
async function received(queue: keyof typeof urls): Promise<{ pk: string; group: string | undefined }[]> {
  const found = new Map<string, { pk: string; group: string | undefined }>();
  for (;;) {
    const command = new ReceiveMessageCommand({
      QueueUrl: urls[queue],
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['MessageGroupId'],
    });
    const { Messages = [] } = await sqs.send(command);
    if (Messages.length === 0) return [...found.values()];
    for (const { Body = '', Attributes } of Messages)
      found.set(Body, { pk: JSON.parse(Body).pk, group: Attributes?.MessageGroupId });
  }
}

const read = async ({ pk, sk }: Key) =>
  (await dynamodb.send(new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }))).Item;

/** More than one query of a slice gives, in `npm run test:all`. */
const many = 1600 * share;

describe('the sweep', () => {
  itSampled(
    'enqueues all that is due, each to the queue of its kind, as work of its tenant, and leases it',
    async () => {
      const now = Date.now();
      const items = [
        { pk: 'JOB#1', sk: 'JOB', ...dueKeys(now - 1, 'env_a') },
        { pk: 'UPLOADS#form_1#0', sk: '1', ...dueKeys(now - 1, 'env_a') },
        { pk: 'WEBHOOK#env_b#wh_1', sk: '1', ...dueKeys(now - 1, 'env_b') },
        ...responses('env_b', pastTimes(many, now, 40 * minute)),
      ];
      const later = { pk: 'JOB#2', sk: 'JOB', ...dueKeys(now + minute, 'env_a') };
      await putItems([...items, later]);
      expect(await sweepInShares()).toEqual([]);
      expect(await received('jobs')).toEqual([{ pk: 'JOB#1', group: 'env_a' }]);
      expect(await received('slow')).toEqual([{ pk: 'WEBHOOK#env_b#wh_1', group: 'wh_1' }]);
      const short = await received('short');
      expect(short).toHaveLength(many + 1);
      expect(short.filter(({ group }) => group === 'env_b')).toHaveLength(many);
      expect(await read(later)).toEqual(later);
      for (const item of items.slice(0, 10)) {
        const { tenant, time } = dueParts((await read(item))?.duesk);
        expect(tenant).toBe(dueParts(String(item.duesk)).tenant);
        expect(time).toBeGreaterThanOrEqual(now + 20 * minute);
      }
    },
  );

  itInAll(
    'gives each tenant a turn in a round: the one that has little does not wait for what another has had for days',
    async () => {
      const now = Date.now();
      const slices = duePartitions().filter((_, slice) => slice % 4 === 0);
      // In all slices of a share, and over some twenty periods.
      const many = responses('env_many', pastTimes(1500, now, 1000 * minute));
      const few = Array.from({ length: 20 }, (_, n) => responses(`env_few${n}`, [now - 1])).flat();
      await putItems([...many, ...few].map((item, n) => ({ ...item, duepk: slices[n % slices.length] })));
      await sweepDue({ part: 0, of: 4 }, context);
      const leased: { tenant: string; time: number }[] = [];
      for await (const { duesk } of readDue(Date.now() + 30 * minute)) leased.push(dueParts(duesk));
      expect(leased).toHaveLength(1520);
      // The time of a lease tells the round that it was taken in.
      const latest = Math.max(...leased.filter(({ tenant }) => tenant !== 'env_many').map(({ time }) => time));
      const before = leased.filter(({ tenant, time }) => tenant === 'env_many' && time <= latest);
      expect(before.length).toBeLessThanOrEqual(slices.length * 100);
    },
  );

  itInAll('goes behind what a tenant has in an hour without reading it', async () => {
    const now = Date.now();
    const slices = duePartitions();
    const many = responses(
      'env_many',
      Array.from({ length: slices.length * 101 }, () => now - minute),
    );
    await putItems(many.map((item, n) => ({ ...item, duepk: slices[n % slices.length] })));
    let queries = 0;
    dynamodb.middlewareStack.add(
      (next, { commandName }) =>
        async args => {
          queries += commandName === 'QueryCommand' ? 1 : 0;
          return next(args);
        },
      { step: 'initialize', name: 'counting' },
    );
    const turns: number[] = [];
    for (const partition of duePartitions()) {
      for await (const turn of readTurns(partition, now)) turns.push(turn.length);
    }
    dynamodb.middlewareStack.remove('counting');
    expect(turns).toEqual(duePartitions().map(() => 100));
    expect(queries).toBe(2 * turns.length);
  });

  it('reads a hundred items at a time, and hands over none of a tenant that has had its turn', async () => {
    const now = Date.now();
    const times = (count: number, ageMs: number) => Array.from({ length: count }, () => now - ageMs);
    const due = [
      ...responses('env_a', [...times(100, 61 * minute), ...times(60, minute)]),
      ...['env_b', 'env_c'].flatMap(tenant => responses(tenant, times(60, minute))),
    ];
    await putItems(due.map(item => ({ ...item, duepk: 'DUE#0' })));
    const turns: Record<string, number>[] = [];
    for await (const turn of readTurns('DUE#0', now)) {
      const byTenant = Map.groupBy(turn, ({ duesk }) => dueParts(duesk).tenant);
      turns.push(Object.fromEntries([...byTenant].map(([tenant, { length }]) => [tenant, length])));
    }
    expect(turns).toEqual([{ env_a: 100 }, { env_b: 40 }, { env_c: 60 }]);
  });

  itSampled('goes on after an item that fails, and says that it did', async () => {
    const now = Date.now();
    const strange = Array.from({ length: many }, (_, n) => ({
      pk: `ODD#${n}`,
      sk: '1',
      ...dueKeys(now - minute, 'env_a'),
    }));
    await putItems([...strange, ...responses('env_a', pastTimes(50, now, 1000))]);
    const failed = (await sweepInShares()).map(error =>
      Number(/^(\d+) due items could not be queued/.exec(error)?.[1]),
    );
    expect(failed.reduce((sum, each) => sum + each, 0)).toBe(many);
    expect(await received('short')).toHaveLength(50);
    expect(logged).toContain('no queue takes this due work');
  });

  it('tells a message that the queue refuses from its neighbours: that one is late, the others are not', async () => {
    const now = Date.now();
    const item = { pk: `RESPONSES#${'x'.repeat(200)}#0`, sk: '\u0001', ...dueKeys(now - minute, 'no group!') };
    await putItems([item, ...responses('env_a', pastTimes(9, now))]);
    await expect(sweep()).rejects.toThrow('1 due items could not be queued');
    expect(await received('short')).toHaveLength(9);
    expect(dueParts((await read(item))?.duesk).time).toBeGreaterThan(now + 19 * minute);
    expect(refused()).toBe(1);
  });

  it('makes work due again in a minute whose queue is not reached', async () => {
    const now = Date.now();
    const [item] = responses('env_a', [now - minute]);
    if (!item) throw new Error('There is no item');
    await putItems([item]);
    process.env.SHORT_JOBS_QUEUE_URL = 'http://127.0.0.1:1/000000000000/short';
    await expect(sweep()).rejects.toThrow('1 due items could not be queued');
    process.env.SHORT_JOBS_QUEUE_URL = urls.short;
    const { time } = dueParts((await read(item))?.duesk);
    expect(time).toBeGreaterThanOrEqual(now + minute);
    expect(time).toBeLessThan(now + 19 * minute);
    expect(refused()).toBe(0);
  });

  it('takes an item that has no room for a lease off the index, and counts it', async () => {
    const now = Date.now();
    const full: Item = { pk: 'JOB#full', sk: 'JOB', ...dueKeys(now - minute, 'env_a'), filling: '' };
    const sizeBytes = Object.entries(full).flat().join('').length;
    await putItems([
      { ...full, filling: 'x'.repeat(400 * 1024 - sizeBytes) },
      ...responses('env_a', pastTimes(9, now)),
    ]);
    await expect(sweep()).rejects.toThrow('1 due items could not be queued');
    expect(await received('short')).toHaveLength(9);
    expect(await read(full)).not.toHaveProperty('duepk');
    expect(logged).toContain('due work was taken off the index');
    expect(refused()).toBe(1);
    await sweep();
    await batchDelete([{ pk: full.pk, sk: full.sk }]);
  });

  it('hands over what is due at no time, and all that lies behind it', async () => {
    const strange = { pk: 'JOB#strange', sk: 'JOB', duepk: 'DUE#0', duesk: '0#never' };
    await putItems([strange, ...responses('env_a', pastTimes(90, Date.now()))]);
    await sweep();
    expect(await received('jobs')).toEqual([{ pk: 'JOB#strange', group: 'never' }]);
    expect(await received('short')).toHaveLength(90);
    expect(dueParts((await read(strange))?.duesk).time).toBeGreaterThan(Date.now() + 19 * minute);
  });

  itInAll('leaves the slices of the others alone when it is one of several', async () => {
    await putItems(responses('env_a', pastTimes(200, Date.now())));
    const context = { getRemainingTimeInMillis: () => 50_000 } as Context;
    await sweepDue({ part: 1, of: 4 }, context);
    const first = (await received('short')).length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(200);
    for (const part of [0, 2, 3]) await sweepDue({ part, of: 4 }, context);
    expect((await received('short')).length).toBe(200 - first);
  });

  it('reports how long the longest overdue has waited', async () => {
    const now = Date.now();
    await putItems([...responses('env_a', [now - 1]), ...responses('env_b', [now - 7 * minute, now - minute])]);
    await sweep();
    const metric = logged.find(line => line.includes('OldestDueWork')) ?? '{}';
    expect(Math.abs(JSON.parse(metric).OldestDueWork - 420)).toBeLessThanOrEqual(3);
  });
});

describe('two sweeps at once', () => {
  itInAll('hand each item over once', async () => {
    await putItems(responses('env_a', pastTimes(60, Date.now())));
    await Promise.all([sweep(), sweep()]);
    expect(await received('short')).toHaveLength(60);
  });
});

describe('a table that takes no lease for an item', () => {
  it('keeps it due, and its neighbours go', async () => {
    const now = Date.now();
    const [first, ...others] = responses('env_a', pastTimes(30, now));
    if (!first) throw new Error('There is no first');
    await putItems([first, ...others]);
    const refusing = { step: 'initialize', name: 'refusing' } as const;
    dynamodb.middlewareStack.add(
      next => async args => {
        const { Key: key } = args.input as { Key?: Key };
        if (key?.pk === first.pk && key.sk === first.sk) throw new Error('The table takes no more');
        return next(args);
      },
      refusing,
    );
    await expect(sweep()).rejects.toThrow('could not be queued');
    dynamodb.middlewareStack.remove('refusing');
    expect(await received('short')).toHaveLength(29);
    expect(await read(first)).toEqual(first);
  });
});
