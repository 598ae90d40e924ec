import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newId, timeKey } from '../../../shared/ids.ts';
import { anonymousIn, audit, auditWrite } from '../../../shared/store/audit.ts';
import {
  type AuditEvent,
  type AuditFilter,
  countAuditEvents,
  readAuditEvents,
} from '../../../shared/store/audit-lists.ts';
import { keyOf, partitionOf } from '../../../shared/store/keys.ts';
import { queryAll } from '../../../shared/store/query.ts';
import { putItem, writeIfUnchanged } from '../../../shared/store/table.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const dayMs = 24 * 3600_000;
const yearMs = 365 * dayMs;

const newCaller = (): Caller => ({
  ...{ kind: 'session', id: 'usr_1', role: 'owner', name: 'ada@example.com', environment: 'staging' },
  ...{ organizationId: newId('organization'), environmentId: 'env_1' },
  sourceIp: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
});

const itemsOf = ({ organizationId: org }: Caller) => queryAll({ partition: partitionOf('auditEvent', 'pk', { org }) });

async function eventsOf(
  { organizationId }: Caller,
  filter: AuditFilter = {},
  options: Partial<Parameters<typeof readAuditEvents>[2]> = {},
) {
  const events: AuditEvent[] = [];
  const all = { order: 'asc', position: undefined, expected: 100, ...options } as const;
  for await (const event of readAuditEvents(organizationId, filter, all)) events.push(event);
  return events;
}

describe('an event of the audit trail', () => {
  it('says who did what, when and from where, without the whole address', async () => {
    const caller = newCaller();
    const before = Date.now();
    await audit(caller, 'webhook.updated', 'form_1');
    const [item, ...more] = await itemsOf(caller);
    expect(more).toEqual([]);
    const createdAt = String(item?.createdAt);
    expect(item).toEqual({
      ...keyOf('auditEvent', { org: caller.organizationId, event: String(item?.sk) }),
      ...{ action: 'webhook.updated', subjectId: 'form_1', actorKind: 'session', actorId: 'usr_1' },
      ...{ actorName: 'ada@example.com', environment: 'staging', sourceIp: '203.0.113.0/24' },
      ...{ userAgent: 'Firefox on Linux', createdAt, ttl: Math.floor(Date.parse(createdAt) / 1000) + yearMs / 1000 },
    });
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
    expect(await eventsOf(caller)).toEqual([
      {
        ...{
          id: item?.sk,
          action: 'webhook.updated',
          subjectId: 'form_1',
          environment: 'staging',
          times: 1,
          createdAt,
        },
        actor: { kind: 'session', id: 'usr_1', name: 'ada@example.com' },
        ...{ sourceIp: '203.0.113.0/24', userAgent: 'Firefox on Linux' },
      },
    ]);
  });

  it('has what else is known of it, and a change of a response is in its history', async () => {
    const caller = newCaller();
    const { name: _, sourceIp: __, userAgent: ___, ...unnamed } = caller;
    const changes = { status: ['partial', 'completed'] } as never;
    const exceptions = [{ responseId: 'sub_2', reason: 'A lawsuit' }];
    await writeIfUnchanged([auditWrite(unnamed, 'response.updated', 'sub_1', { times: 3, changes, exceptions })]);
    const [item] = await itemsOf(caller);
    expect(item).toMatchObject({ gsi1pk: 'HISTORY#sub_1', gsi1sk: item?.sk, changes: JSON.stringify(changes) });
    expect(await eventsOf(caller)).toEqual([
      {
        ...{ id: item?.sk, action: 'response.updated', subjectId: 'sub_1', environment: 'staging', times: 3 },
        ...{ changes, exceptions, createdAt: item?.createdAt, sourceIp: null, userAgent: null },
        actor: { kind: 'session', id: 'usr_1', name: null },
      },
    ]);
  });

  it('may be of somebody unknown', () => {
    expect(anonymousIn('org_1', { sourceIp: '203.0.113.7' })).toEqual({
      ...{ kind: 'anonymous', id: 'anonymous', organizationId: 'org_1', environment: 'production' },
      sourceIp: '203.0.113.7',
    });
  });
});

describe('the list of events', () => {
  /** Stores an event of some days ago. */
  async function storedAt({ organizationId: org }: Caller, daysAgo: number, content: object = {}): Promise<string> {
    const time = Date.now() - daysAgo * dayMs;
    const event = `evt_${timeKey(time)}0000000000000000`;
    const said = { action: 'form.created', subjectId: 'form_1', actorKind: 'session', actorId: 'usr_1' };
    const createdAt = new Date(time).toISOString();
    await putItem({
      ...keyOf('auditEvent', { org, event }),
      ...{ ...said, environment: 'production', createdAt, ...content },
    });
    return event;
  }

  it('has those of the last year in order of time, and goes on behind any', async () => {
    const caller = newCaller();
    await storedAt(caller, 366);
    const ids = [await storedAt(caller, 364), await storedAt(caller, 2), await storedAt(caller, 1)];
    const idsOf = async (options: Parameters<typeof eventsOf>[2], filter = {}) =>
      (await eventsOf(caller, filter, options)).map(event => event.id);
    expect(await idsOf({})).toEqual(ids);
    expect(await idsOf({ order: 'desc' })).toEqual(ids.toReversed());
    expect(await idsOf({ position: ids[0] })).toEqual(ids.slice(1));
    expect(await idsOf({ position: ids[2], order: 'desc' })).toEqual([ids[1], ids[0]]);
    expect(await idsOf({ expected: 1 })).toEqual(ids);
    expect(await idsOf({ position: ids[2] }, { to: Date.now() - 3 * dayMs })).toEqual([]);
    expect(await countAuditEvents(caller.organizationId, {})).toBe(3);
  });

  it('has those that a filter names, in a time whose end is exclusive', async () => {
    const caller = newCaller();
    const times = [3, 2, 1].map(days => Date.now() - days * dayMs);
    const actions = ['form.created', 'form.deleted', 'form.created'];
    for (const [index, daysAgo] of [3, 2, 1].entries())
      await storedAt(caller, daysAgo, { action: actions[index], actorId: `usr_${index}`, subjectId: `form_${index}` });
    const found = async (filter: AuditFilter) => {
      const subjects = (await eventsOf(caller, filter)).map(event => event.subjectId);
      expect(await countAuditEvents(caller.organizationId, filter)).toBe(subjects.length);
      return subjects;
    };
    expect(await found({ action: 'form.created' })).toEqual(['form_0', 'form_2']);
    expect(await found({ actorId: 'usr_1' })).toEqual(['form_1']);
    expect(await found({ subjectId: 'form_2', action: 'form.created' })).toEqual(['form_2']);
    expect(await found({ subjectId: 'form_2', action: 'form.deleted' })).toEqual([]);
    const [first = 0, second = 0] = times;
    expect(await found({ from: first + dayMs / 2 })).toEqual(['form_1', 'form_2']);
    expect(await found({ from: first - dayMs / 2, to: second + dayMs / 2 })).toEqual(['form_0', 'form_1']);
    expect(await found({ from: second, to: first })).toEqual([]);
  });
});
