import { setTimeout as sleep } from 'node:timers/promises';
import type { MappingMetric } from '../cloudwatch/cloudwatch.ts';
import type { InvocationResult } from '../functions/functions.ts';
import type { StreamMapping } from '../template/event-source-mappings.ts';
import { failedItems } from './batch-item-failures.ts';
import type { StreamRecord } from './stream-records.ts';

export type GivenUp = {
  readonly records: readonly StreamRecord[];
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly attempts: number;
};

export type DeliveryOptions = {
  readonly mapping: StreamMapping;
  readonly invoke: (records: readonly StreamRecord[]) => Promise<InvocationResult>;
  /** Called when all records up to this one are done. */
  readonly checkpoint: (last: StreamRecord) => void;
  /** Stores the records that the function failed to handle. */
  readonly giveUp: (givenUp: GivenUp) => Promise<void>;
  readonly measure: (name: MappingMetric, value: number) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
};

const firstPauseMillis = 100;
const longestPauseMillis = 10_000;

/**
 * Delivers a shard's batch to the function until each record is handled or given up, in order. After a failure, only
 * the records before it count as done. A batch that fails is halved if the mapping says so.
 */
export async function deliverBatch(records: readonly StreamRecord[], options: DeliveryOptions): Promise<void> {
  const { mapping, signal } = options;
  const { retriesMax = Number.POSITIVE_INFINITY } = mapping;
  let rest = await withoutAged(records, 0, options);
  for (let attempts = 1; rest.length > 0; attempts += 1) {
    const handled = await invoke(rest, options);
    if (signal.aborted) return;
    const lastHandled = rest[handled - 1];
    if (lastHandled) {
      options.checkpoint(lastHandled);
      rest = rest.slice(handled);
      attempts = 0;
      continue;
    }
    if (mapping.bisects && rest.length > 1) return await deliverHalves(rest, options);
    if (attempts > retriesMax) {
      return await giveUp({ records: rest, condition: 'RetryAttemptsExhausted', attempts }, options);
    }
    await sleep(Math.min(longestPauseMillis, firstPauseMillis * 2 ** (attempts - 1)), undefined, { signal });
    rest = await withoutAged(rest, attempts, options);
  }
}

/** Returns how many of the first records were handled. */
async function invoke(records: readonly StreamRecord[], options: DeliveryOptions): Promise<number> {
  const { mapping, measure, now } = options;
  const last = records.at(-1);
  if (last) measure('IteratorAge', now() - last.dynamodb.ApproximateCreationDateTime * 1000);
  const result = await options.invoke(records);
  const identifiers = records.map(record => record.dynamodb.SequenceNumber);
  const handled = Math.min(records.length, ...failedItems(result, identifiers, mapping.reportsItemFailures));
  if (handled < records.length) measure('FailedInvokeEventCount', records.length - handled);
  return handled;
}

async function deliverHalves(records: readonly StreamRecord[], options: DeliveryOptions): Promise<void> {
  const middle = Math.ceil(records.length / 2);
  await deliverBatch(records.slice(0, middle), options);
  if (!options.signal.aborted) await deliverBatch(records.slice(middle), options);
}

async function withoutAged(records: readonly StreamRecord[], attempts: number, options: DeliveryOptions) {
  const secondsMax = options.mapping.recordAgeSecondsMax;
  if (secondsMax === undefined) return records;
  const oldest = options.now() / 1000 - secondsMax;
  const firstYoung = records.findIndex(record => record.dynamodb.ApproximateCreationDateTime >= oldest);
  const aged = firstYoung < 0 ? records : records.slice(0, firstYoung);
  if (aged.length > 0) await giveUp({ records: aged, condition: 'RecordAgeExceeded', attempts }, options);
  return records.slice(aged.length);
}

async function giveUp(givenUp: GivenUp, { giveUp: keep, checkpoint }: DeliveryOptions): Promise<void> {
  await keep(givenUp);
  const last = givenUp.records.at(-1);
  if (last) checkpoint(last);
}
