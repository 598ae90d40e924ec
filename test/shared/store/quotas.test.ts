import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../shared/ids.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { isQuotaFull, isQuotaUsed, quotas, quotaUnusedCheck, quotaWrite } from '../../../shared/store/quotas.ts';
import { getItem, putItem, writeIfUnchanged } from '../../../shared/store/table.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const names = Object.keys(quotas) as (keyof typeof quotas)[];

/** An organization and an environment with so many of everything; without a number, they have not counted yet. */
async function scopeWith(count?: number) {
  const organizationId = newId('organization');
  const counts = count === undefined ? {} : Object.fromEntries(names.map(name => [name, count]));
  await putItem({ ...keyOf('organization', { org: organizationId }), ...counts });
  await putItem({ ...keyOf('environment', { org: organizationId, environment: 'production' }), ...counts });
  return { organizationId, environment: 'production' as const };
}

type Scope = Awaited<ReturnType<typeof scopeWith>>;

async function countIn({ organizationId: org, environment }: Scope, name: keyof typeof quotas) {
  const key =
    quotas[name].of === 'organization' ? keyOf('organization', { org }) : keyOf('environment', { org, environment });
  return (await getItem(key))?.[name];
}

describe.each(names)('the quota of %s', name => {
  const { max, first } = quotas[name];

  it('counts on from what a new scope has, up and down', async () => {
    const scope = await scopeWith();
    expect(await writeIfUnchanged([quotaWrite(name, scope, 1)])).toBe(true);
    expect(await countIn(scope, name)).toBe(first + 1);
    expect(await writeIfUnchanged([quotaWrite(name, scope, -1)])).toBe(true);
    expect(await countIn(scope, name)).toBe(first);
  });

  it('lets the last one in, and no other at the same time', async () => {
    const scope = await scopeWith(max - 1);
    expect(await isQuotaFull(name, scope)).toBe(false);
    const added = await Promise.all([1, 2, 3].map(() => writeIfUnchanged([quotaWrite(name, scope, 1)])));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await countIn(scope, name)).toBe(max);
    expect(await isQuotaFull(name, scope)).toBe(true);
  });

  it('counts less when it is full, and then takes one more', async () => {
    const scope = await scopeWith(max);
    expect(await writeIfUnchanged([quotaWrite(name, scope, -1)])).toBe(true);
    expect(await countIn(scope, name)).toBe(max - 1);
    expect(await writeIfUnchanged([quotaWrite(name, scope, 1)])).toBe(true);
  });

  it('is that of one scope alone', async () => {
    const [full, other] = [await scopeWith(max), await scopeWith(0)];
    expect(await writeIfUnchanged([quotaWrite(name, full, 1)])).toBe(false);
    expect(await writeIfUnchanged([quotaWrite(name, other, 1)])).toBe(true);
  });

  it('is used while anything is counted', async () => {
    for (const [count, isUsed] of [
      [undefined, false],
      [0, false],
      [1, true],
      [max, true],
    ] as const) {
      const scope = await scopeWith(count);
      expect(await isQuotaUsed(name, scope)).toBe(isUsed);
      expect(await writeIfUnchanged([quotaUnusedCheck(name, scope)])).toBe(!isUsed);
      expect(await countIn(scope, name)).toBe(count);
    }
  });
});
