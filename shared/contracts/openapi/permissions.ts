import type { Contract, Contracts } from '../contract.ts';

const introduction = `# Who may do what

Made from the contracts by \`npm run openapi\`; do not edit it.

A secret key or session needs the role of the last column, or a higher one: viewer, editor, admin, owner. **live** means
only a secret key of production. **own: viewer, admin** means viewer for your own account or membership, in a session,
and admin for others or with a key. **own: any** needs no role.

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
    credentials(contract),
    neededRole(contract),
  ]);
  const head = ['request', 'operation', 'credential', 'role'];
  const lines = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`);
  return `${introduction}\n${lines.join('\n')}\n\n${rules}${propertyRules(contracts)}`;
}

function credentials({ auth, liveKeysOnly, credentialOptional }: Contract): string {
  const names = {
    publishableKey: 'publishable key',
    secretKey: liveKeysOnly ? 'secret key (live)' : 'secret key',
    session: 'session',
  };
  const accepted = Object.entries(names).flatMap(([kind, name]) => (auth.some(each => each === kind) ? [name] : []));
  return [...(auth.length === 0 || credentialOptional ? ['none'] : []), ...accepted].join(', ');
}

function neededRole({ auth, role, roleOverOthers = role, scope }: Contract): string {
  if (auth.length === 0) return '';
  const own = scope === 'user' ? 'any' : role;
  if (own === roleOverOthers) return own ?? '';
  return [`own: ${own}`, ...(roleOverOthers ? [roleOverOthers] : [])].join(', ');
}

/** A line for each property that needs a higher role than the operation. */
function propertyRules(contracts: Contracts): string {
  return Object.entries(contracts)
    .flatMap(([operation, { roleOf = {} }]) => Object.entries(roleOf).map(each => [operation, ...each] as const))
    .map(([operation, property, role]) => `- \`${property}\` in the body of ${operation} needs the role ${role}.\n`)
    .join('');
}
