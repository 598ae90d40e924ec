import { type Contract, type Contracts, includesRole, type Role, roles } from '../contract.ts';

const introduction = `# Who may do what

Made from the contracts by \`npm run openapi\`; do not edit it.

First, which credential an operation takes: none at all, a publishable key, a secret key, a session. **live**: only a
secret key of production. Then, which role the user of the session, or the secret key, needs for it. **own**: only for
what is the user's own, their account or their membership; nothing is a key's own. **any**: of a user, whatever role it
has or none; a key needs the role that says **yes**.

A key acts in its own environment only, a session in the organization and environment that the request names. A secret
key has a role of its own: at most the role of the person who created it, and of the person who last rotated it.
`;

const rules = `## Besides

- Only the session of an owner makes, changes or removes an owner: gives or takes that role, sets an owner's name,
  address, password or status, deletes an owner. No key does, whatever its role.
- Only the session of an owner deletes its organization. A key may delete those that keys of its organization have created.
- Only an admin of every organization of a user makes a link by which that user sets a new password.
- Only the session of an owner of every organization of a user turns that user's two-factor sign-in off; one's own takes
  password and code.
- An organization with \`requireTwoFactor\` is closed to the sessions of members without a second factor, whatever their role.
- A session has its roles only in organizations that it may enter: one that asks for single sign-on or a second factor gives a
  session without it no say elsewhere either.
- An invitation works only while the person who made it may still make it.
- The last active owner of an organization is neither removed nor demoted, deleted or disabled: 409 \`last_owner\`.
- Nobody but a user changes the name, address, password and status of that user once it belongs to another organization
  too; nobody changes their own status.
- A secret key has its role also in the organizations that keys of its own organization have created.
- A publishable key submits, signs uploads and sends events, in its own environment, and does nothing else.
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
