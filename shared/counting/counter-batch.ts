import { addingOf } from '../store/additions.ts';
import type { Key } from '../store/keys.ts';
import { batchGet, type Item, tableName, writeIfUnchanged } from '../store/table.ts';
import type { Change, CounterDelta } from './counter-deltas/counter-delta.ts';
import { deltaOf } from './counter-deltas/of-change.ts';

/** A transaction takes 100 items. */
const itemsMax = 100;

/** An UpdateExpression takes 4 KB and 300 operators. One delta alone stays below: a form has 200 fields. */
const attributesMax = 250;

/**
 * Counts changes of the stream, each exactly once although the stream delivers at least once: a transaction adds to
 * counters and moves the watermark of each partition on, both or neither, and what is at or below the watermark is
 * passed over. False when another reader moved a watermark in between: then the changes are to be counted again.
 *
 * @param changes in the order of the stream
 */
export async function countChanges(changes: readonly Change[]): Promise<boolean> {
  const deltas = changes.map(placedDelta).filter(delta => delta !== undefined);
  const keys = deltas.flatMap(({ guard, newest }) => [guard, ...(newest?.counters ?? [])]);
  const known = new Map((await batchGet(distinct(keys))).map(item => [nameOf(item), item]));
  const found = await existingOwners(
    deltas.filter(({ guard }) => !known.has(nameOf(guard))).flatMap(({ owners }) => owners),
  );

  const batch = new CounterBatch(known);
  for (const delta of deltas) {
    if (!known.has(nameOf(delta.guard)) && !delta.owners.every(owner => found.has(nameOf(owner)))) continue;
    if (batch.counted(delta)) continue;
    if (!batch.takes(delta) && !(await batch.write())) return false;
    batch.add(delta);
  }
  return batch.write();
}

/** `position` sorts as a text. All of a later stream lies behind all of an earlier one, whose sequence numbers may be higher. */
type PlacedDelta = CounterDelta & { stream: string; position: string };

function placedDelta(change: Change): PlacedDelta | undefined {
  const { stream, sequence } = change;
  const delta = deltaOf(change);
  // Sequence numbers differ in length.
  return delta && { ...delta, stream, position: `${stream}#${sequence.padStart(40, '0')}` };
}

/** Which of these are still there. What is left of the changes of others cancels out, and would bring removed counters back. */
async function existingOwners(owners: readonly Key[]): Promise<Set<string>> {
  return new Set((await batchGet(distinct(owners))).map(nameOf));
}

/** Changes to counters, gathered into transactions. */
class CounterBatch {
  readonly #known: ReadonlyMap<string, Item>;
  readonly #watermarks = new Map<string, string>();
  readonly #newest = new Map<string, string>();
  /** The watermarks as the table has them, where a transaction of this batch has moved them. */
  readonly #written = new Map<string, string>();
  #pending = new Map<string, Pending>();

  constructor(known: ReadonlyMap<string, Item>) {
    this.#known = known;
  }

  counted({ guard, stream, position }: PlacedDelta): boolean {
    const watermark = this.#watermarks.get(nameOf(guard)) ?? this.#known.get(nameOf(guard))?.watermark;
    if (watermark === undefined) return false;
    // 0.1.0 stored the sequence number alone.
    return position <= (String(watermark).includes('#') ? String(watermark) : `${stream}#${watermark}`);
  }

  /** Whether the transaction that is pending has room for this delta. */
  takes({ guard, additions, newest }: CounterDelta): boolean {
    const attributes = new Map<string, number>();
    for (const key of [guard, ...(newest?.counters ?? [])]) attributes.set(nameOf(key), 0);
    for (const { key } of additions) attributes.set(nameOf(key), (attributes.get(nameOf(key)) ?? 0) + 1);
    const added = [...attributes].filter(([name]) => !this.#pending.has(name)).length;
    if (this.#pending.size + added > itemsMax) return false;
    return [...attributes].every(([name, count]) => {
      const pending = this.#pending.get(name)?.added.size ?? 0;
      return pending === 0 || pending + count <= attributesMax;
    });
  }

  add({ guard, position, additions, newest }: PlacedDelta): void {
    this.#pendingOf(guard).watermark = position;
    this.#watermarks.set(nameOf(guard), position);
    for (const { key, attribute, by } of additions) {
      const { added } = this.#pendingOf(key);
      added.set(attribute, (added.get(attribute) ?? 0) + by);
    }
    for (const key of newest?.counters ?? []) {
      const known = this.#newest.get(nameOf(key)) ?? String(this.#known.get(nameOf(key))?.newest ?? '');
      if (!newest || newest.sortKey <= known) continue;
      this.#pendingOf(key).newest = newest.sortKey;
      this.#newest.set(nameOf(key), newest.sortKey);
    }
  }

  #pendingOf(key: Key): Pending {
    const pending = this.#pending.get(nameOf(key)) ?? { key, added: new Map() };
    this.#pending.set(nameOf(key), pending);
    return pending;
  }

  async write(): Promise<boolean> {
    const pending = [...this.#pending.values()];
    const TransactItems = pending.flatMap(each => this.#updateOf(each));
    if (TransactItems.length === 0) return true;
    if (!(await writeIfUnchanged(TransactItems))) return false;
    for (const { key, watermark } of pending) if (watermark) this.#written.set(nameOf(key), watermark);
    this.#pending = new Map();
    return true;
  }

  #updateOf({ key, watermark, newest, added }: Pending) {
    const read = this.#written.get(nameOf(key)) ?? this.#known.get(nameOf(key))?.watermark;
    const sets = [...(watermark ? ['watermark = :watermark'] : []), ...(newest ? ['newest = :newest'] : [])];
    const add = addingOf(added);
    const UpdateExpression = [...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []), ...add.expression].join(' ');
    if (UpdateExpression === '') return [];
    const Update = {
      TableName: tableName(),
      Key: key,
      UpdateExpression,
      ...(watermark && { ConditionExpression: read ? 'watermark = :read' : 'attribute_not_exists(watermark)' }),
      ...(add.expression.length > 0 && { ExpressionAttributeNames: add.names }),
      ExpressionAttributeValues: {
        ...(watermark && { ':watermark': watermark, ...(read !== undefined && { ':read': read }) }),
        ...(newest && { ':newest': newest }),
        ...add.values,
      },
    };
    return [{ Update }];
  }
}

type Pending = { key: Key; added: Map<string, number>; watermark?: string; newest?: string };

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

const distinct = (keys: readonly Key[]): Key[] => [
  ...new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }])).values(),
];
