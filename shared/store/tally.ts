import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type CountedStatus, dayOf, quarterAttribute } from '../domain/quarters.ts';
import { isFormId, timeOf } from '../ids.ts';
import { type Key, keyOf, partsOf } from './keys.ts';
import { receiverKey } from './receiver-item.ts';
import { batchGet, type Item, tableName, whenUnchanged } from './table.ts';

/** A record of the table's stream: an item before and after one write. */
export type Change = { key: Key; sequence: string; before?: Image; after?: Image };
export type Image = { status?: string; gsi1pk?: string };

/** What one change does to the counters. */
type Effect = {
  /** The form, or the receiver, that what is counted belongs to: once one is gone, nothing is counted anew. */
  owners: Key[];
  sequence: string;
  /** The item that remembers how far the changes of this partition are counted. */
  guard: Key;
  additions: { key: Key; attribute: string; by: number }[];
  /** The sort key of a new row, and the counters that have to know of it: readers count newer rows themselves. */
  newest?: { sortKey: string; counters: Key[] };
};

/** A transaction takes 100 items; one effect touches six at most. */
const itemsMax = 90;

/**
 * Counts changes of the stream, each exactly once although the stream delivers at least once: a transaction adds to
 * counters and moves the watermark of each partition on, both or neither, and what is at or below the watermark is
 * passed over. False when another reader moved a watermark in between: then the changes are to be counted again.
 *
 * @param changes in the order of the stream
 */
export async function countChanges(changes: readonly Change[]): Promise<boolean> {
  const effects = changes.map(effectOf).filter(effect => effect !== undefined);
  const keys = effects.flatMap(({ guard, newest }) => [guard, ...(newest?.counters ?? [])]);
  const known = new Map((await batchGet(distinct(keys))).map(item => [nameOf(item), item]));
  const found = await existing(
    effects.filter(({ guard }) => !known.has(nameOf(guard))).flatMap(({ owners }) => owners),
  );

  const tally = new Tally(known);
  for (const effect of effects) {
    if (!known.has(nameOf(effect.guard)) && !effect.owners.every(owner => found.has(nameOf(owner)))) continue;
    if (tally.counted(effect)) continue;
    if (tally.size > itemsMax && !(await tally.write())) return false;
    tally.add(effect);
  }
  return tally.write();
}

/** Which of these are still there. What is left of the changes of others cancels out, and would bring removed counters back. */
async function existing(owners: readonly Key[]): Promise<Set<string>> {
  return new Set((await batchGet(distinct(owners))).map(nameOf));
}

function effectOf({ key, sequence, before, after }: Change): Effect | undefined {
  if (before?.status === after?.status) return undefined;
  const padded = sequence.padStart(40, '0');
  const form = partsOf('form', 'pk', key.pk)?.form;
  if (form !== undefined && key.sk === 'FORM') return effectOfForm(form, padded, before, after);
  const response = partsOf('response', 'pk', key.pk);
  if (response) return effectOfResponse(response.form, response.shard, key.sk, padded, before, after);
  const delivery = partsOf('delivery', 'pk', key.pk);
  return delivery && effectOfDelivery(delivery, key.sk, padded, before, after);
}

function effectOfForm(formId: string, sequence: string, before?: Image, after?: Image): Effect | undefined {
  const partition = after?.gsi1pk ?? before?.gsi1pk;
  const scope = partition && partsOf('form', 'gsi1pk', partition)?.environmentId;
  if (!scope) return undefined;
  const key = keyOf('formsCounts', { scope });
  // A form that is off the lists, as a deleted one is, is no longer counted.
  const listed = (image?: Image) => (image?.gsi1pk ? image.status : undefined);
  const additions = moves(listed(before), listed(after)).map(({ status, by }) => ({ key, attribute: status, by }));
  const newest = before ? undefined : { sortKey: formId, counters: [key] };
  return {
    owners: [keyOf('form', { form: formId })],
    sequence,
    guard: keyOf('formsCounts', { scope: formId }),
    additions,
    newest,
  };
}

function effectOfResponse(
  formId: string,
  shard: string,
  sortKey: string,
  sequence: string,
  before?: Image,
  after?: Image,
): Effect | undefined {
  const environmentId = partsOf('response', 'gsi1pk', after?.gsi1pk ?? before?.gsi1pk ?? '')?.environmentId;
  if (!environmentId) return undefined;
  const scopes = [formId, environmentId];
  const owners = [keyOf('form', { form: formId })];
  return {
    owners,
    guard: keyOf('shardCounts', { scope: formId, shard }),
    ...rowEffect(scopes, shard, sortKey, sequence, before, after),
  };
}

function effectOfDelivery(
  { owner, webhook }: { owner: string; webhook: string },
  sortKey: string,
  sequence: string,
  before?: Image,
  after?: Image,
): Effect {
  const guard = keyOf('shardCounts', { scope: webhook, shard: '0' });
  // Of a deleted form, its own webhooks are still there for a while, and so that nothing counts for them.
  const owners = [
    receiverKey({ owner, receiverId: webhook }),
    ...(isFormId(owner) ? [keyOf('form', { form: owner })] : []),
  ];
  return { owners, guard, ...rowEffect([webhook], '0', sortKey, sequence, before, after) };
}

/** What the change of a row that lies in one of several shards does to the counters of the scopes it belongs to. */
function rowEffect(
  scopes: readonly string[],
  shard: string,
  sortKey: string,
  sequence: string,
  before?: Image,
  after?: Image,
): Omit<Effect, 'owners' | 'guard'> {
  const time = timeOf(sortKey);
  const shards = scopes.map(scope => keyOf('shardCounts', { scope, shard }));
  const days = scopes.map(scope => keyOf('dayCounts', { scope, day: dayOf(time) }));
  const additions = moves(before?.status, after?.status).flatMap(({ status, by }) => [
    ...shards.map(key => ({ key, attribute: status, by })),
    ...days.map(key => ({ key, attribute: quarterAttribute(time, status as CountedStatus), by })),
  ]);
  const newest = before ? undefined : { sortKey, counters: shards };
  return { sequence, additions, newest };
}

const moves = (from: string | undefined, to: string | undefined) => [
  ...(from ? [{ status: from, by: -1 }] : []),
  ...(to ? [{ status: to, by: 1 }] : []),
];

/** The counters' changes that the next transaction will make. */
class Tally {
  readonly #known: ReadonlyMap<string, Item>;
  readonly #watermarks = new Map<string, string>();
  readonly #newest = new Map<string, string>();
  /** The watermarks as the table has them, where a transaction of this tally has moved them. */
  readonly #written = new Map<string, string>();
  #pending = new Map<string, Pending>();

  constructor(known: ReadonlyMap<string, Item>) {
    this.#known = known;
  }

  get size(): number {
    return this.#pending.size;
  }

  counted({ guard, sequence }: Effect): boolean {
    const watermark = this.#watermarks.get(nameOf(guard)) ?? this.#known.get(nameOf(guard))?.watermark;
    return watermark !== undefined && sequence <= String(watermark);
  }

  add({ guard, sequence, additions, newest }: Effect): void {
    this.#pendingOf(guard).watermark = sequence;
    this.#watermarks.set(nameOf(guard), sequence);
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
    if (!(await whenUnchanged(new TransactWriteCommand({ TransactItems })))) return false;
    for (const { key, watermark } of pending) if (watermark) this.#written.set(nameOf(key), watermark);
    this.#pending = new Map();
    return true;
  }

  #updateOf({ key, watermark, newest, added }: Pending) {
    const read = this.#written.get(nameOf(key)) ?? this.#known.get(nameOf(key))?.watermark;
    const entries = [...added].filter(([, by]) => by !== 0);
    const sets = [...(watermark ? ['watermark = :watermark'] : []), ...(newest ? ['newest = :newest'] : [])];
    const adds = entries.map((_, index) => `#n${index} :n${index}`);
    const UpdateExpression = [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(adds.length > 0 ? [`ADD ${adds.join(', ')}`] : []),
    ].join(' ');
    if (UpdateExpression === '') return [];
    const Update = {
      TableName: tableName(),
      Key: key,
      UpdateExpression,
      ...(watermark && { ConditionExpression: read ? 'watermark = :read' : 'attribute_not_exists(watermark)' }),
      ...(entries.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(entries.map(([attribute], index) => [`#n${index}`, attribute])),
      }),
      ExpressionAttributeValues: {
        ...(watermark && { ':watermark': watermark, ...(read !== undefined && { ':read': read }) }),
        ...(newest && { ':newest': newest }),
        ...Object.fromEntries(entries.map(([, by], index) => [`:n${index}`, by])),
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
