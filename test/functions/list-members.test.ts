import { beforeAll, describe, expect, it } from '@jest/globals';
import { callsOf, consumedBy } from '../../bench/consumed-capacity.ts';
import { type Handler, invoke } from '../../bench/invoke.ts';
import { handler } from '../../functions/organizations/list-members.ts';
import { newId } from '../../shared/ids.ts';
import { createApiKey } from '../../shared/store/accounts/api-keys.ts';
import { putMemberWrite } from '../../shared/store/accounts/members.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { batchPut, dynamodb, type Item } from '../../shared/store/table.ts';
import { newCaller } from '../support/records/records.ts';
import { useTable } from '../support/table/table.ts';

type Page = { items: { userId: string | null; email: string }[]; total: number; nextCursor: string | null };

const membersOfTest = 260;
/** With two invited people and the founder. */
const everybody = membersOfTest + 3;

describe('the list of members', () => {
  useTable();
  let page: (query?: Record<string, string>) => Promise<Page>;

  beforeAll(async () => {
    const caller = await newCaller();
    const { organizationId } = caller;
    const createdAt = new Date().toISOString();
    const ids = Array.from({ length: membersOfTest }, () => newId('user'));
    const members = ids.map(userId => putMemberWrite({ organizationId, userId, role: 'viewer', createdAt }));
    const users = ids.map((id, index) => ({
      ...keyOf('user', { user: id }),
      ...{ id, email: `person-${index}@example.com`, name: `Ada Number${index}`, status: 'active', createdAt },
    }));
    const invitations = ['guest@example.com', 'visitor@example.com'].map(email => {
      const id = newId('invitation');
      const expiresAt = Date.now() + 3_600_000;
      const key = keyOf('invitation', { org: organizationId, invitation: id });
      return { ...key, id, organizationId, email, role: 'viewer', createdAt, expiresAt };
    });
    await batchPut([...members.flatMap(({ Put }) => (Put?.Item ?? []) as Item), ...users, ...invitations]);
    const created = await createApiKey({ type: 'secret', name: 'Test' }, { caller, action: 'api_key.created' });
    if (!created || created === 'full') throw new Error('The key is not stored');
    const headers = { authorization: `Bearer ${created.key}` };
    const pathParameters = { orgId: organizationId };
    page = async (query = {}) =>
      JSON.parse(await invoke(handler as unknown as Handler, { headers, pathParameters, query })) as Page;
  });

  async function walk(query: Record<string, string>): Promise<string[]> {
    const emails: string[] = [];
    let cursor: string | null = null;
    do {
      const { items, total, nextCursor }: Page = await page({ ...query, limit: '100', ...(cursor && { cursor }) });
      expect(total).toBe(everybody);
      emails.push(...items.map(({ email }) => email));
      cursor = nextCursor;
    } while (cursor !== null);
    return emails;
  }

  it('has everybody once, in either order, with invited people at the old end', async () => {
    const newestFirst = await walk({});
    expect(new Set(newestFirst).size).toBe(everybody);
    expect(newestFirst.slice(-2).sort()).toEqual(['guest@example.com', 'visitor@example.com']);
    expect(await walk({ order: 'asc' })).toEqual(newestFirst.toReversed());
    expect((await page({ order: 'asc', offset: '1', limit: '3' })).items.map(({ email }) => email)).toEqual(
      newestFirst.toReversed().slice(1, 4),
    );
  });

  it('reads no more than the page', async () => {
    const { nextCursor } = await page({ limit: '20' });
    const consumed = await consumedBy(dynamodb, () => page({ limit: '20', cursor: nextCursor ?? '' }));
    // The organization, members, users and stopped mail.
    expect(callsOf(consumed)).toBeLessThanOrEqual(5);
    expect(consumed.readUnits).toBeLessThan(50);
  });

  it('does not read the others for its first page when it does not count them', async () => {
    const cost = async (query: Record<string, string>) => {
      const consumed = await consumedBy(dynamodb, () => page({ limit: '20', ...query }));
      return { calls: callsOf(consumed), units: consumed.readUnits };
    };
    const counted = await cost({});
    const uncounted = await cost({ total: 'false' });
    expect(uncounted.calls).toBeLessThan(counted.calls);
    expect(counted.units - uncounted.units).toBeGreaterThan(membersOfTest / 60);
    expect(await page({ limit: '20', total: 'false' })).toMatchObject({ total: 20 });
  });

  it('is searched by name and address, and says when there is more', async () => {
    expect((await page({ q: 'NUMBER259 ada' })).items).toMatchObject([{ email: 'person-259@example.com' }]);
    expect((await page({ q: 'visitor@' })).items).toMatchObject([{ email: 'visitor@example.com', userId: null }]);
    expect(await page({ q: 'nobody' })).toMatchObject({ items: [], total: 0, nextCursor: null });
    const first = await page({ q: 'ada', limit: '200' });
    expect(first).toMatchObject({ total: 200 });
    const second = await page({ q: 'ada', limit: '200', cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ total: membersOfTest, nextCursor: null });
    const found = [...first.items, ...second.items].map(({ email }) => email);
    expect(new Set(found).size).toBe(membersOfTest);
    expect((await page({ q: 'ada', offset: '150', limit: '2' })).items.map(({ email }) => email)).toEqual(
      found.slice(150, 152),
    );
  });
});
