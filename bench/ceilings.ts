import { readConfig } from '../lib/config.ts';
import { messagesMax } from '../shared/aws/queues.ts';
import { shardsMax } from '../shared/ids.ts';
import { writesPerSecond } from '../shared/pace.ts';
import { duePartitions } from '../shared/store/keys.ts';
import type { Table } from './report.ts';
import type { Service } from './service.ts';

/**
 * Values that only AWS can measure, and those that it documents: the writes of a new on-demand table, and of a
 * partition.
 */
const assumed = {
  /** A call of DynamoDB or SQS. */
  callMs: 12.5,
  /** A receiver's answer, and the calls of an attempt. */
  deliveryMs: 200,
  /** A run of ten short jobs, including the time until the next run starts. */
  shortRunMs: 100,
  newTableWrites: 4000,
  partitionWrites: 1000,
};

/**
 * The index writes for a partial response that is abandoned: one adds it, two move it for the lease, one removes it.
 */
const dueWrites = 4;
const responseBytes = 900;
const tenMillion = 1e7;

/** Returns the limits of the service for all tenants together, with the default settings. */
export function ceilings(service: Service): Table {
  const { throttle, webhooks } = readConfig({}, {});
  const jobs = runsOf(service, 'RunJob');
  const short = runsOf(service, 'RunShortJob');
  const handedOver = (duePartitions().length * messagesMax * 1000) / (2 * assumed.callMs);
  const perRun = (atOnce: number, ms: number) => (atOnce * 1000) / ms;
  const bytes = tenMillion * responseBytes;
  return {
    title: 'Ceilings of all tenants together',
    columns: ['ceiling', 'a second', 'how it was found', 'beyond it'],
    rows: [
      [
        'requests',
        throttle.requestsPerSecond,
        '`THROTTLE_REQUESTS_PER_SECOND`; the quota of an account is 10,000',
        '429',
      ],
      [
        'submissions, new table',
        assumed.newTableWrites,
        `${assumed.newTableWrites} writes of a new table, and as many of its index; doubles with the load, \`WARM_WRITE_UNITS_PER_SECOND\` ahead of it`,
        '503, and the client sends again',
      ],
      [
        'submissions, one form',
        shardsMax * assumed.partitionWrites,
        `${shardsMax} partitions of ${assumed.partitionWrites}, and as many of the index`,
        '503, and the client sends again',
      ],
      [
        'partial responses',
        (duePartitions().length * assumed.partitionWrites) / dueWrites,
        `${duePartitions().length} slices of the index of due work, ${dueWrites} writes each`,
        '503, and the client sends again',
      ],
      [
        'due work handed over',
        (handedOver * 45) / 60,
        `${duePartitions().length} slices, ${messagesMax} at once in two calls of ${assumed.callMs} ms, 45 s of each minute`,
        'late; an alarm',
      ],
      [
        'short jobs',
        perRun(short.runs * short.batchSize, assumed.shortRunMs),
        `${short.runs} runs of ${short.batchSize} in ${assumed.shortRunMs} ms`,
        'late; an alarm',
      ],
      [
        'first attempts of deliveries',
        perRun(webhooks.fastRuns * messagesMax, assumed.deliveryMs),
        `${webhooks.fastRuns} runs (\`FAST_DELIVERY_RUNS\`, 1,000 at most) of ${messagesMax} in ${assumed.deliveryMs} ms`,
        'late; an alarm',
      ],
      [
        'responses purged',
        jobs.runs * writesPerSecond,
        `${jobs.runs} jobs, ${writesPerSecond} each`,
        'late; jobs take turns of 30 s',
      ],
    ],
    note: `Arithmetic on the template and the constants of the code, not measured on AWS. Ten million responses of ${responseBytes} bytes are ${Math.round((2 * bytes) / 1e9)} GB with their index; a job purges them in ${(tenMillion / writesPerSecond / 3600).toFixed(1)} hours.`,
  };
}

/** Returns a queue worker's concurrent runs and messages per run, as in the template. */
function runsOf({ assembly }: Service, id: string): { runs: number; batchSize: number } {
  const worker = assembly.functions.find(({ logicalId }) => logicalId.startsWith(id));
  const mapping = assembly.queueMappings.find(({ functionName }) => functionName === worker?.name);
  if (!mapping?.concurrencyMax) throw new Error(`No queue is mapped to ${id}`);
  return { runs: mapping.concurrencyMax, batchSize: mapping.batchSize };
}
