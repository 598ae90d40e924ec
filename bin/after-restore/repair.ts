import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { additionWrites } from '../../shared/counting/counter-additions.ts';
import { type CountedDay, daysOfRow, nameOf, recountItem, rowsOf } from '../../shared/counting/recount-schedule.ts';
import { countedForms } from '../../shared/domain/analytics/counter-names.ts';
import { isFormId } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { readTotals } from '../../shared/store/counters/counter-items.ts';
import { type Key, partsOf, prefixOf } from '../../shared/store/keys.ts';
import { batchDelete, batchPut, dynamodb, type Item, tableName, writeIfUnchanged } from '../../shared/store/table.ts';
import { convertCounters } from './convert-counters.ts';

/** The recounts that become due per second. The limit leaves room for other jobs. */
const recountsPerSecond = 20;

/** The number of forms per status, by the name of their counter, and the newest form. */
type FormsFound = { counts: Map<string, number>; newest: string };

/** The result of a pass over the table. */
type RestoredItems = {
  organizations: Set<string>;
  sessions: number;
  /** The number of counter items from before version 0.2.0. */
  counters: number;
  days: Map<string, CountedDay>;
  /** The days of receivers with counted deliveries. */
  receiverDays: { receiverId: string; day: string }[];
  /** The owner of each receiver. */
  owners: Map<string, string>;
  /** The environment of each listed form. */
  environments: Map<string, string>;
  /** The forms, by environment. */
  forms: Map<string, FormsFound>;
};

type RepairReport = { organizations: string[]; sessions: number; counters: number; days: number };

/**
 * Repairs what the other table's stream would have done after the restored time: ends all sessions, counts forms, and
 * recounts each day that has responses or deliveries, or counters of them.
 *
 * @param now milliseconds since the epoch
 */
export async function repair(now: number): Promise<RepairReport> {
  const found: RestoredItems = {
    organizations: new Set(),
    sessions: 0,
    counters: 0,
    days: new Map(),
    receiverDays: [],
    owners: new Map(),
    environments: new Map(),
    forms: new Map(),
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName: tableName() })) {
    const items = Items as Item[];
    for (const item of items) {
      note(item, found);
      if (await convertCounters(item)) found.counters++;
    }
    found.sessions += await endSessions(items);
  }
  for (const [scope, forms] of found.forms) await correctForms(scope, forms);
  for (const { receiverId, day } of found.receiverDays) {
    const owner = found.owners.get(receiverId);
    if (owner !== undefined) add({ rows: 'deliveries', owner, receiverId, day }, found);
  }
  // A deleted form has nothing left to count.
  const days = [...found.days.values()].flatMap(({ day, ...each }) => {
    const rows = rowsOf({ day, ...each }, formId => found.environments.get(formId));
    return rows ? [{ rows, day }] : [];
  });
  const timeOfRecount = (index: number) => now + (index * 1000) / recountsPerSecond;
  await batchPut(days.map(({ rows, day }, index) => recountItem(rows, day, timeOfRecount(index))));
  const { organizations, sessions, counters } = found;
  return { organizations: [...organizations], sessions, counters, days: days.length };
}

const add = (day: CountedDay, { days }: Pick<RestoredItems, 'days'>) => days.set(nameOf(day), day);

function note(item: Item, found: RestoredItems): void {
  const { organizations, environments, forms } = found;
  const org = partsOf('auditEvent', 'pk', item.pk)?.org ?? partsOf('organization', 'pk', item.pk)?.org;
  if (org) organizations.add(org);
  for (const day of daysOfRow(item)) add(day, found);
  noteCounters(item, found);
  noteReceiver(item, found);
  const counter = partsOf('totalCounts', 'sk', item.sk) && partsOf('totalCounts', 'pk', item.pk)?.scope;
  if (counter?.startsWith('env_')) formsOf(counter, forms);
  const environmentId = item.sk === prefixOf('form') && partsOf('form', 'gsi1pk', String(item.gsi1pk))?.environmentId;
  if (!environmentId) return;
  addForm(item, formsOf(environmentId, forms));
  environments.set(partsOf('form', 'pk', item.pk)?.form ?? '', environmentId);
}

/** Notes counted days, so that they are recounted even without rows. */
function noteCounters({ pk, sk }: Key, found: RestoredItems): void {
  const scope = partsOf('hourCounts', 'pk', pk)?.scope;
  const day = partsOf('hourCounts', 'sk', sk)?.hour.slice(0, 10);
  if (scope === undefined || day === undefined) return;
  const [id = '', folder] = scope.split(':');
  if (isFormId(id)) add({ rows: folder === 'spam' ? 'spam' : 'responses', formId: id, day }, found);
  else if (!id.startsWith('env_')) found.receiverDays.push({ receiverId: id, day });
}

function noteReceiver({ pk, sk }: Key, { owners }: RestoredItems): void {
  const receiver =
    partsOf('webhook', 'sk', sk)?.webhook ??
    partsOf('integration', 'sk', sk)?.integration ??
    partsOf('autoresponder', 'sk', sk)?.autoresponder;
  const owner = partsOf('webhook', 'pk', pk)?.owner;
  if (receiver && owner) owners.set(receiver, owner);
}

function formsOf(environmentId: string, forms: RestoredItems['forms']): FormsFound {
  const found = forms.get(environmentId) ?? { counts: new Map(), newest: '' };
  forms.set(environmentId, found);
  return found;
}

function addForm({ status, gsi1sk }: Item, found: FormsFound): void {
  const name = countedForms(String(status));
  found.counts.set(name, (found.counts.get(name) ?? 0) + 1);
  if (String(gsi1sk) > found.newest) found.newest = String(gsi1sk);
}

/** Sets the counters of an environment's forms to what was found. */
async function correctForms(scope: string, { counts, newest }: FormsFound): Promise<void> {
  await retryOnConflict(async () => {
    const { counts: counted } = await readTotals(scope);
    const names = new Set([...counts.keys(), ...[...counted.keys()].filter(isOfForms)]);
    const additions = [...names].map(name => ({ scope, name, by: (counts.get(name) ?? 0) - (counted.get(name) ?? 0) }));
    const rows = newest === '' ? [] : [{ scope, shard: 'forms', sortKey: newest }];
    const writes = await additionWrites(additions, rows);
    return writes.length === 0 || (await writeIfUnchanged(writes)) || undefined;
  });
}

const isOfForms = (name: string): boolean => name.startsWith(countedForms(''));

/**
 * Ends sessions. Otherwise users who logged out or lost their account after the restored time would be logged in again.
 */
async function endSessions(items: readonly Item[]): Promise<number> {
  const sessions = items.filter(({ pk }) => partsOf('session', 'pk', pk));
  await batchDelete(sessions.map(({ pk, sk }) => ({ pk, sk })));
  return sessions.length;
}
