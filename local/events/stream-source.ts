import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { readJson, writeJson } from '../data-folder.ts';
import type { Shard, StreamsClient } from '../dynamodb/streams.ts';
import type { InvocationResult } from '../functions/functions.ts';
import type { StreamMapping } from '../template/event-source-mappings.ts';
import { matchesPattern } from './event-pattern.ts';
import { type DeliveryOptions, deliverBatch, type GivenUp } from './stream-delivery.ts';
import { keepFailure } from './stream-failure.ts';
import { type Expiry, type StreamRecord, streamRecord } from './stream-records.ts';
import { TumblingWindow } from './tumbling-window.ts';

export type StreamSourceOptions = {
  readonly mapping: StreamMapping;
  readonly streamArn: string;
  /** The file with the position in each shard, so that a restart continues where the last run ended. */
  readonly positionFile: string;
  readonly streams: StreamsClient;
  readonly s3: S3Client;
  readonly expired: Expiry;
  readonly invoke: (event: string) => Promise<InvocationResult>;
  readonly measure: DeliveryOptions['measure'];
  readonly now: () => number;
  /**
   * Returns when the engine's files have last changed (ms since the epoch). Without it, only reading the stream tells
   * whether it has new records.
   */
  readonly changedAt?: () => number;
};

/** The sequence number of the last finished record in each shard. */
type Positions = { readonly streamArn: string; readonly shards: Record<string, string> };

const busyPauseMillis = 10;
/**
 * The maximum pause of a reader. It pauses twice as long as it worked, so that busy times make larger batches. Lambda
 * reads four times a second.
 */
const restMillisMax = 250;
/** The pause while idle. It is long because `wake` reports what functions write; this finds other writes. */
const idlePauseMillis = 1000;
const failurePauseMillis = 200;
/** Two changes within this time may look like one, because clocks of files are coarse. */
const fileClockMillis = 20;
const batchBytesMax = 6_000_000;
/** How long Lambda waits for records of a window that is over. */
const windowGraceMillis = 120_000;

/** Reads a table's stream for one function. Reads each shard in order, and a parent before its children. */
export class StreamSource {
  readonly #options: StreamSourceOptions;
  readonly #positions: Positions;
  readonly #windows = new Map<string, TumblingWindow>();
  readonly #stopped = new AbortController();
  /** Callbacks that each end a pause. */
  readonly #pausing = new Set<() => void>();
  #pauseMillis = busyPauseMillis;

  constructor(options: StreamSourceOptions) {
    this.#options = options;
    mkdirSync(dirname(options.positionFile), { recursive: true });
    this.#positions = readPositions(options.positionFile, options.streamArn);
  }

  stop(): void {
    this.#stopped.abort();
    this.wake();
  }

  /** Ends the pauses, because there are probably new records. */
  wake(): void {
    this.#pauseMillis = busyPauseMillis;
    for (const end of this.#pausing) end();
  }

  /** Runs until it is stopped. */
  async run(): Promise<void> {
    const reading = new Map<string, Promise<void>>();
    const finished = new Set<string>();
    while (!this.#stopped.signal.aborted) {
      for (const { ShardId, ParentShardId } of await this.#shards()) {
        const waitsForParent = ParentShardId && reading.has(ParentShardId) && !finished.has(ParentShardId);
        if (reading.has(ShardId) || waitsForParent) continue;
        const read = this.#readShard(ShardId).finally(() => finished.add(ShardId));
        reading.set(ShardId, read);
      }
      const unfinished = [...reading].filter(([id]) => !finished.has(id)).map(([, read]) => read);
      await Promise.race([...unfinished, ...(unfinished.length > 0 ? [] : [this.#pause(failurePauseMillis)])]);
    }
    await Promise.all(reading.values());
  }

  async #shards(): Promise<readonly Shard[]> {
    // No answer means that the engine is gone or stopping. The next attempt will tell.
    return await this.#options.streams.shards(this.#options.streamArn).catch(() => []);
  }

  async #readShard(shardId: string): Promise<void> {
    for (let open = true; open && !this.#stopped.signal.aborted; ) {
      const iterator = await this.#iterator(shardId);
      // The engine is gone. Continue from the last position when it is back.
      open = await this.#readFrom(shardId, iterator).catch(() => true);
      if (open) await this.#pause(failurePauseMillis);
    }
  }

  /** Reads until it is stopped or the shard ends. Returns whether the shard is still open. */
  async #readFrom(shardId: string, iterator: string | undefined): Promise<boolean> {
    let next = iterator;
    let waiting: readonly StreamRecord[] = [];
    let waitingSince = 0;
    const quiet = new Quiet(this.#options.changedAt);
    while (next && !this.#stopped.signal.aborted) {
      const started = performance.now();
      const page = await quiet.pageAt(next, iterator => this.#page(iterator));
      next = page.next;
      if (waiting.length === 0) waitingSince = Date.now();
      const due = !next || Date.now() - waitingSince >= this.#options.mapping.windowSeconds * 1000;
      waiting = await this.#deliver(shardId, [...waiting, ...page.records], due);
      await this.#endWindow(shardId, this.#options.now() - windowGraceMillis);
      if (waiting.length === 0 && page.last) this.#checkpoint(shardId, page.last);
      if (next) await this.#rest(page.last !== undefined, performance.now() - started);
    }
    return next !== undefined;
  }

  async #iterator(shardId: string): Promise<string | undefined> {
    const { streams, streamArn } = this.#options;
    while (!this.#stopped.signal.aborted) {
      try {
        return await streams.iterator(streamArn, shardId, this.#positions.shards[shardId]);
      } catch (error) {
        if ((error as Error).name === 'TrimmedDataAccessException') delete this.#positions.shards[shardId];
        await this.#pause(failurePauseMillis);
      }
    }
    return undefined;
  }

  /** Returns the new records that pass the mapping's filters. */
  async #page(iterator: string): Promise<Page> {
    const { streams, streamArn, mapping, expired } = this.#options;
    const { Records, NextShardIterator } = await streams.records(iterator, Math.min(1000, mapping.batchSize));
    const records = Records.map(record => streamRecord(record, streamArn, expired))
      .filter(record => record !== undefined)
      .filter(record => this.#wanted(record));
    return { records, last: Records.at(-1)?.dynamodb.SequenceNumber, next: NextShardIterator };
  }

  #wanted(record: StreamRecord): boolean {
    const { filters } = this.#options.mapping;
    return filters.length === 0 || filters.some(pattern => matchesPattern(pattern, record));
  }

  /** Delivers full batches, and the rest if it is due. Returns the records that still wait. */
  async #deliver(shardId: string, waiting: readonly StreamRecord[], due: boolean): Promise<readonly StreamRecord[]> {
    const { mapping, measure, now } = this.#options;
    const { signal } = this.#stopped;
    let rest = waiting;
    while (rest[0] && (due || rest.length >= mapping.batchSize) && !signal.aborted) {
      await this.#endWindow(shardId, rest[0]);
      const batch = this.#windowOf(shardId).batchOf(firstBatch(rest, mapping.batchSize));
      await deliverBatch(batch, {
        mapping,
        invoke: records => this.#invoke(shardId, records),
        signal,
        checkpoint: last => this.#checkpoint(shardId, last.dynamodb.SequenceNumber),
        giveUp: givenUp => this.#giveUp(shardId, givenUp),
        measure,
        now,
      });
      rest = rest.slice(batch.length);
    }
    return rest;
  }

  #windowOf(shardId: string): TumblingWindow {
    const { mapping, streamArn } = this.#options;
    const window =
      this.#windows.get(shardId) ?? new TumblingWindow({ seconds: mapping.tumblingSeconds, shardId, streamArn });
    this.#windows.set(shardId, window);
    return window;
  }

  async #invoke(shardId: string, records: readonly StreamRecord[]): Promise<InvocationResult> {
    const window = this.#windowOf(shardId);
    return window.accepted(records, await this.#options.invoke(window.eventOf(records)));
  }

  /** Tells the function that the window is over, until it succeeds. */
  async #endWindow(shardId: string, at: number | StreamRecord): Promise<void> {
    while (this.#windowOf(shardId).isOver(at) && !this.#stopped.signal.aborted) {
      const { failed } = await this.#invoke(shardId, []);
      if (failed) await this.#pause(failurePauseMillis);
    }
  }

  /** Stores a failed batch. As with Lambda, what can't be stored is lost: a stream doesn't wait for a bucket. */
  async #giveUp(shardId: string, givenUp: GivenUp): Promise<void> {
    const { mapping, streamArn, s3, measure } = this.#options;
    const count = givenUp.records.length;
    if (!mapping.onFailureBucket) return measure('DroppedEventCount', count);
    try {
      await keepFailure(s3, mapping, streamArn, shardId, givenUp);
      measure('OnFailureDestinationDeliveredEventCount', count);
    } catch {
      measure('DestinationDeliveryFailures', 1);
      measure('DroppedEventCount', count);
    }
  }

  #checkpoint(shardId: string, sequenceNumber: string): void {
    if (this.#stopped.signal.aborted) return;
    this.#positions.shards[shardId] = sequenceNumber;
    writeJson(this.#options.positionFile, this.#positions);
  }

  /** Pauses for longer the longer nothing arrives. */
  async #rest(busy: boolean, tookMillis: number): Promise<void> {
    const restMillis = Math.min(restMillisMax, Math.max(busyPauseMillis, 2 * tookMillis));
    await sleep(restMillis, undefined, { signal: this.#stopped.signal }).catch(() => {});
    this.#pauseMillis = busy ? busyPauseMillis : Math.min(idlePauseMillis, this.#pauseMillis * 1.1);
    if (!busy) await this.#pause(this.#pauseMillis);
  }

  /** Pauses, but ends early when there are probably new records. */
  #pause(millis: number): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer);
        this.#pausing.delete(end);
        resolve();
      };
      const timer = setTimeout(end, this.#stopped.signal.aborted ? 0 : millis);
      this.#pausing.add(end);
    });
  }
}

/** When the stream was read, and when the engine's files had last changed before. */
type Reading = { readonly at: number; readonly changedAt: number | undefined };

/**
 * Knows that a stream which was empty still is, because the engine's files are as they were. To ask the engine costs as
 * much as a request, some forty times a second while functions run. It is asked once a second all the same, should a
 * change not show in the files.
 */
class Quiet {
  readonly #changedAt: (() => number) | undefined;
  #empty: Reading | undefined;

  constructor(changedAt: (() => number) | undefined) {
    this.#changedAt = changedAt;
  }

  /** Returns an empty page where the stream is still empty, else the one that is read. */
  async pageAt(iterator: string, read: (iterator: string) => Promise<Page>): Promise<Page> {
    const reading = { at: Date.now(), changedAt: this.#changedAt?.() };
    if (this.#isAsAt(reading)) return { records: [], last: undefined, next: iterator };
    const page = await read(iterator);
    this.#empty = page.last === undefined ? reading : undefined;
    return page;
  }

  #isAsAt({ at, changedAt }: Reading): boolean {
    const empty = this.#empty;
    if (empty?.changedAt === undefined || empty.changedAt !== changedAt) return false;
    return empty.at - empty.changedAt > fileClockMillis && at - empty.at < idlePauseMillis;
  }
}

type Page = { records: StreamRecord[]; last: string | undefined; next: string | undefined };

function firstBatch(records: readonly StreamRecord[], countMax: number): StreamRecord[] {
  let bytes = 0;
  const fitting = records.slice(0, countMax).findIndex(record => {
    bytes += JSON.stringify(record).length;
    return bytes > batchBytesMax;
  });
  return records.slice(0, fitting < 0 ? countMax : Math.max(1, fitting));
}

function readPositions(file: string, streamArn: string): Positions {
  const positions = readJson(file) as Positions | undefined;
  return positions?.streamArn === streamArn ? positions : { streamArn, shards: {} };
}
