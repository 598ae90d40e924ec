import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue, _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import { region } from '../credentials.ts';
import { isObject, type Json, type JsonObject } from '../template/template.ts';

/** A record as a function gets it. */
export type StreamRecord = JsonObject & {
  readonly dynamodb: JsonObject & {
    readonly SequenceNumber: string;
    /** Seconds since the epoch. */
    readonly ApproximateCreationDateTime: number;
  };
};

/** Says whether the removal of an item with these keys and images was an expiry. */
export type Expiry = (keys: Record<string, AttributeValue>, oldImage: Record<string, AttributeValue>) => boolean;

/** Undefined for a write that changed nothing: AWS makes no record of it, dynoxide does. */
export function streamRecord(record: SdkRecord, streamArn: string, expired: Expiry): StreamRecord | undefined {
  const { ApproximateCreationDateTime, SequenceNumber = '', ...change } = record.dynamodb ?? {};
  if (change.NewImage && isDeepStrictEqual(change.NewImage, change.OldImage)) return undefined;
  const byService = record.eventName === 'REMOVE' && expired(change.Keys ?? {}, change.OldImage ?? {});
  return {
    eventID: record.eventID ?? '',
    eventName: record.eventName ?? '',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ...(plain(change) as JsonObject),
      ApproximateCreationDateTime: Math.floor((ApproximateCreationDateTime ?? new Date()).getTime() / 1000),
      SequenceNumber,
    },
    ...(byService && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
    eventSourceARN: streamArn,
  };
}

/** As JSON: bytes become base64, what is undefined is left out. */
function plain(value: unknown): Json {
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value as Json;
  const entries = Object.entries(value as Record<string, unknown>).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name, plain(item)]));
}
