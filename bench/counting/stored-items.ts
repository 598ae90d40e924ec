import type { Image, ImageChange } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';
import type { Key } from '../../shared/store/keys.ts';

/** A shard of a stream: what it brings, and what has taken its place once it has split. */
export type Shard = { name: string; changes: ImageChange[]; children: Shard[] };

/**
 * The items of a table as its stream tells of them: each write is a change of one shard. As with DynamoDB, one item's
 * changes follow each other, but the items of one partition key lie in any shards, and a shard may split at any time.
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

  /** Another stream takes the place of the one before, as for a restored table, and numbers from the beginning again. */
  beginStream(): number {
    this.#streams += 1;
    this.#sequence = 90n;
    this.#roots = Array.from({ length: this.#shardCount }, () => this.#newShard());
    return this.#streams;
  }

  /** One of the shards in use splits. */
  split(chosen: number): void {
    const leaves = this.#roots.flatMap(leavesOf);
    leaves[Math.floor(chosen * leaves.length)]?.children.push(this.#newShard(), this.#newShard());
  }

  /** Stores what an item has become; undefined removes it. */
  write(key: Key, after: Image | undefined): void {
    const before = this.get(key);
    if (!before && !after) return;
    // Numbers of more and more digits.
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
