import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StreamRecord } from 'aws-lambda';
import { tableName } from './table.ts';

/** Which table a record is of, and the label of its stream. */
const source = /:table\/([^/]+)\/stream\/(.+)$/;

type Sourced = { eventSourceARN?: string };

/**
 * The records of the function's own table. While a restored table takes the place of another, the readers are still given
 * what that one's stream brings, and records that were set aside may be replayed later: of items that this table never had.
 */
export function ownRecords<T extends Sourced>(records: readonly T[]): T[] {
  return records.filter(({ eventSourceARN = '' }) => source.exec(eventSourceARN)?.[1] === tableName());
}

/**
 * Says when the stream of a record began, so that of two streams of a table the later has the greater label:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StreamDescription.html
 */
export const streamLabelOf = ({ eventSourceARN = '' }: Sourced): string => source.exec(eventSourceARN)?.[2] ?? '';

/** An item before or after a change, as the types of the SDK have its values; undefined when there was none. */
export const imageOf = <T>(image: StreamRecord['NewImage']): T | undefined =>
  image && (unmarshall(image as Parameters<typeof unmarshall>[0]) as T);
