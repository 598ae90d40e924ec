import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { updateSingleSignOn as contract } from '../../shared/contracts/accounts/single-sign-on.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import type { SingleSignOn } from '../../shared/domain/accounts/entry-policy.ts';
import { conflict, validationFailed } from '../../shared/errors.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { checkOwnFactor } from '../../shared/sign-in/check-own-factor.ts';
import { singleSignOnRecord } from '../../shared/sign-in/providers.ts';
import { replaceSingleSignOn } from '../../shared/store/accounts/organization-changes.ts';

type Record = ReturnType<typeof singleSignOnRecord>;

export const handler = endpoint(contract, async ({ params, body, caller }) =>
  retryOnConflict(async () => {
    const { organization: read } = await namedOrganization(caller, params.orgId);
    const record = singleSignOnRecord(read);
    const change = applyPatch(contract, record, body);
    if (!change) return record;
    const { domains, defaultRole = null, required } = change;
    const wanted: SingleSignOn = { domains, defaultRole, required };
    refuseUnavailable(wanted, record);
    if (required && !isRequiredBy(wanted, record)) checkOwnSignIn(wanted, caller);
    await checkOwnFactor(caller, { ...read, singleSignOn: wanted }, 'domains');
    const changed = { ...read, singleSignOn: wanted, updatedAt: new Date().toISOString() };
    const replaced = await replaceSingleSignOn(read, changed, { caller, action: contract.audited });
    return replaced ? singleSignOnRecord(changed) : undefined;
  }),
);

/** Refuses new unavailable domains; a stored one may stay. */
function refuseUnavailable({ domains, required }: SingleSignOn, record: Record): void {
  const available = [...record.available.map(({ domain }) => domain), ...record.domains];
  const faults = domains.flatMap((domain, index) => {
    if (available.includes(domain)) return [];
    const message = `is not available to this organization: ask the deployment’s operator to add it to OIDC_PROVIDERS`;
    return [{ field: `domains[${index}]`, rule: 'available', message }];
  });
  if (required && domains.length === 0) {
    faults.push({ field: 'required', rule: 'domains', message: 'needs a domain to sign in with: choose one first' });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** Whether single sign-on with the same domains, in any order, is already required. */
const isRequiredBy = ({ domains }: SingleSignOn, record: Record): boolean =>
  record.required && domains.length === record.domains.length && domains.every(each => record.domains.includes(each));

/** Throws unless the owner has signed in that way, which proves that it works. */
function checkOwnSignIn({ domains }: SingleSignOn, { provider }: Caller): void {
  if (provider && domains.includes(provider.domain)) return;
  throw conflict(
    'To require single sign-on, first sign in with it yourself, with an address of one of the domains. Sign out, sign in with the provider, and set it again.',
  );
}
