import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { updateOrganization as contract } from '../../shared/contracts/accounts/organizations.ts';
import { slugOf } from '../../shared/domain/accounts/slug.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { checkOwnFactor } from '../../shared/sign-in/check-own-factor.ts';
import { replaceOrganization } from '../../shared/store/accounts/organization-changes.ts';
import { organizationRecord } from '../../shared/store/accounts/organizations.ts';

export const handler = endpoint(contract, async ({ params, body, caller, ifMatch }) =>
  retryOnConflict(async () => {
    const { organization: read } = await namedOrganization(caller, params.orgId);
    const record = organizationRecord(read);
    checkIfMatch(ifMatch, record);
    const change = applyPatch(contract, record, body);
    if (!change) return record;
    const { name, slug = slugOf(name, read.id), requireTwoFactor } = change;
    await checkOwnFactor(caller, { ...read, requireTwoFactor }, 'requireTwoFactor');
    const changed = { ...record, name, slug, requireTwoFactor, updatedAt: new Date().toISOString() };
    return (await replaceOrganization(read, changed, { caller, action: contract.audited })) ? changed : undefined;
  }),
);
