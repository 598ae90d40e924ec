import { describe, expect, it } from '@jest/globals';
import type { Contract, Role } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import type { Operation } from '../support/cloud/client.ts';

type Credential = Contract['auth'][number];
type Callers = { auth: readonly Credential[]; role: Role; overOthers?: Role; liveKeysOnly?: true };

const people = ['session'] as const;
const both = ['secretKey', 'session'] as const;

/**
 * Who may call what harms most in the wrong hands, written down by hand: docs/permissions.md is made of the contracts, and would
 * agree with a wrong one.
 */
const callers: Readonly<Partial<Record<Operation, Callers>>> = {
  // Gives access to others, or takes it away.
  createApiKey: { auth: people, role: 'admin' },
  rotateApiKey: { auth: people, role: 'admin' },
  deleteApiKey: { auth: people, role: 'admin' },
  createUser: { auth: both, role: 'admin', liveKeysOnly: true },
  deleteUser: { auth: both, role: 'admin', liveKeysOnly: true },
  createPasswordReset: { auth: both, role: 'admin', liveKeysOnly: true },
  resetTwoFactor: { auth: people, role: 'owner' },
  addMember: { auth: both, role: 'admin', liveKeysOnly: true },
  updateMemberRole: { auth: both, role: 'admin', liveKeysOnly: true },
  createInvitation: { auth: both, role: 'admin', liveKeysOnly: true },
  updateOrganization: { auth: both, role: 'owner', liveKeysOnly: true },
  updateSingleSignOn: { auth: people, role: 'owner' },
  // Cannot be undone.
  deleteOrganization: { auth: both, role: 'owner', liveKeysOnly: true },
  removeCreator: { auth: people, role: 'owner' },
  deleteForm: { auth: both, role: 'editor' },
  deleteResponse: { auth: both, role: 'editor' },
  changeResponses: { auth: both, role: 'editor' },
  eraseDataSubject: { auth: both, role: 'admin' },
  rotateDataKey: { auth: both, role: 'admin' },
  // Sends answers elsewhere, or shows many at once.
  createWebhook: { auth: both, role: 'admin' },
  createIntegration: { auth: both, role: 'admin' },
  exportDataSubject: { auth: both, role: 'admin' },
  searchDataSubject: { auth: both, role: 'admin' },
  createExport: { auth: both, role: 'viewer' },
  listAuditEvents: { auth: both, role: 'admin', liveKeysOnly: true },
};

describe.each(Object.entries(callers))('%s', (operation, expected) => {
  it('may be called by these alone', () => {
    const { auth, role, roleOverOthers, liveKeysOnly, scope }: Contract = api[operation as Operation];
    expect({ auth: [...auth].sort(), role: roleOverOthers ?? role, liveKeysOnly, scope: scope === 'user' }).toEqual({
      auth: expected.auth,
      role: expected.role,
      liveKeysOnly: expected.liveKeysOnly,
      scope: false,
    });
  });
});

it('is a table of all that needs an owner and changes something', () => {
  const needsMore = (Object.entries(api) as [Operation, Contract][])
    .filter(([, { method, role, scope }]) => method !== 'GET' && scope !== 'user' && role === 'owner')
    .map(([operation]) => operation);
  expect(needsMore.filter(operation => !(operation in callers))).toEqual([]);
});
