import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type FormDay, recountItem } from '../../shared/counting/recount-schedule.ts';
import { dayOf } from '../../shared/domain/quarters.ts';
import { isFormId, timeOf } from '../../shared/ids.ts';
import { type Key, keyOf, partsOf, prefixOf } from '../../shared/store/keys.ts';
import { batchDelete, batchPut, dynamodb, type Item, tableName } from '../../shared/store/table.ts';

/** So many recounts become due at a time that other jobs find their turn between them. */
const recountsPerSecond = 20;

/** What a pass over the table finds. */
type Found = {
  organizations: Set<string>;
  sessions: number;
  days: Map<string, FormDay>;
  /** The environment of each form that is listed. */
  environments: Map<string, string>;
  /** By environment: how many forms of each status, and the newest. */
  forms: Map<string, Record<string, number | string>>;
};

/**
 * Makes true again what the stream of the other table would have seen to, had it not ended with it: nobody's session
 * goes on, forms are counted, and each day that has responses, or counters of them, is counted again.
 *
 * @param now ms since the epoch
 */
export async function repair(now: number): Promise<{ organizations: string[]; sessions: number; days: number }> {
  const found: Found = {
    organizations: new Set(),
    sessions: 0,
    days: new Map(),
    environments: new Map(),
    forms: new Map(),
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName: tableName() })) {
    const items = Items as Item[];
    for (const item of items) note(item, found);
    await forgetBareWatermarks(items);
    found.sessions += await endSessions(items);
  }
  await batchPut([...found.forms].map(([scope, counts]) => ({ ...keyOf('formsCounts', { scope }), ...counts })));
  // Of a deleted form, nothing is left to be counted.
  const days = [...found.days.values()].flatMap(each => {
    const environmentId = found.environments.get(each.formId);
    return environmentId === undefined ? [] : [{ each, environmentId }];
  });
  const timeOfRecount = (index: number) => now + (index * 1000) / recountsPerSecond;
  await batchPut(days.map(({ each, environmentId }, index) => recountItem(each, environmentId, timeOfRecount(index))));
  return { organizations: [...found.organizations], sessions: found.sessions, days: days.length };
}

function note(item: Item, { organizations, days, environments, forms }: Found): void {
  const org = partsOf('auditEvent', 'pk', item.pk)?.org ?? partsOf('organization', 'pk', item.pk)?.org;
  if (org) organizations.add(org);
  const day = dayOfItem(item);
  if (day) days.set(`${day.formId} ${day.day}`, day);
  const counter = item.sk === prefixOf('formsCounts') ? partsOf('formsCounts', 'pk', item.pk)?.scope : undefined;
  if (counter && !isFormId(counter)) countsOf(counter, forms);
  const environmentId = item.sk === prefixOf('form') && partsOf('form', 'gsi1pk', String(item.gsi1pk))?.environmentId;
  if (!environmentId) return;
  addForm(item, countsOf(environmentId, forms));
  environments.set(partsOf('form', 'pk', item.pk)?.form ?? '', environmentId);
}

/** The day of a form that a response is of, or that a counter counts. */
function dayOfItem({ pk, sk }: Key): FormDay | undefined {
  const form = partsOf('response', 'pk', pk)?.form;
  if (form) return { formId: form, day: dayOf(timeOf(sk)) };
  const formId = partsOf('dayCounts', 'pk', pk)?.scope ?? '';
  const day = partsOf('dayCounts', 'sk', sk)?.day;
  return day && isFormId(formId) ? { formId, day } : undefined;
}

function countsOf(environmentId: string, forms: Found['forms']): Record<string, number | string> {
  const counts = forms.get(environmentId) ?? {};
  forms.set(environmentId, counts);
  return counts;
}

function addForm({ status, gsi1sk }: Item, counts: Record<string, number | string>): void {
  counts[String(status)] = Number(counts[String(status)] ?? 0) + 1;
  if (String(gsi1sk) > String(counts.newest ?? '')) counts.newest = String(gsi1sk);
}

/** 0.1.0 stored no stream with a watermark: it might lie beyond all that the new one will number. */
async function forgetBareWatermarks(items: readonly Item[]): Promise<void> {
  const bare = items.filter(({ watermark }) => watermark !== undefined && !String(watermark).includes('#'));
  for (const { pk, sk } of bare) {
    await dynamodb.send(
      new UpdateCommand({ TableName: tableName(), Key: { pk, sk }, UpdateExpression: 'REMOVE watermark' }),
    );
  }
}

/** Who had logged out, or lost the account, since the time that was restored would be logged in again. */
async function endSessions(items: readonly Item[]): Promise<number> {
  const sessions = items.filter(({ pk }) => partsOf('session', 'pk', pk));
  await batchDelete(sessions.map(({ pk, sk }) => ({ pk, sk })));
  return sessions.length;
}
