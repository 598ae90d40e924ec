import { describe, expect, it } from '@jest/globals';
import { hashOfKey } from '../../../../shared/domain/accounts/api-key.ts';
import { newId } from '../../../../shared/ids.ts';
import { apiKeyByHash } from '../../../../shared/store/accounts/api-key-lookup.ts';
import {
  bootstrapOrganization,
  getOrganization,
  organizationRecord,
} from '../../../../shared/store/accounts/organizations.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { updateItem } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

async function founded() {
  const founder = { email: `${newId('user')}@example.com`, passwordHash: 'hash' };
  const created = await bootstrapOrganization('Example', founder);
  if (!created) throw new Error('The organization is not stored');
  return created;
}

describe('a new organization', () => {
  it('has two keys in each environment: one to publish, and one of the owner', async () => {
    const { organization, environments } = await founded();
    expect(Object.keys(environments).sort()).toEqual(['development', 'production', 'staging']);
    for (const [environment, keys] of Object.entries(environments)) {
      const inIt = { organizationId: organization.id, environment };
      expect(await apiKeyByHash(hashOfKey(keys.publishableKey))).toMatchObject({
        ...{ ...inIt, type: 'publishable', name: 'first publishable key' },
      });
      expect(await apiKeyByHash(hashOfKey(keys.secretKey))).toMatchObject({
        ...{ ...inIt, type: 'secret', role: 'owner', name: 'first secret key' },
      });
    }
  });

  it('requires no second factor until it is told to', async () => {
    const { organization } = await founded();
    const requires = async () => {
      const stored = await getOrganization(organization.id);
      return stored && organizationRecord(stored).requireTwoFactor;
    };
    expect(await requires()).toBe(false);
    await updateItem(keyOf('organization', { org: organization.id }), { set: { requireTwoFactor: true } });
    expect(await requires()).toBe(true);
  });
});
