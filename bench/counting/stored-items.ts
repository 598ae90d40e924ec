import type { Image, ImageChange } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';
import type { Key } from '../../shared/store/keys.ts';

/** A shard of a stream: its changes, and the shards that it was split into. */
export type Shard = { name: string; changes: ImageChange[]; children: Shard[] };

/**
 * The items of a table, and the changes in its stream. Each write is a change in one shard. As in DynamoDB, the changes
 * of one item are in order, but the items of one partition key may be in any shard, and a shard may split at any time.
 */
export class StoredItems {
  readonly shards: Shard[] = [];
  readonly #items = new Map<string, Image>();
  readonly #shardCount: number;
  #roots: Shard[] = [];
  #streams = 0;
  #sequence = 0n;

  constructor(shardCount: number) {
    this.#shardCount = shardCount;
    this.beginStream();
  }

  get changes(): number {
    return this.shards.reduce((sum, { changes }) => sum + changes.length, 0);
  }

  get({ pk, sk }: Key): Image | undefined {
    return this.#items.get(`${pk} ${sk}`);
  }

  /**
   * Replaces the stream by a new one whose numbers start again, as for a restored table. Returns the number of streams.
   */
  beginStream(): number {
    this.#streams += 1;
    this.#sequence = 90n;
    this.#roots = Array.from({ length: this.#shardCount }, () => this.#newShard());
    return this.#streams;
  }

  /** Splits one of the shards in use. */
  split(chosen: number): void {
    const leaves = this.#roots.flatMap(leavesOf);
    leaves[Math.floor(chosen * leaves.length)]?.children.push(this.#newShard(), this.#newShard());
  }

  /** Stores the new version of an item, or removes the item if there is none. */
  write(key: Key, after: Image | undefined): void {
    const before = this.get(key);
    if (!before && !after) return;
    // The numbers get longer and longer.
    this.#sequence += 1n + this.#sequence / 40n;
    this.#shardOf(key).changes.push({ key, sequence: String(this.#sequence), before, after });
    if (after) this.#items.set(`${key.pk} ${key.sk}`, after);
    else this.#items.delete(`${key.pk} ${key.sk}`);
  }

  #newShard(): Shard {
    const shard = {
      name: shardName(`stream ${this.#streams}`, `shard ${this.shards.length}`),
      changes: [],
      children: [],
    };
    this.shards.push(shard);
    return shard;
  }

  #shardOf({ pk, sk }: Key): Shard {
    let hash = [...`${pk} ${sk}`].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7);
    let shard = this.#roots[hash % this.#roots.length];
    for (; shard && shard.children.length > 0; hash = Math.floor(hash / 2)) shard = shard.children[hash % 2];
    if (!shard) throw new Error('A stream has at least one shard');
    return shard;
  }
}

const leavesOf = (shard: Shard): Shard[] => (shard.children.length > 0 ? shard.children.flatMap(leavesOf) : [shard]);
