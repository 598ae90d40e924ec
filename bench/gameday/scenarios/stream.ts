import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { tableOf } from '../../../test/support/cloud/cloud-table.ts';
import { failures } from '../failures.ts';
import type { Stage } from '../stage.ts';
import { countedSubmissions, submit, Visitors } from '../visitors.ts';
import { outcomeFor, type Played, promise, type Scenario } from './scenario.ts';

const stopped = failures.find(({ name }) => name === 'the stream stops');

/** Returns the milliseconds until a form's report has the expected count, or undefined after three minutes. */
async function counts(form: Parameters<typeof countedSubmissions>[0], expected: number): Promise<number | undefined> {
  const begunAt = performance.now();
  while (performance.now() - begunAt < 180_000) {
    if ((await countedSubmissions(form)) === expected) return performance.now() - begunAt;
    await sleep(250);
  }
  return undefined;
}

async function playSilentHour(stage: Stage): Promise<Played> {
  if (!stopped) throw new Error('No failure stops the stream');
  const form = await stage.newForm();
  const visitors = new Visitors();
  stage.begin(stopped);
  await visitors.arrive(form, 3, 5);
  stage.ahead.queuesAndStream += hourMs;
  const { stored, broken, ...kept } = await outcomeFor(form, visitors);
  await stage.end();
  const countedAfterMs = await counts(form, stored);
  const ids = [...visitors.acknowledged.keys()];
  const until = performance.now() + 180_000;
  while (!ids.every(id => stage.delivered.has(id)) && performance.now() < until) await sleep(250);
  const alarms = stage.cloud.alarms();
  const delivered = ids.filter(id => stage.delivered.has(id)).length;
  return {
    ...{ ...kept, recoversAfterMs: countedAfterMs ?? 180_000 },
    seen: `${delivered} webhooks an hour late; alarms: ${alarms.join(', ') || 'none'}`,
    broken: [
      ...broken,
      ...promise(countedAfterMs !== undefined, 'the counters are not right again'),
      ...promise(delivered === ids.length, `${ids.length - delivered} webhooks are missing`),
    ],
  };
}

/** The key of a response with a number that stream readers can't represent. */
const address = keyOf('response', { form: 'gameday', shard: '0', sortKey: '0' });
const unreadable = {
  pk: { S: address.pk },
  sk: { S: address.sk },
  status: { S: 'completed' },
  formVersion: { N: '99999999999999999999999.5' },
};

async function playRefusedRecord(stage: Stage): Promise<Played> {
  const form = await stage.newForm();
  const { client, TableName } = tableOf(stage.cloud);
  const visitors = new Visitors();
  const arriving = visitors.arrive(form, 3, 5);
  await sleep(1500);
  await client.send(new PutItemCommand({ TableName, Item: unreadable }));
  await arriving;
  const { stored, broken, ...kept } = await outcomeFor(form, visitors);
  const countedAfterMs = await counts(form, stored);
  await submit(form, 'later');
  const isLaterCounted = (await counts(form, stored + 1)) !== undefined;
  // Alarms only use minutes that have ended.
  stage.ahead.queuesAndStream += 2 * minuteMs;
  const alarms = stage.cloud.alarms();
  const { pk, sk } = unreadable;
  await client.send(new DeleteItemCommand({ TableName, Key: { pk, sk } }));
  client.destroy();
  const log = readFileSync(join(stage.dataDir, 'functions.log'), 'utf8');
  const isReported = log.includes('changes were not counted') && alarms.includes('CountersSetAside');
  return {
    ...{ ...kept, recoversAfterMs: countedAfterMs ?? 180_000 },
    seen: `the record is set aside, the others are counted; alarms: ${alarms.join(', ')}`,
    broken: [
      ...broken,
      ...promise(countedAfterMs !== undefined && isLaterCounted, 'one record holds up the others'),
      ...promise(isReported, 'no alarm tells of the record'),
    ],
  };
}

// Play the silent hour last, because it moves the clock that this cloud's alarms use.
export const stream: readonly Scenario[] = [
  { name: 'counters refuse a record', play: playRefusedRecord },
  { name: 'the stream is silent for an hour', play: playSilentHour },
];
