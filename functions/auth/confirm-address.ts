import { currentSession } from '../../shared/auth/current-session.ts';
import { confirmAddress as contract } from '../../shared/contracts/accounts/address-confirmations.ts';
import { addressTaken, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { addressConfirmedBy, confirmAddress } from '../../shared/store/accounts/links/address-confirmations.ts';
import { accountAudits } from '../../shared/store/accounts/sign-in/account-audits.ts';
import { getUser, isSameAddress, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';
import { mailWrites } from '../../shared/store/mails/mail-items.ts';

export const handler = endpoint(contract, async ({ params, caller, baseUrl, language }) =>
  retryOnConflict(async () => {
    const { user, session } = await currentSession(caller);
    const pending = addressConfirmedBy(user, params.token);
    if (!pending) throw notFound('Link');
    const owner = await userByEmail(pending.email);
    if (owner && owner.id !== user.id) throw addressTaken();
    const audits = await accountAudits(user.id, caller, contract.audited);
    const isNew = !isSameAddress(pending.email, user.email);
    const notice = isNew ? mailWrites({ kind: 'addressChanged', email: user.email }, { baseUrl, language }) : [];
    if (!(await confirmAddress(user, pending, session, [...audits, ...notice]))) return undefined;
    const changed = await getUser(user.id);
    return changed && userRecord(changed);
  }),
);
