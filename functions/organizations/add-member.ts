import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { addMember as contract } from '../../shared/contracts/accounts/organizations.ts';
import { whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { conflict, insufficientPermission, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { isIdOf } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { addMember, getMember, memberRecord } from '../../shared/store/accounts/members.ts';
import { getUser, type StoredUser, userByEmail } from '../../shared/store/accounts/users.ts';

type Body = Request<typeof contract>['body'];

export const handler = endpoint(contract, async ({ params, body, caller }) =>
  retryOnConflict(async () => {
    const { organization, actor, caller: here } = await namedOrganization(caller, params.orgId);
    const reason = whyNotManage(actor, body.role);
    if (reason) throw insufficientPermission(reason);
    const user = await userNamed(body);
    if (await getMember(organization.id, user.id)) {
      throw conflict('This user is already a member; change the role with PUT …/members/{userId}/role.');
    }
    const createdAt = new Date().toISOString();
    const member = { organizationId: organization.id, userId: user.id, role: body.role, createdAt };
    const added = await addMember(member, { caller: here, action: contract.audited });
    return added ? memberRecord(member, user) : undefined;
  }),
);

async function userNamed({ userId, email }: Body): Promise<StoredUser> {
  if ((userId === undefined) === (email === undefined)) {
    const message = 'identify the user by either userId or email';
    throw validationFailed([{ field: 'userId', rule: 'oneOf', message }]);
  }
  const user = email === undefined ? await userWithId(userId ?? '') : await userByEmail(email);
  if (user) return user;
  const field = email === undefined ? 'userId' : 'email';
  const message = 'there is no such user; create one with POST /users, as a member of your organization';
  throw validationFailed([{ field, rule: 'unknown', message }]);
}

const userWithId = async (id: string) => (isIdOf('user', id) ? getUser(id) : undefined);
