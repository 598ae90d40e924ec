import type { SingleSignOn } from '../domain/accounts/entry.ts';
import type { StoredOrganization } from '../store/accounts/organizations.ts';
import { mayUse, providers } from './providers.ts';

const nobody: SingleSignOn = { domains: [], defaultRole: null, required: false };

/** How people sign in to an organization, as its admins see it: with what its owners may choose among. */
export function singleSignOnRecord({ id, singleSignOn = nobody, updatedAt }: StoredOrganization) {
  const available = providers()
    .filter(provider => mayUse(provider, id))
    .flatMap(({ id, name, domains }) => domains.map(domain => ({ domain, provider: { id, name } })));
  return { ...singleSignOn, available, updatedAt };
}
