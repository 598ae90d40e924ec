import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { dueKeys, dueParts, partitionOf } from '../shared/store/keys.ts';

type Json = ReturnType<typeof JSON.parse>;

/** A tenant's due work: the number of items, and the milliseconds before the start over which they became due. */
export type Backlog = { readonly tenant: string; readonly count: number; readonly overMs: number };

/** The sort keys of a slice in order, and for each the index of the next one that may not be leased. */
type Slice = { readonly keys: string[]; readonly next: Int32Array };

/**
 * An in-memory index of due work that speaks the parts of DynamoDB's and SQS's protocols that a sweep uses, with a
 * delay for each answer. With a real engine, the figures would show the engine instead of the sweep.
 */
export class DueIndex {
  readonly requests = new Map<string, number>();
  /**
   * The arrival of each tenant's first message, in milliseconds since the first request. `sent` counts all messages.
   */
  readonly firstSent = new Map<string, number>();
  sent = 0;
  readonly #slices: ReadonlyMap<string, Slice>;
  readonly #latencyMs: number;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #startedAt = 0;

  constructor(backlogs: readonly Backlog[], latencyMs: number) {
    this.#latencyMs = latencyMs;
    this.#slices = slicesOf(backlogs);
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse((await buffer(request)).toString());
    this.#startedAt ||= Date.now();
    this.requests.set(operation, (this.requests.get(operation) ?? 0) + 1);
    await sleep(this.#latencyMs);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(this.#output(operation, input)));
  }

  #output(operation: string, input: Json): object {
    if (operation === 'Query') return this.#query(input.ExpressionAttributeValues, input.Limit ?? 1000);
    if (operation === 'UpdateItem') return this.#lease(input.Key.sk.S);
    if (operation === 'SendMessage') return this.#take(input);
    return { Successful: input.Entries.map((entry: Json) => ({ Id: entry.Id, ...this.#take(entry) })) };
  }

  /** @param values of the key condition, with any names: the partition, and the bounds of the sort key */
  #query(values: Json, limit: number): object {
    const [partition, after, end] = Object.values(values) as Json[];
    const slice = this.#slices.get(partition.S);
    const Items: object[] = [];
    if (!slice) return { Items };
    let place = alive(slice, lowerBound(slice.keys, after.S));
    for (; place < slice.keys.length && Items.length < limit; place = alive(slice, place + 1)) {
      const duesk = slice.keys[place] ?? '';
      if (duesk > end.S) return { Items };
      const pk = partitionOf('response', 'pk', { form: dueParts(duesk).tenant, shard: '0' });
      Items.push({ pk: { S: pk }, sk: { S: `${partition.S} ${place}` }, duesk: { S: duesk } });
    }
    return place < slice.keys.length ? { Items, LastEvaluatedKey: { pk: { S: '1' } } } : { Items };
  }

  #lease(sk: string): object {
    const [partition = '', place = ''] = sk.split(' ');
    const slice = this.#slices.get(partition);
    if (slice) slice.next[Number(place)] = Number(place) + 1;
    return {};
  }

  #take({ MessageBody }: Json): object {
    const tenant = JSON.parse(MessageBody).pk.split('#')[1];
    if (!this.firstSent.has(tenant)) this.firstSent.set(tenant, Date.now() - this.#startedAt);
    this.sent += 1;
    return { MessageId: String(this.sent), MD5OfMessageBody: hash('md5', MessageBody) };
  }
}

function slicesOf(backlogs: readonly Backlog[]): Map<string, Slice> {
  const now = Date.now();
  const keys = new Map<string, string[]>();
  for (const { tenant, count, overMs } of backlogs) {
    for (let index = 0; index < count; index += 1) {
      const { duepk, duesk } = dueKeys(now - 1 - Math.floor(((count - 1 - index) / count) * overMs), tenant);
      const slice = keys.get(duepk) ?? [];
      slice.push(duesk);
      keys.set(duepk, slice);
    }
  }
  return new Map(
    [...keys].map(([partition, all]) => {
      const sorted = all.toSorted();
      return [partition, { keys: sorted, next: Int32Array.from(sorted, (_, index) => index) }];
    }),
  );
}

/** Returns the first place from `from` on that is not leased. */
function alive({ next }: Slice, from: number): number {
  let place = from;
  while (place < next.length && next[place] !== place) place = next[place] ?? next.length;
  // Shorten the path for the next search.
  for (let at = from; at < next.length && at < place; ) {
    const step = next[at] ?? place;
    next[at] = place;
    at = step;
  }
  return place;
}

function lowerBound(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
