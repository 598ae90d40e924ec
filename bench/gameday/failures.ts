import type { Endpoints } from '../../local/cloud.ts';
import type { Attempt, Fault } from '../../test/support/cloud/fault-proxy.ts';
import { randomOf } from '../../test/support/random.ts';

export type Service = Extract<keyof Endpoints, 'dynamodb' | 'sqs'>;

/** What is made to fail, and how. */
export type Failure = {
  readonly name: string;
  readonly service: Service;
  readonly decide: (attempt: Attempt) => Fault | undefined;
  /** Visits a second while it lasts; 4 unless said otherwise. */
  readonly perSecond?: number;
};

const writes = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;
const ofTable = ({ operation }: Attempt): boolean => !/Record|Shard|Stream/.test(operation);
const everyCall = (fault: Fault) => (attempt: Attempt) => (ofTable(attempt) ? fault : undefined);
const everyWrite = (fault: Fault) => (attempt: Attempt) => (writes.test(attempt.operation) ? fault : undefined);
const random = randomOf(37);

/** What a service of AWS does to its callers, one after the other. */
export const failures: readonly Failure[] = [
  { name: 'nothing fails', service: 'dynamodb', decide: () => undefined },
  { name: 'every write is throttled', service: 'dynamodb', decide: everyWrite('throttle') },
  { name: 'one key range takes no more writes', service: 'dynamodb', decide: everyWrite('hot') },
  { name: 'the database fails (500)', service: 'dynamodb', decide: everyCall('failure') },
  { name: 'the database cuts every connection', service: 'dynamodb', decide: everyCall('cut') },
  { name: 'the database is silent', service: 'dynamodb', decide: everyCall('silence') },
  { name: 'the database takes 400 ms longer', service: 'dynamodb', decide: everyCall('slow') },
  { name: 'every write is made, and its answer lost (500)', service: 'dynamodb', decide: everyWrite('error') },
  { name: 'every write is made, and its answer cut off', service: 'dynamodb', decide: everyWrite('reset') },
  {
    name: 'writes alone fail (500)',
    service: 'dynamodb',
    decide: everyWrite('failure'),
  },
  {
    name: 'one call in three fails (500)',
    service: 'dynamodb',
    decide: attempt => (ofTable(attempt) && random() < 1 / 3 ? 'failure' : undefined),
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
  { name: 'a burst of 25 visits a second', service: 'dynamodb', decide: () => undefined, perSecond: 25 },
];
