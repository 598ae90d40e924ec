import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StreamRecord } from 'aws-lambda';
import { tableName } from './table.ts';

/** Matches the table of a record and the label of its stream. */
const source = /:table\/([^/]+)\/stream\/(.+)$/;

type SourcedRecord = { eventSourceARN?: string };

/**
 * Returns the records of the function's own table. While a restored table replaces another, readers still get records
 * from the old stream. Records that were set aside may also be replayed later. Both can be of items that this table
 * never had.
 */
export function ownRecords<T extends SourcedRecord>(records: readonly T[]): T[] {
  return records.filter(({ eventSourceARN = '' }) => source.exec(eventSourceARN)?.[1] === tableName());
}

/**
 * Returns the label of a record's stream, which is the time it began. Of a table's two streams, the later has the
 * greater label:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StreamDescription.html
 */
export const streamLabelOf = ({ eventSourceARN = '' }: SourcedRecord): string => source.exec(eventSourceARN)?.[2] ?? '';

/** Returns an item before or after a change, with values as in the SDK's types, or undefined when there was none. */
export const imageOf = <T>(image: StreamRecord['NewImage']): T | undefined =>
  image && (unmarshall(image as Parameters<typeof unmarshall>[0]) as T);
