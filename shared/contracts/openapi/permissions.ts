import type { Contract, Contracts, Credential, Role } from '../contract.ts';
import { role as anyRole } from '../records.ts';

const roles: readonly Role[] = anyRole.enum;
const keys: readonly Credential[] = ['publishableKey', 'secretKey'];

const introduction = `# Who may do what

Made from the contracts by \`npm run openapi\`; do not edit it.

The columns are a publishable key, a secret key, and the roles that the user of a session can have in the organization.
A key acts in its own environment only. **own**: only for what is the user's own, their account or their membership.

Besides, whatever the table says: only owners make, change or remove an owner; the last owner stays; and nobody changes
a user who belongs to another organization too but that user.
`;

/** The table of who may call which operation, in Markdown, made from the contracts alone. */
export function permissionsTable(contracts: Contracts): string {
  const rows = Object.entries(contracts).map(([operation, contract]) => [
    `\`${contract.method} ${contract.path}\``,
    operation,
    ...keys.map(key => (isOpen(contract) || contract.auth.includes(key) ? 'yes' : '')),
    ...roles.map(role => permission(contract, role)),
  ]);
  const head = ['request', 'operation', 'publishable key', 'secret key', ...roles];
  const lines = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`);
  return `${introduction}\n${lines.join('\n')}\n`;
}

/** Open to everybody, with or without a credential. */
const isOpen = ({ auth }: Contract): boolean => auth.length === 0;

function permission(contract: Contract, role: Role): string {
  const { auth, role: least, roleOverOthers } = contract;
  if (isOpen(contract)) return 'yes';
  if (!auth.includes('session') || !reaches(role, least)) return '';
  return reaches(role, roleOverOthers) ? 'yes' : 'own';
}

const reaches = (role: Role, least: Role | undefined): boolean =>
  least === undefined || roles.indexOf(role) >= roles.indexOf(least);
