import { expect, it } from '@jest/globals';
import { auditActions } from '../../../shared/contracts/audit-actions.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';

it('lists each action of the audit trail once, and none that nothing does', () => {
  const ofOperations = Object.values<Contract>(api).flatMap(({ audited }) => audited ?? []);
  // A form brings its own webhooks along, beside what its operation is called.
  expect([...auditActions]).toEqual([...ofOperations, 'form.webhooks_changed'].sort());
});
