import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, jest } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { handler as deliverEvent } from '../../../functions/workers/deliver-event.ts';
import { handler as dispatchEvents } from '../../../functions/workers/dispatch-events.ts';
import { handler as sweepDue } from '../../../functions/workers/sweep-due.ts';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { StreamsClient } from '../../../local/dynamodb/streams.ts';
import { failedItems } from '../../../local/events/batch-item-failures.ts';
import { matchesPattern } from '../../../local/events/event-pattern.ts';
import { deliverBatch } from '../../../local/events/stream-delivery.ts';
import { type StreamRecord, streamRecord } from '../../../local/events/stream-records.ts';
import { prepareAssembly } from '../../../local/prepare.ts';
import { queueArn, queueUrl } from '../../../local/sqs/queues.ts';
import { startSqs } from '../../../local/sqs/server.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import type { StreamMapping } from '../../../local/template/event-source-mappings.ts';
import { clientDefaults } from '../../../shared/aws/client-defaults.ts';
import type { Delivery } from '../../../shared/domain/receivers/webhook.ts';
import { type DueItem, isDue } from '../../../shared/store/due.ts';
import { partsOf } from '../../../shared/store/keys.ts';
import { deliveriesOf, readDeliveries } from '../../../shared/store/receivers/deliveries.ts';
import { addressOf, type Receiver } from '../../../shared/store/receivers/receivers.ts';
import type { Json } from '../cloud/http.ts';
import { readDue } from './due-items.ts';
import { useKillableWorkers, type WorkerFault } from './killable-workers.ts';
import { streamArn } from './table.ts';

export type Lane = 'fast' | 'slow';
type QueueName = Lane | 'dead';

/** What SQS may do with a delivered batch: deliver it to two workers, or again after it was deleted. */
export type Repetition = 'to two at once' | 'once more';

export type Faults = {
  calls?: readonly WorkerFault[];
  repeat?: (lane: Lane, messages: readonly Json[]) => Repetition | undefined;
};

const minute = 60_000;
const context = { getRemainingTimeInMillis: () => 50_000 } as Context;
const newContext = () => ({ ...context, invokedFunctionArn: 'arn', awsRequestId: randomUUID() });

/** Only the date is fake; everything else uses the real clock. */
const doNotFake = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/**
 * Runs the delivery of events to receivers as the template connects it, step by step, on a clock that stops in between:
 * stream, dispatcher, lanes with the visibility and dead letters of their queues, and a sweep per minute. It needs a
 * table with a stream, and keys.
 */
export function useDeliveryLine(retryDelays: string) {
  const directory = mkdtempSync(join(tmpdir(), 'formline-line-'));
  const urls = new Map<QueueName, string>();
  const arns = new Map<QueueName, string>();
  /** The dispatcher's position in each shard. */
  const iterators = new Map<string, string | undefined>();
  let faults: Faults = {};
  let streams: StreamsClient;
  let mapping: StreamMapping | undefined;
  let sqs: SQSClient;
  let close: () => Promise<void> | void = () => {};
  const run = useKillableWorkers(() => faults.calls ?? []);
  // Without what tests set later, such as their table's name and port: otherwise no two would share an assembly.
  const environment = { ...process.env };

  beforeAll(async () => {
    const assembly = readAssembly(await prepareAssembly({ environment }));
    const server = await startSqs({ dataDir: directory, port: 0, queues: assembly.queues, now: () => Date.now() });
    const named = { fast: 'FastDeliveries', slow: 'SlowDeliveries', dead: 'DeadDeliveries' };
    for (const [name, construct] of Object.entries(named) as [QueueName, string][]) {
      const queue = assembly.queues.find(each => new RegExp(`${construct}[0-9A-F]{8}$`).test(each.name))?.name ?? '';
      urls.set(name, queueUrl(server.endpoint, queue));
      arns.set(name, queueArn(queue));
    }
    mapping = assembly.streamMappings.find(({ functionName }) => /DispatchEvents/.test(functionName));
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_SQS: server.endpoint,
      FAST_DELIVERIES_QUEUE_URL: urls.get('fast'),
      SLOW_DELIVERIES_QUEUE_URL: urls.get('slow'),
      DEAD_DELIVERIES_QUEUE_URL: urls.get('dead'),
      JOBS_QUEUE_URL: urls.get('dead'),
      SHORT_JOBS_QUEUE_URL: urls.get('dead'),
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      WEBHOOK_RETRY_DELAYS_SECONDS: retryDelays,
      DELIVERY_DEADLINE_SECONDS: '1',
      SERVICE_VERSION: '1.2.3',
    });
    sqs = new SQSClient({ endpoint: server.endpoint, logger: clientDefaults.logger });
    streams = new StreamsClient(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    for (const { ShardId } of await streams.shards(streamArn())) {
      iterators.set(ShardId, await streams.iterator(streamArn(), ShardId, undefined));
    }
    jest.useFakeTimers({ now: Date.now(), doNotFake });
    close = () => server.close();
  });

  afterAll(async () => {
    jest.useRealTimers();
    await close();
    sqs.destroy();
    streams.destroy();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Returns a shard's records that the dispatcher has yet to process. */
  async function unreadOf(shard: string): Promise<StreamRecord[]> {
    const { Records, NextShardIterator } = await streams.records(iterators.get(shard) ?? '', 1000);
    iterators.set(shard, NextShardIterator);
    // The engine has its own clock.
    const ApproximateCreationDateTime = Date.now() / 1000;
    return Records.flatMap(record => {
      const dynamodb = { ...record.dynamodb, ApproximateCreationDateTime };
      return streamRecord({ ...record, dynamodb }, streamArn(), () => false) ?? [];
    });
  }

  const isWanted = (record: StreamRecord) => mapping?.filters.some(filter => matchesPattern(filter, record)) ?? false;

  async function dispatch(): Promise<boolean> {
    if (!mapping) throw new Error('The template has no dispatcher');
    let dispatched = false;
    for (const shard of iterators.keys()) {
      const records = await unreadOf(shard);
      const wanted = records.filter(isWanted);
      dispatched ||= records.length > 0;
      for (let start = 0; start < wanted.length; start += mapping.batchSize) {
        await deliverBatch(wanted.slice(start, start + mapping.batchSize), {
          mapping,
          invoke: Records =>
            run('dispatcher', () => dispatchEvents(JSON.parse(JSON.stringify({ Records })), newContext())),
          checkpoint: () => {},
          giveUp: () => Promise.reject(new Error('The dispatcher gave records up')),
          now: Date.now,
          measure: () => {},
          signal: new AbortController().signal,
        });
      }
    }
    return dispatched;
  }

  const receive = async (queue: QueueName): Promise<Message[]> => {
    const command = new ReceiveMessageCommand({ QueueUrl: urls.get(queue), MaxNumberOfMessages: 10 });
    return (await sqs.send(command)).Messages ?? [];
  };

  async function send(queue: QueueName, body: string): Promise<void> {
    await sqs.send(new SendMessageCommand({ QueueUrl: urls.get(queue), MessageBody: body }));
  }

  async function remove(queue: QueueName, messages: readonly Message[]): Promise<void> {
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    if (Entries.length === 0) return;
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: urls.get(queue), Entries }));
  }

  /** Processes one batch of a lane, from receiving to deleting what its worker handled. */
  async function work(lane: Lane): Promise<boolean> {
    const messages = await receive(lane);
    if (messages.length === 0) return false;
    const bodies = messages.map(({ Body = '' }) => Body);
    const repeated = faults.repeat?.(lane, bodies);
    const ids = messages.map(({ MessageId = '' }) => MessageId);
    const again = { receiptHandle: '', attributes: { ApproximateReceiveCount: '4' } };
    const event = { Records: ids.map((messageId, index) => ({ messageId, body: bodies[index], ...again })) } as Json;
    process.env.DELIVERY_LANE = lane;
    const workers = repeated === 'to two at once' ? 2 : 1;
    const attempts = Array.from({ length: workers }, () => run(lane, () => deliverEvent(event, context)));
    const [result = { payload: '', failed: true }] = await Promise.all(attempts);
    const failed = failedItems(result, ids, true);
    const done = messages.filter((_, index) => !failed.has(index));
    await remove(lane, done);
    if (repeated === 'once more') for (const { Body = '' } of done) await send(lane, Body);
    return true;
  }

  async function isEmpty(queue: QueueName): Promise<boolean> {
    const QueueUrl = urls.get(queue);
    const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
    const { ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible, ApproximateNumberOfMessagesDelayed } =
      Attributes;
    const counts = [
      ApproximateNumberOfMessages,
      ApproximateNumberOfMessagesNotVisible,
      ApproximateNumberOfMessagesDelayed,
    ];
    return counts.every(count => count === '0');
  }

  /** Returns all deferred work, whenever it is due. */
  async function deferred(): Promise<DueItem[]> {
    const items: DueItem[] = [];
    for await (const item of readDue(Number.POSITIVE_INFINITY)) items.push(item);
    return items;
  }

  async function isAtRest(due: readonly DueItem[]): Promise<boolean> {
    if (due.some(({ pk }) => partsOf('delivery', 'pk', pk))) return false;
    return (await isEmpty('fast')) && (await isEmpty('slow'));
  }

  const line = {
    /** Makes all workers started from now on meet these faults, until they are replaced. */
    meet(next: Faults): void {
      faults = next;
    },
    run,
    send,
    dispatch,
    advance: (milliseconds: number) => void jest.setSystemTime(Date.now() + milliseconds),
    sweep: () => run('sweeper', () => sweepDue(undefined, context)),
    /** Continues until there is nothing left to do at this time. */
    async workOff(): Promise<void> {
      for (let steps = 0; steps < 500; steps++) {
        const moved = [await dispatch(), await work('fast'), await work('slow')];
        if (!moved.includes(true)) return;
      }
      throw new Error('There is always more to do');
    },
    /** Continues minute by minute until nothing waits. Returns the minutes that it took. */
    async settle(minutesMax = 600): Promise<number> {
      for (let minutes = 0; minutes < minutesMax; minutes++) {
        await line.workOff();
        const due = await deferred();
        if (await isAtRest(due)) return minutes;
        line.advance(minute);
        // A sweep reads each slice of the index, so skip it if it would find nothing.
        if (due.some(({ duesk }) => isDue(duesk, Date.now()))) await line.sweep();
      }
      throw new Error(`After ${minutesMax} minutes there is still something to do`);
    },
    /** Removes the dead letters and returns their bodies. */
    async takeDeadLetters(): Promise<string[]> {
      const bodies: string[] = [];
      for (let messages = await receive('dead'); messages.length > 0; messages = await receive('dead')) {
        bodies.push(...messages.map(({ Body = '' }) => Body));
        await remove('dead', messages);
      }
      return bodies;
    },
    /** Moves all dead letters to the slow lane, as the runbook describes. */
    async redriveDeadLetters(): Promise<void> {
      const [SourceArn, DestinationArn] = [arns.get('dead'), arns.get('slow')];
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));
    },
  };
  return line;
}

/** Returns the stored deliveries to a receiver, oldest event first. */
export async function deliveriesTo(receiver: Receiver): Promise<Delivery[]> {
  const scope = deliveriesOf(addressOf(receiver), {});
  const found: Delivery[] = [];
  for await (const delivery of readDeliveries(scope, { order: 'asc' })) found.push(delivery);
  return found;
}
