import { type AuditEvent, eventOf } from '../audit-lists.ts';
import { partitionOf } from '../keys.ts';
import { queryPage } from '../query.ts';
import { batchGet } from '../table.ts';

/** The maximum number of a response's changes that are read. */
const changesMax = 100;

/** The changes that the team made to a response, oldest first. `isWhole`: there are no older ones. */
export type History = { readonly events: readonly AuditEvent[]; readonly isWhole: boolean };

/**
 * Reads the newest changes of a response from the audit trail. This costs half a read unit for each 4 KB of index
 * entries, and one read unit for each change.
 */
export async function readHistory(responseId: string): Promise<History> {
  const partition = partitionOf('auditEvent', 'gsi1pk', { subject: responseId });
  const { items: entries, lastKey } = await queryPage({ index: 'lists', partition, order: 'desc' }, changesMax);
  const items = await batchGet(entries.map(({ pk, sk }) => ({ pk, sk })));
  const events = items.map(eventOf).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { events, isWhole: lastKey === undefined };
}
