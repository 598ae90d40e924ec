import { countChanges } from '../shared/counting/counter-batch.ts';
import { shardName } from '../shared/counting/shard-marks.ts';
import { newForm } from '../shared/domain/forms/stored-form.ts';
import { newId, newWebhookId } from '../shared/ids.ts';
import { putMemberWrite } from '../shared/store/accounts/members.ts';
import { auditWrite } from '../shared/store/audit.ts';
import { putForm } from '../shared/store/forms/forms.ts';
import { keyOf, keysOf, partitionOf } from '../shared/store/keys.ts';
import { batchPut, dynamodb, getItem, type Item } from '../shared/store/table.ts';
import { callsOf, consumedBy } from './consumed-capacity.ts';
import { browserHeaders, eightFieldForm } from './eight-field-form.ts';
import { type Handler, invoke } from './invoke.ts';
import type { Table } from './report.ts';
import { newCaller, type Service } from './service.ts';

type Owner = Pick<Service, 'caller' | 'secretKey'>;

const count = 10_000;
const now = new Date().toISOString();
const times = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

/** Measures the cost of a page in long lists other than responses. */
export async function pagesOfLists(): Promise<Table> {
  const owner = await newCaller('lists@example.com');
  const lists = [
    ['users', fillUsers, import('../functions/users/list-users.ts')],
    ['members', async () => {}, import('../functions/organizations/list-members.ts')],
    ['forms', fillForms, import('../functions/forms/list-forms.ts')],
    ['webhooks', fillWebhooks, import('../functions/webhooks/list-webhooks.ts')],
    ['audit events', fillAuditEvents, import('../functions/audit/list-audit-events.ts')],
  ] as const;
  const rows: (string | number)[][] = [];
  for (const [name, fill, module] of lists) {
    await fill(owner);
    const handler = (await module).handler as unknown as Handler;
    const page = async (what: string, query: Record<string, string>): Promise<string> => {
      const { consumed, nextCursor } = await pageOf(handler, owner, query);
      rows.push([name, what, callsOf(consumed), consumed.readUnits]);
      return nextCursor;
    };
    const cursor = await page('first', {});
    if (name !== 'forms') await page('first, `total=false`', { total: 'false' });
    await page('second', { cursor });
    await page('at offset 9,000', { offset: '9000' });
  }
  return {
    title: 'A page of 50 of 10,000 of other lists',
    columns: ['of', 'page', 'calls', 'read units'],
    rows,
    note: 'Webhooks: 20 of each of 500 forms. All totals but that of forms are counted by reading with the first page, and are in the cursor from there on.',
  };
}

async function pageOf(handler: Handler, { secretKey, caller }: Owner, query: Record<string, string>) {
  const pathParameters = { orgId: caller.organizationId };
  const headers = { ...browserHeaders, authorization: `Bearer ${secretKey}` };
  // This puts the key into the cache.
  await invoke(handler, { headers, pathParameters, query: { limit: '1' } });
  let body = '';
  const consumed = await consumedBy(dynamodb, async () => {
    body = await invoke(handler, { headers, pathParameters, query: { ...query, limit: '50' } });
  });
  const { items, nextCursor } = JSON.parse(body) as { items: unknown[]; nextCursor: string };
  if (items.length !== 50) throw new Error(`The page ${JSON.stringify(query)} holds ${items.length} items: ${body}`);
  return { consumed, nextCursor };
}

async function fillUsers({ caller: { organizationId } }: Owner): Promise<void> {
  const ids = times(() => newId('user'));
  const members = ids.map(userId => putMemberWrite({ organizationId, userId, role: 'viewer', createdAt: now }));
  const users = ids.map((id, index) => ({
    ...keyOf('user', { user: id }),
    ...{ id, email: `somebody-${index}@example.com`, name: 'Ada Lovelace', status: 'active', createdAt: now },
  }));
  await batchPut([...members.flatMap(({ Put }) => (Put?.Item ?? []) as Item), ...users]);
}

async function fillForms({ caller }: Owner): Promise<void> {
  const { environmentId } = caller;
  const first = newForm(eightFieldForm, caller.environment);
  await putForm(first, caller);
  const item = await getItem(keyOf('form', { form: first.id }));
  const items = times(() => {
    const form = newId('form');
    return { ...item, ...keysOf('form', { form, environmentId }), definition: JSON.stringify({ ...first, id: form }) };
  });
  await batchPut(items);
  const changes = items.map(({ pk, sk }, index) => ({
    ...{ key: { pk, sk }, sequence: String(index + 1) },
    after: { status: first.status, gsi1pk: partitionOf('form', 'gsi1pk', { environmentId }) },
  }));
  await countChanges(shardName('lists', 'shard'), changes);
}

async function fillWebhooks({ caller: { organizationId, environmentId, environment } }: Owner): Promise<void> {
  const forms = Array.from({ length: count / 20 }, () => newId('form'));
  const definitionOf = (id: string) => JSON.stringify({ id });
  await batchPut(
    forms.map(form => ({ ...keyOf('form', { form }), definition: definitionOf(form), retiredFields: '[]' })),
  );
  await batchPut(
    times(index => forms[index % forms.length] ?? '').map(owner => ({
      ...keysOf('webhook', { owner, webhook: newWebhookId(owner), environmentId }),
      ...{ url: 'https://example.com/hooks/a-receiver', events: ['response.completed'], active: true, environment },
      ...{ organizationId, environmentId, secret: 'A'.repeat(300), secretLast4: 'aaaa', revision: 1 },
      ...{ createdAt: now, updatedAt: now },
    })),
  );
}

async function fillAuditEvents({ caller }: Owner): Promise<void> {
  const writes = times(() => auditWrite({ ...caller, sourceIp: '192.0.2.1' }, 'form.deleted', newId('form')));
  await batchPut(writes.flatMap(({ Put }) => (Put?.Item ?? []) as Item));
}
