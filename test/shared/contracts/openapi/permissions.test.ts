import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '../../../../shared/contracts/contract.ts';
import { api } from '../../../../shared/contracts/index.ts';
import { permissionsTable } from '../../../../shared/contracts/openapi/permissions.ts';

const project = join(import.meta.dirname, '../../../..');
const rowOf = (contract: Contract) =>
  permissionsTable({ it: contract })
    .split('\n')
    .find(line => line.includes('| it |'))
    ?.split('|')
    .slice(3, -1)
    .map(cell => cell.trim());

const { getForm } = api;

describe('docs/permissions.md', () => {
  it('is what the contracts say today (npm run openapi)', () => {
    expect(readFileSync(join(project, 'docs/permissions.md'), 'utf8')).toBe(permissionsTable(api));
  });
});

describe('the table of permissions', () => {
  it('has a row for every operation', () => {
    const table = permissionsTable(api);
    for (const [operation, { method, path }] of Object.entries(api)) {
      expect(table).toContain(`| \`${method} ${path}\` | ${operation} |`);
    }
  });

  it('names the role that the contract asks for', () => {
    expect(rowOf({ ...getForm, role: 'viewer' })).toEqual(['secret key, session', 'viewer']);
    expect(rowOf({ ...getForm, role: 'owner', auth: ['session'] })).toEqual(['session', 'owner']);
  });

  it('says what a role may do for itself alone', () => {
    const row = rowOf({ ...getForm, role: 'viewer', roleOverOthers: 'admin' });
    expect(row).toEqual(['secret key, session', 'own: viewer, admin']);
  });

  it('says which keys are accepted, and that users need no role for themselves', () => {
    const row = rowOf({ ...getForm, liveKeysOnly: true, scope: 'user', role: 'owner' });
    expect(row).toEqual(['secret key (live), session', 'own: any, owner']);
    const keys = rowOf({ ...getForm, auth: ['publishableKey', 'secretKey'], role: 'editor' });
    expect(keys).toEqual(['publishable key, secret key', 'editor']);
  });

  it('opens to everybody what needs no credential', () => {
    expect(rowOf({ ...getForm, auth: [] })).toEqual(['none', '']);
  });

  it('has a line for each property that needs a higher role', () => {
    expect(permissionsTable({ it: { ...getForm, roleOf: { webhooks: 'admin' } } })).toContain(
      '- `webhooks` in the body of it needs the role admin.',
    );
  });
});
