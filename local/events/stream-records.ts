import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { region } from '../credentials.ts';
import type { JsonObject } from '../template/template.ts';

/** A record of DynamoDB Streams, which functions get with a few more properties. */
export type StreamRecord = JsonObject & {
  readonly dynamodb: JsonObject & {
    readonly SequenceNumber: string;
    /** Seconds since the epoch. */
    readonly ApproximateCreationDateTime: number;
  };
};

type AttributeMap = Record<string, AttributeValue>;

/** Returns whether an item with these keys and images was removed by expiry. */
export type Expiry = (keys: AttributeMap, oldImage: AttributeMap) => boolean;

/**
 * Converts a record for functions. Returns undefined for a write that changed nothing: AWS creates no record for it,
 * but dynoxide does.
 */
export function streamRecord(record: StreamRecord, streamArn: string, expired: Expiry): StreamRecord | undefined {
  const { Keys = {}, NewImage, OldImage = {}, ApproximateCreationDateTime } = record.dynamodb;
  if (NewImage && isDeepStrictEqual(NewImage, OldImage)) return undefined;
  const byService =
    record.eventName === 'REMOVE' && expired(Keys as unknown as AttributeMap, OldImage as unknown as AttributeMap);
  return {
    eventID: record.eventID ?? '',
    eventName: record.eventName ?? '',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: Math.floor(ApproximateCreationDateTime) },
    ...(byService && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
    eventSourceARN: streamArn,
  };
}
