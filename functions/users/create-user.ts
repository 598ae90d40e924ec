import { createUser as contract } from '../../shared/contracts/accounts/users.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import { actorOf, whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { hashPassword } from '../../shared/domain/accounts/password.ts';
import { addressTaken, insufficientPermission, notFound, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getOrganization } from '../../shared/store/accounts/organizations.ts';
import { createUser } from '../../shared/store/accounts/user-changes.ts';
import { type StoredUser, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';

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
  await retryOnConflict(async () => {
    if (await createUser(user, role, { caller, action: contract.audited })) return true;
    if (await userByEmail(email)) throw addressTaken();
    if (!(await getOrganization(caller.organizationId))) throw notFound('Organization');
    return undefined;
  });
  return userRecord(user);
});
