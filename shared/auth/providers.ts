import type { Provider } from '../domain/accounts/providers.ts';
import { env } from '../env.ts';

/** The providers of the deployment, which were checked when it was synthesized. */
export const providers = (): readonly Provider[] => JSON.parse(env('OIDC_PROVIDERS'));

export const providerWith = (id: string): Provider | undefined => providers().find(provider => provider.id === id);

/** Whether an organization may have people sign in by a provider. */
export const mayUse = ({ organizations }: Provider, id: string): boolean =>
  organizations === 'any' || organizations.includes(id);
