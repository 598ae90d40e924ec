import { faultsOfCurrentPassword } from '../../shared/auth/attempt-password.ts';
import { hashPassword } from '../../shared/auth/password.ts';
import { updateUser as contract } from '../../shared/contracts/accounts/users.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { type Actor, actorOf, whyNotChangeUser } from '../../shared/domain/accounts/memberships.ts';
import { addressTaken, insufficientPermission, lastOwner, notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { type Patched, patched } from '../../shared/http/patched.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { isLastOwner } from '../../shared/store/accounts/members.ts';
import {
  type AccountChange,
  type ChangingMember,
  getUserIn,
  membershipCount,
  updateUser,
} from '../../shared/store/accounts/user-changes.ts';
import { type StoredUser, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';
import { type MailStyle, mailWrites } from '../../shared/store/mails/mail-items.ts';
import type { TransactItem } from '../../shared/store/table.ts';

type Change = Patched<typeof contract>;

export const handler = endpoint(contract, async ({ params, body, caller, ifMatch, baseUrl, language }) => {
  let passwordHash: string | undefined;
  return retryOnConflict(async () => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found) throw notFound('User');
    const { user } = found;
    const record = userRecord(user);
    checkIfMatch(ifMatch, record);
    const change = patched(contract, record, body);
    checkPermission(actorOf(caller), found, change);
    if (!change) return record;
    await check(found, change, caller);

    const { email, name = null, status, password } = change;
    if (password !== undefined) passwordHash ??= await hashPassword(password);
    const changed = { email, name, status, passwordHash, updatedAt: new Date().toISOString() };
    const onlyHere = !isOwn(caller, user);
    const also = notices(user, changed, { baseUrl, language });
    const written = await updateUser(found, changed, { caller, action: contract.audited, onlyHere, also });
    return written ? { ...record, email, name, status, updatedAt: changed.updatedAt } : undefined;
  });
});

/** To the address that the account had: whoever has taken it over has changed that. */
function notices({ email }: StoredUser, changed: AccountChange, style: MailStyle): TransactItem[] {
  return [
    ...(changed.passwordHash === undefined ? [] : mailWrites({ kind: 'passwordChanged', email }, style)),
    ...(changed.email === email ? [] : mailWrites({ kind: 'addressChanged', email }, style)),
  ];
}

const isOwn = ({ kind, id }: Caller, user: StoredUser): boolean => kind === 'session' && id === user.id;

function checkPermission(actor: Actor, { user, member }: ChangingMember, change: Change | undefined): void {
  const belongsElsewhere = membershipCount(user) > 1;
  const status = change?.status === user.status ? undefined : change?.status;
  const reason = whyNotChangeUser(actor, { ...member, belongsElsewhere }, { status });
  if (reason) throw insufficientPermission(reason);
}

async function check(found: ChangingMember, change: Change, caller: Caller): Promise<void> {
  const { user } = found;
  const faults = [...faultsOfAccount(change), ...(await faultsOfConfirmation(user, change, caller))];
  if (faults.length > 0) throw validationFailed(faults);
  if (change.status === 'disabled' && (await isLastOwner(found))) throw lastOwner();
  const owner = await userByEmail(change.email);
  if (owner && owner.id !== user.id) throw addressTaken();
}

/** A session alone must not be enough to take an account over; nobody else is asked, as nobody else knows it. */
async function faultsOfConfirmation(user: StoredUser, change: Change, caller: Caller): Promise<Fault[]> {
  const { password, currentPassword, email } = change;
  if (!isOwn(caller, user) || (password === undefined && email === user.email)) return [];
  if (currentPassword === undefined) {
    const message = 'is required to change your own password or e-mail address';
    return [{ field: 'currentPassword', rule: 'required', message }];
  }
  return faultsOfCurrentPassword(user, currentPassword, caller);
}
