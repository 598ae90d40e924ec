import { expect, it } from '@jest/globals';
import { rolesOf } from '../../../shared/auth/roles-of.ts';
import { newCaller } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

it('a key has its role in the organization that it is of; one without a role reads', async () => {
  const caller = await newCaller();
  expect([...(await rolesOf(caller))]).toEqual([[caller.organizationId, 'viewer']]);
  expect([...(await rolesOf({ ...caller, role: 'admin' }))]).toEqual([[caller.organizationId, 'admin']]);
});
