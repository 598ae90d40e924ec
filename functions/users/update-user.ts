import { checkEveryOrganization } from '../../shared/auth/check-every-organization.ts';
import { updateUser as contract } from '../../shared/contracts/accounts/users.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { actorOf, whyNotChangeUser, whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import type { TwoFactor } from '../../shared/domain/accounts/two-factor.ts';
import { sendsMail } from '../../shared/env.ts';
import { addressTaken, insufficientPermission, lastOwner, notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { applyPatch, type PatchedBody } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { faultsOfCurrentPassword } from '../../shared/sign-in/attempt-password.ts';
import { hashPassword } from '../../shared/sign-in/password.ts';
import { attemptCode, usedCode } from '../../shared/sign-in/second-factor.ts';
import { confirmationWrites, newPendingAddress } from '../../shared/store/accounts/links/address-confirmations.ts';
import { isLastOwner } from '../../shared/store/accounts/members.ts';
import {
  type AccountChange,
  type ChangingMember,
  getUserIn,
  membershipCount,
  updateUser,
} from '../../shared/store/accounts/user-changes.ts';
import { getUser, isSameAddress, type StoredUser, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';
import { type MailStyle, mailWrites } from '../../shared/store/mails/mail-items.ts';
import type { TransactItem } from '../../shared/store/table.ts';

type UserPatch = PatchedBody<typeof contract>;
type UserRequest = Request<typeof contract>;

export const handler = endpoint(contract, async sent => {
  const { code } = sent.body;
  const change = changing(sent);
  if (typeof code !== 'string') return retryOnConflict(() => change(undefined));
  // Only the user's own attempts count, or others could lock the user out.
  const own = isOwn(sent.caller, { id: sent.params.userId }) ? await getUser(sent.caller.id) : undefined;
  if (!own?.twoFactor) return retryOnConflict(() => change(undefined));
  return attemptCode(own, sent.caller, async () => {
    const user = await getUser(own.id);
    const used = user && (await usedCode(user, code));
    return used ? change(used.twoFactor) : false;
  });
});

/**
 * @returns a function that tries the change once. It returns undefined if another request came first. `usedFactor` is
 * the second factor after using a code
 */
function changing({ params, body, caller, ifMatch, baseUrl, language }: UserRequest) {
  let passwordHash: string | undefined;
  return async (usedFactor: TwoFactor | undefined) => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found) throw notFound('User');
    const { user } = found;
    const record = userRecord(user);
    checkIfMatch(ifMatch, record);
    const change = applyPatch(contract, record, body);
    await checkPermission(caller, found, change);
    if (!change) return record;
    const own = isOwn(caller, user);
    const hasToConfirm = own && sendsMail() && !isSameAddress(change.email, user.email);
    await check(found, change, { caller, usedFactor, hasToConfirm });

    if (change.password !== undefined) passwordHash ??= await hashPassword(change.password);
    const changed = { ...accountChange(change, hasToConfirm), passwordHash, usedFactor };
    const also = notices(user, changed, { baseUrl, language });
    const written = await updateUser(found, changed, { caller, action: contract.audited, byOther: !own, also });
    const stored = written ? await getUser(user.id) : undefined;
    return stored && userRecord(stored);
  };
}

const accountChange = (
  { email, name, status }: UserPatch,
  hasToConfirm: boolean,
): AccountChange & { updatedAt: string } => ({
  ...{ name: name ?? null, status, updatedAt: new Date().toISOString() },
  ...(hasToConfirm ? { pendingAddress: newPendingAddress(email) } : { email }),
});

/**
 * Returns notices of the change. They go to the old address, because someone who took over the account would change it.
 */
function notices({ id, email }: StoredUser, changed: AccountChange, style: MailStyle): TransactItem[] {
  return [
    ...(changed.passwordHash === undefined ? [] : mailWrites({ kind: 'passwordChanged', email }, style)),
    ...(changed.pendingAddress ? confirmationWrites(id, style) : []),
    ...(changed.email === undefined || changed.email === email
      ? []
      : mailWrites({ kind: 'addressChanged', email }, style)),
  ];
}

const isOwn = ({ kind, id }: Caller, user: Pick<StoredUser, 'id'>): boolean => kind === 'session' && id === user.id;

async function checkPermission(
  caller: Caller,
  { user, member }: ChangingMember,
  change: UserPatch | undefined,
): Promise<void> {
  const setsAddress = change !== undefined && !isSameAddress(change.email, user.email);
  const belongsElsewhere = membershipCount(user) > 1;
  const isAddressAlone = setsAddress && !sendsMail() && change.password === undefined && change.status === user.status;
  const status = change?.status === user.status ? undefined : change?.status;
  const subject = { ...member, belongsElsewhere: belongsElsewhere && !isAddressAlone };
  const reason = whyNotChangeUser(actorOf(caller), subject, { status });
  if (reason) throw insufficientPermission(reason);
  if (!setsAddress || (isOwn(caller, user) ? sendsMail() : !belongsElsewhere)) return;
  await checkEveryOrganization(user, caller, (actor, role) => whyNotManage(actor, role) === undefined, notAdministered);
}

const notAdministered =
  'Only an admin of every organization that the user belongs to can set this address. Where the deployment sends mail, users change their own, and confirm it by a link.';

type Checking = { caller: Caller; usedFactor: TwoFactor | undefined; hasToConfirm: boolean };

async function check(
  found: ChangingMember,
  change: UserPatch,
  { caller, usedFactor, hasToConfirm }: Checking,
): Promise<void> {
  const { user } = found;
  const faults = [
    ...faultsOfAccount(change),
    ...(await faultsOfConfirmation(user, change, caller)),
    ...(isOwn(caller, user) ? faultsOfCode(user, change, usedFactor) : []),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  if (change.status === 'disabled' && (await isLastOwner(found))) throw lastOwner();
  // Only the mailbox learns whether an account has this address.
  const owner = hasToConfirm ? undefined : await userByEmail(change.email);
  if (owner && owner.id !== user.id) throw addressTaken();
}

/** Asks users for their own password, so that a stolen session can't take over the account. */
async function faultsOfConfirmation(user: StoredUser, change: UserPatch, caller: Caller): Promise<Fault[]> {
  const { password, currentPassword, email } = change;
  if (!isOwn(caller, user) || (password === undefined && email === user.email)) return [];
  if (currentPassword === undefined) {
    const message = 'is required to change your own password or email address';
    return [{ field: 'currentPassword', rule: 'required', message }];
  }
  return faultsOfCurrentPassword(user, currentPassword, caller);
}

/**
 * Returns a fault if a new address lacks a code. It turns off two-factor sign-in, so it needs a code and the password.
 */
function faultsOfCode(user: StoredUser, { email }: UserPatch, usedFactor: TwoFactor | undefined): Fault[] {
  if (!user.twoFactor || usedFactor || isSameAddress(email, user.email)) return [];
  const message = 'is required to change your email address: a code from your app, or a recovery code';
  return [{ field: 'code', rule: 'required', message }];
}
