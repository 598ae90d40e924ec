import { updateUser as contract } from '../../shared/contracts/accounts/users.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import { type Actor, actorOf, whyNotChangeUser } from '../../shared/domain/accounts/memberships.ts';
import { hashPassword, verifyPassword } from '../../shared/domain/accounts/password.ts';
import { addressTaken, insufficientPermission, notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { type Patched, patched } from '../../shared/http/patched.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getUserIn, membershipCount, updateUser } from '../../shared/store/accounts/user-changes.ts';
import { type StoredUser, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';

type Change = Patched<typeof contract>;

export const handler = endpoint(contract, async ({ params, body, caller, ifMatch }) => {
  const actor = actorOf(caller);
  const own = actor.userId === params.userId;
  let passwordHash: string | undefined;
  return retryOnConflict(async () => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found) throw notFound('User');
    const { user } = found;
    const record = userRecord(user);
    checkIfMatch(ifMatch, record);
    const change = patched(contract, record, body);
    checkPermission(actor, found, change);
    if (!change) return record;
    await check(user, change, own);

    const { email, name = null, status, password } = change;
    if (password !== undefined) passwordHash ??= await hashPassword(password);
    const changed = { email, name, status, passwordHash, updatedAt: new Date().toISOString() };
    const written = await updateUser(user, changed, { caller, action: contract.audited, onlyHere: !own });
    return written ? { ...record, email, name, status, updatedAt: changed.updatedAt } : undefined;
  });
});

type Found = NonNullable<Awaited<ReturnType<typeof getUserIn>>>;

function checkPermission(actor: Actor, { user, member }: Found, change: Change | undefined): void {
  const belongsElsewhere = membershipCount(user) > 1;
  const status = change?.status === user.status ? undefined : change?.status;
  const reason = whyNotChangeUser(actor, { ...member, belongsElsewhere }, { status });
  if (reason) throw insufficientPermission(reason);
}

async function check(user: StoredUser, change: Change, own: boolean): Promise<void> {
  const faults = [...faultsOfAccount(change), ...(await faultsOfCurrentPassword(user, change, own))];
  if (faults.length > 0) throw validationFailed(faults);
  const owner = await userByEmail(change.email);
  if (owner && owner.id !== user.id) throw addressTaken();
}

/** A session alone must not be enough to take an account over; nobody else is asked, as nobody else knows it. */
async function faultsOfCurrentPassword(
  { passwordHash }: StoredUser,
  { password, currentPassword }: Change,
  own: boolean,
): Promise<Fault[]> {
  if (password === undefined || !own) return [];
  if (currentPassword === undefined) {
    return [{ field: 'currentPassword', rule: 'required', message: 'is required to change your own password' }];
  }
  if ((await verifyPassword(currentPassword, passwordHash)).matches) return [];
  return [{ field: 'currentPassword', rule: 'match', message: 'is not your current password' }];
}
