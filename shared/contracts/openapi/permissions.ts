import { type Contract, type Contracts, includesRole, type Role, roles } from '../contract.ts';

const introduction = `# Who may do what

Made from the contracts by \`npm run openapi\`; do not edit it.

The first columns say which credential an operation accepts: none, a publishable key, a secret key or a session.
**live** means only a secret key of production. The last columns say which role a session or secret key needs. **own**
means only your own account or membership, never by a key. **any** means any role or none for a session; a key needs the
role that says **yes**.

A key acts only in its own environment. A session acts in the organization and environment that the request names. A
secret key's role is at most that of the person who created it, and of the person who last rotated it.
`;

const rules = `## Besides

- Only an owner's session can give or take the role owner, set an owner's name, address, password or status, or delete
  an owner. No key can.
- Only an owner's session can delete its organization. A key can delete those that keys of its organization created.
- Only an admin of all of a user's organizations can make a link for a new password.
- Only an owner of all of a user's organizations, in a session, can turn that user's two-factor sign-in off. Your own
  takes password and code.
- An organization with \`requireTwoFactor\` refuses sessions of members without a second factor, whatever their role.
- A session has its roles only in organizations that it may enter. One that requires single sign-on or a second factor
  refuses other sessions.
- An invitation works only while the person who made it may still make it.
- The last active owner can't be removed, demoted, deleted or disabled: 409 \`last_owner\`.
- Once a user belongs to another organization too, only they can change their name, address and password, and nobody
  their status. Nobody can change their own status.
- A secret key has its role also in the organizations that keys of its own organization created.
- A publishable key can only submit, sign uploads and send events, in its own environment.
`;

/** The table of who may call which operation, in Markdown, made from the contracts alone. */
export function permissionsTable(contracts: Contracts): string {
  const rows = Object.entries(contracts).map(([operation, contract]) => [
    `\`${contract.method} ${contract.path}\``,
    operation,
    ...credentials(contract),
    ...roles.map(role => permission(contract, role)),
  ]);
  const head = ['request', 'operation', 'no credential', 'publishable key', 'secret key', 'session', ...roles];
  const lines = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`);
  return `${introduction}\n${lines.join('\n')}\n\n${rules}${propertyRules(contracts)}`;
}

function credentials({ auth, liveKeysOnly, credentialOptional }: Contract): string[] {
  if (auth.length === 0) return ['yes', 'yes', 'yes', 'yes'];
  const secret = liveKeysOnly ? 'live' : 'yes';
  return [
    credentialOptional ? 'yes' : '',
    auth.includes('publishableKey') ? 'yes' : '',
    auth.includes('secretKey') ? secret : '',
    auth.includes('session') ? 'yes' : '',
  ];
}

function permission({ auth, role, roleOverOthers = role, scope }: Contract, of: Role): string {
  if (auth.length === 0) return 'any';
  if (reaches(of, roleOverOthers)) return 'yes';
  if (scope === 'user') return 'any';
  return reaches(of, role) ? 'own' : '';
}

const reaches = (role: Role, least: Role | undefined): boolean => least !== undefined && includesRole(role, least);

/** A line for each property that needs a higher role than the operation. */
function propertyRules(contracts: Contracts): string {
  return Object.entries(contracts)
    .flatMap(([operation, { roleOf = {} }]) => Object.entries(roleOf).map(each => [operation, ...each] as const))
    .map(([operation, property, role]) => `- \`${property}\` in the body of ${operation} needs the role ${role}.\n`)
    .join('');
}
