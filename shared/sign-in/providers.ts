import type { SingleSignOn } from '../domain/accounts/entry-policy.ts';
import type { Provider } from '../domain/accounts/providers.ts';
import { env } from '../env.ts';
import type { StoredOrganization } from '../store/accounts/organizations.ts';

/** Returns the providers of the deployment, which were checked when it was synthesized. */
export const providers = (): readonly Provider[] => JSON.parse(env('OIDC_PROVIDERS'));

export const providerWith = (id: string): Provider | undefined => providers().find(provider => provider.id === id);

/** Whether an organization may use a provider for sign-in. */
export const mayUse = ({ organizations }: Provider, id: string): boolean =>
  organizations === 'any' || organizations.includes(id);

const nobody: SingleSignOn = { domains: [], defaultRole: null, required: false };

/** Returns an organization's sign-in settings for its admins, with the domains that its owners may choose. */
export function singleSignOnRecord({ id, singleSignOn = nobody, updatedAt }: StoredOrganization) {
  const available = providers()
    .filter(provider => mayUse(provider, id))
    .flatMap(({ id, name, domains }) => domains.map(domain => ({ domain, provider: { id, name } })));
  return { ...singleSignOn, available, updatedAt };
}
