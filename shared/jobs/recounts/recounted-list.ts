import { type CounterName, handledStatuses } from '../../domain/analytics/counter-names.ts';
import { formExistsCheck, getForm } from '../../store/forms/forms.ts';
import type { CountedRows } from '../../store/jobs.ts';
import { answersScope, partitionOf, partsOf, spamScope } from '../../store/keys.ts';
import { receiverKey } from '../../store/receivers/receiver-item.ts';
import { getReceiver } from '../../store/receivers/receivers.ts';
import { readableShards } from '../../store/shards.ts';
import type { Item, TransactItem } from '../../store/table.ts';
import { checkWrite, exists } from '../../store/writes.ts';

/** Rows that are counted together: their partitions, and the scopes that count them. */
export type RecountedList = {
  /** Their partitions, by shard of the list. */
  partitions: readonly (readonly [shard: string, partition: string])[];
  /** The states that they are counted by. */
  states: readonly CounterName[];
  /** Each of these scopes counts every row. */
  scopes: readonly string[];
  /** Returns the list in each scope that contains a row of this shard, and the shard of that list. */
  listsOf: (row: Item, shard: string) => { scope: string; shard: string }[];
  /** The scope in which answers of the rows are counted. */
  answersScope?: string;
  /** The scopes whose days are sealed. */
  sealed: readonly string[];
  /** Passes while the rows still have an owner. */
  check: TransactItem;
};

/** Returns the list of a job, or undefined when its owner is gone. */
export const recountedList = (rows: CountedRows): Promise<RecountedList | undefined> =>
  rows.rows === 'deliveries' ? deliveriesOf(rows) : responsesOf(rows);

async function responsesOf({ rows, formId }: Extract<CountedRows, { formId: string }>) {
  const stored = await getForm(formId);
  if (!stored) return undefined;
  const itemType = rows === 'spam' ? 'spam' : 'response';
  const owners = [formId, stored.environmentId];
  const scopes = rows === 'spam' ? owners.map(spamScope) : owners;
  const [ofForm = '', ofEnvironment = ''] = scopes;
  return {
    partitions: readableShards(stored).map(shard => [shard, partitionOf(itemType, 'pk', { form: formId, shard })]),
    states: ['completed', 'partial', 'abandoned', ...handledStatuses],
    scopes,
    listsOf: ({ gsi1pk }, shard) => {
      const indexShard = partsOf(itemType, 'gsi1pk', String(gsi1pk))?.indexShard;
      const list = { scope: ofForm, shard };
      return indexShard === undefined ? [list] : [list, { scope: ofEnvironment, shard: indexShard }];
    },
    ...(rows === 'responses' && { answersScope: answersScope(formId) }),
    sealed: rows === 'spam' ? [] : [...scopes, answersScope(formId)],
    check: formExistsCheck(formId),
  } satisfies RecountedList;
}

async function deliveriesOf({ owner, receiverId }: Extract<CountedRows, { owner: string }>) {
  if (!(await getReceiver({ owner, receiverId }))) return undefined;
  return {
    partitions: [['0', partitionOf('delivery', 'pk', { owner, webhook: receiverId })]],
    states: ['scheduled', 'succeeded', 'dead', 'cancelled'],
    scopes: [receiverId],
    listsOf: (_, shard) => [{ scope: receiverId, shard }],
    sealed: [],
    check: checkWrite(receiverKey({ owner, receiverId }), exists),
  } satisfies RecountedList;
}
