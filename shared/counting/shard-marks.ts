import { createHash } from 'node:crypto';
import { hourMs, streamKeepsMs } from '../durations.ts';

/** How far a stream shard is counted in an item, and when that was written (seconds since the epoch). */
type Mark = { sequence: bigint; at: number };

/** The marks of an item, by the name of the shard. */
export type Marks = Map<string, Mark>;

const nameBytes = 8;

/** Returns a short name for a shard. Shards of two streams never share one, whatever the streams call them. */
export const shardName = (stream: string, shardId: string): string =>
  createHash('sha256')
    .update(`${stream}/${shardId}`)
    .digest('hex')
    .slice(0, 2 * nameBytes);

const slices = 8;

/** Returns the slice of a scope's counters that the reader of a shard writes. */
export const sliceOf = (shard: string): string => String(Number.parseInt(shard.slice(0, 2), 16) % slices);

/** An hour more than the stream keeps a record. Anything counted earlier is never delivered again. */
const keptSeconds = (streamKeepsMs + hourMs) / 1000;

/**
 * Packs marks as an item stores them, without those whose records the stream cannot deliver again. `now` is in seconds
 * since the epoch.
 */
export function packMarks(marks: Marks, now: number): Uint8Array {
  return Buffer.concat(
    [...marks]
      .filter(([, { at }]) => at > now - keptSeconds)
      .map(([name, { sequence, at }]) => {
        const digits = sequence.toString(16);
        const number = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
        const head = Buffer.from(name, 'hex');
        const time = Buffer.alloc(4);
        time.writeUInt32BE(at);
        return Buffer.concat([head, time, Buffer.of(number.length), number]);
      }),
  );
}

export function unpackMarks(packed: unknown): Marks {
  const marks: Marks = new Map();
  const bytes = Buffer.from(packed instanceof Uint8Array ? packed : []);
  for (let position = 0; position < bytes.length; ) {
    const lengthAt = position + nameBytes + 4;
    const end = lengthAt + 1 + bytes.readUInt8(lengthAt);
    marks.set(bytes.toString('hex', position, position + nameBytes), {
      at: bytes.readUInt32BE(position + nameBytes),
      sequence: BigInt(`0x${bytes.toString('hex', lengthAt + 1, end)}`),
    });
    position = end;
  }
  return marks;
}
