import type { Endpoints } from '../../local/cloud.ts';
import type { CallAttempt, ProxyFault } from '../../test/support/cloud/fault-proxy.ts';
import { randomOf } from '../../test/support/random.ts';

export const services = ['dynamodb', 'sqs', 's3', 'kms', 'ses'] as const satisfies readonly (keyof Endpoints)[];
export type Service = (typeof services)[number];

/** A failure: which service fails, and how. */
export type Failure = {
  readonly name: string;
  readonly service: Service;
  readonly decide: (attempt: CallAttempt) => ProxyFault | undefined;
  /** The visits per second while it lasts. Default: 3. */
  readonly perSecond?: number;
};

const writes = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;
/** Whether a call isn't one of the stream readers'. */
export const isOfTable = ({ operation }: CallAttempt): boolean => !/Record|Shard|Stream/.test(operation);
const everyCall = (fault: ProxyFault) => (attempt: CallAttempt) => (isOfTable(attempt) ? fault : undefined);
const everyWrite = (fault: ProxyFault) => (attempt: CallAttempt) =>
  writes.test(attempt.operation) ? fault : undefined;
const random = randomOf(37);

/** The failures of AWS services, which are played one after the other. */
export const failures: readonly Failure[] = [
  { name: 'nothing fails', service: 'dynamodb', decide: () => undefined },
  { name: 'every write is throttled', service: 'dynamodb', decide: everyWrite('throttle') },
  { name: 'one key range takes no more writes', service: 'dynamodb', decide: everyWrite('hot') },
  { name: 'the database fails (500)', service: 'dynamodb', decide: everyCall('failure') },
  { name: 'the database cuts every connection', service: 'dynamodb', decide: everyCall('cut') },
  { name: 'the database refuses connections', service: 'dynamodb', decide: everyCall('gone') },
  { name: 'the database is silent', service: 'dynamodb', decide: everyCall('silence') },
  { name: 'the database takes 400 ms longer', service: 'dynamodb', decide: everyCall('slow') },
  { name: 'every write is made, and its answer lost (500)', service: 'dynamodb', decide: everyWrite('error') },
  { name: 'every write is made, and its answer cut off', service: 'dynamodb', decide: everyWrite('reset') },
  { name: 'writes alone fail (500)', service: 'dynamodb', decide: everyWrite('failure') },
  {
    name: 'one call in three fails (500)',
    service: 'dynamodb',
    decide: attempt => (isOfTable(attempt) && random() < 1 / 3 ? 'failure' : undefined),
  },
  {
    name: 'transactions alone fail (500)',
    service: 'dynamodb',
    decide: ({ operation }) => (operation === 'TransactWriteItems' ? 'failure' : undefined),
  },
  {
    name: 'the stream stops',
    service: 'dynamodb',
    decide: ({ operation }) => (operation === 'GetRecords' ? 'failure' : undefined),
  },
  { name: 'the queues fail (500)', service: 'sqs', decide: () => 'failure' },
  { name: 'the buckets fail (500)', service: 's3', decide: () => 'failure' },
  { name: 'the buckets are silent', service: 's3', decide: () => 'silence' },
  { name: 'the keys fail (500)', service: 'kms', decide: () => 'failure' },
  { name: 'mail fails (500)', service: 'ses', decide: () => 'failure' },
  { name: 'a burst of 25 visits a second', service: 'dynamodb', decide: () => undefined, perSecond: 25 },
];
