import type { Change, Image } from '../../shared/counting/counter-deltas/counter-delta.ts';
import type { Key } from '../../shared/store/keys.ts';

/** The items of a table as its stream tells of them: each write is a change, in the order of its shard of the stream. */
export class StoredItems {
  readonly shards: readonly Change[][];
  readonly #items = new Map<string, Image>();
  #sequence = 0;

  constructor(shardCount: number) {
    this.shards = Array.from({ length: shardCount }, () => []);
  }

  get changes(): number {
    return this.shards.reduce((sum, changes) => sum + changes.length, 0);
  }

  get({ pk, sk }: Key): Image | undefined {
    return this.#items.get(`${pk} ${sk}`);
  }

  /** Stores what an item has become; undefined removes it. */
  write(key: Key, after: Image | undefined): void {
    const before = this.get(key);
    if (!before && !after) return;
    this.#sequence += 1 + (this.#sequence % 97);
    this.#shardOf(key.pk).push({ key, stream: '', sequence: String(this.#sequence), before, after });
    if (after) this.#items.set(`${key.pk} ${key.sk}`, after);
    else this.#items.delete(`${key.pk} ${key.sk}`);
  }

  /** A partition lies in one shard of the stream. */
  #shardOf(pk: string): Change[] {
    const hash = [...pk].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7);
    const shard = this.shards[hash % this.shards.length];
    if (!shard) throw new Error('A stream has at least one shard');
    return shard;
  }
}
