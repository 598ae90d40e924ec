import { hashPassword } from '../../shared/auth/password.ts';
import { createUser as contract } from '../../shared/contracts/users.ts';
import { faultsOfAccount } from '../../shared/domain/account.ts';
import { actorOf, whyNotManage } from '../../shared/domain/memberships.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { addressTaken, insufficientPermission, notFound, validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { newId } from '../../shared/ids.ts';
import { getOrganization } from '../../shared/store/organizations.ts';
import { createUser } from '../../shared/store/user-changes.ts';
import { type StoredUser, userByEmail, userRecord } from '../../shared/store/users.ts';

export const handler = endpoint(contract, async ({ body, caller }) => {
  const { email, name, password, role } = body;
  const reason = whyNotManage(actorOf(caller), role);
  if (reason) throw insufficientPermission(reason);
  const faults = faultsOfAccount(body);
  if (faults.length > 0) throw validationFailed(faults);
  if (await userByEmail(email)) throw addressTaken();

  const createdAt = new Date().toISOString();
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const account = { id: newId('user'), email, name, status: 'active' as const, passwordHash };
  const user: StoredUser = { ...account, createdAt, updatedAt: createdAt };
  await optimistically(async () => {
    if (await createUser(user, role, { caller, action: contract.audited })) return true;
    if (await userByEmail(email)) throw addressTaken();
    if (!(await getOrganization(caller.organizationId))) throw notFound('Organization');
    return undefined;
  });
  return userRecord(user);
});
