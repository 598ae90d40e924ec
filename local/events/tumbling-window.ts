import type { InvocationResult } from '../functions/functions.ts';
import { isObject, type JsonObject } from '../template/template.ts';
import type { StreamRecord } from './stream-records.ts';

type WindowOptions = { readonly seconds: number | undefined; readonly shardId: string; readonly streamArn: string };

/**
 * Builds the events of one shard. If the mapping has tumbling windows, they include the window of the records and the
 * state that the function returned before. An event without records ends a window:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
 */
export class TumblingWindow {
  readonly #options: WindowOptions;
  #start: number | undefined;
  #state: JsonObject = {};

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  /** Returns the records in the same window as the first. */
  batchOf(records: readonly StreamRecord[]): readonly StreamRecord[] {
    const [first] = records;
    if (!first || !this.#options.seconds) return records;
    const end = records.findIndex(record => this.#startOf(record) !== this.#startOf(first));
    return end < 0 ? records : records.slice(0, end);
  }

  /** Whether the open window ends before a time or the next record. */
  isOver(at: number | StreamRecord): boolean {
    if (this.#start === undefined) return false;
    const time = typeof at === 'number' ? at / 1000 : this.#startOf(at);
    return time >= this.#start + (this.#options.seconds ?? 0);
  }

  eventOf(records: readonly StreamRecord[]): string {
    const { seconds, shardId, streamArn } = this.#options;
    const [first] = records;
    if (!seconds) return JSON.stringify({ Records: records });
    if (first && this.#start === undefined) this.#start = this.#startOf(first);
    const time = (start: number) => new Date(start * 1000).toISOString().replace('.000Z', 'Z');
    return JSON.stringify({
      Records: records,
      window: { start: time(this.#start ?? 0), end: time((this.#start ?? 0) + seconds) },
      state: this.#state,
      shardId,
      eventSourceARN: streamArn,
      isFinalInvokeForWindow: records.length === 0,
      isWindowTerminatedEarly: false,
    });
  }

  /**
   * Stores the state that the function returned. If it returned none, the result is a failure. The state ends with its
   * window.
   */
  accepted(records: readonly StreamRecord[], result: InvocationResult): InvocationResult {
    if (!this.#options.seconds || result.failed) return result;
    const answer: unknown = JSON.parse(result.payload || 'null');
    if (records.length === 0) {
      this.#start = undefined;
      this.#state = {};
      return result;
    }
    if (!isObject(answer) || !isObject(answer.state)) return { ...result, failed: true };
    this.#state = answer.state;
    return result;
  }

  #startOf({ dynamodb }: StreamRecord): number {
    const { seconds = 1 } = this.#options;
    return Math.floor(dynamodb.ApproximateCreationDateTime / seconds) * seconds;
  }
}
