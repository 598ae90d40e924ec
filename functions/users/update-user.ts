import { hashPassword, verifyPassword } from '../../shared/auth/password.ts';
import { updateUser as contract } from '../../shared/contracts/users.ts';
import { faultsOfAccount } from '../../shared/domain/account.ts';
import type { Fault } from '../../shared/domain/fault.ts';
import { actorOf, whyNotChangeUser } from '../../shared/domain/memberships.ts';
import { checkIfMatch } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { addressTaken, insufficientPermission, notFound, validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { getUserIn, membershipCount, updateUser } from '../../shared/store/user-changes.ts';
import { type StoredUser, userByEmail, userRecord } from '../../shared/store/users.ts';

type Body = Request<typeof contract>['body'];

export const handler = endpoint(contract, async ({ params, body, caller, ifMatch }) => {
  const { password, currentPassword, ...visible } = body;
  const actor = actorOf(caller);
  const own = actor.userId === params.userId;
  let passwordHash: string | undefined;
  return optimistically(async () => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found) throw notFound('User');
    const { user, member } = found;
    const reason = whyNotChangeUser(actor, { ...member, belongsElsewhere: membershipCount(user) > 1 }, body);
    if (reason) throw insufficientPermission(reason);
    checkIfMatch(ifMatch, userRecord(user));
    const faults = [...faultsOfAccount(body), ...(await faultsOfCurrentPassword(user, body, own))];
    if (faults.length > 0) throw validationFailed(faults);
    const owner = visible.email === undefined ? undefined : await userByEmail(visible.email);
    if (owner && owner.id !== user.id) throw addressTaken();

    if (password !== undefined) passwordHash ??= await hashPassword(password);
    const change = { ...visible, passwordHash, updatedAt: new Date().toISOString() };
    const written = await updateUser(user, change, { caller, action: contract.audited, onlyHere: !own });
    return written ? userRecord({ ...user, ...change }) : undefined;
  });
});

/** A session alone must not be enough to take an account over; nobody else is asked, as nobody else knows it. */
async function faultsOfCurrentPassword(
  { passwordHash }: StoredUser,
  { password, currentPassword }: Body,
  own: boolean,
): Promise<Fault[]> {
  if (password === undefined || !own) return [];
  if (currentPassword === undefined) {
    return [{ field: 'currentPassword', rule: 'required', message: 'is required to change your own password' }];
  }
  if ((await verifyPassword(currentPassword, passwordHash)).matches) return [];
  return [{ field: 'currentPassword', rule: 'match', message: 'is not the password that you have now' }];
}
