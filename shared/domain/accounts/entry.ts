import type { Role } from '../../contracts/contract.ts';

/** How people sign in to an organization. */
export type SingleSignOn = {
  /** Those of the deployment's providers whose people may sign in. */
  readonly domains: readonly string[];
  /** What somebody new becomes; null: nobody joins without an invitation. */
  readonly defaultRole: Exclude<Role, 'owner'> | null;
  /** Whether nobody but owners enters by a password. */
  readonly required: boolean;
};

/** What a session remembers of the provider that it was begun by; nothing of a password. */
export type ProviderOfSession = { readonly id: string; readonly domain: string };

type Entry = { singleSignOn: SingleSignOn | undefined; role: Role; provider: ProviderOfSession | undefined };

/**
 * Why a session may not enter an organization that its user is a member of; undefined when it may. Owners may whatever they
 * have begun it by: a provider that is gone, or set wrong, locks nobody out for good.
 */
export function whyNotEnter({ singleSignOn, role, provider }: Entry): string | undefined {
  if (!singleSignOn?.required || role === 'owner') return undefined;
  if (provider && singleSignOn.domains.includes(provider.domain)) return undefined;
  const begun = provider ? `with an address of ${provider.domain}` : 'by a password';
  const wanted = singleSignOn.domains.join(' or ');
  return `This organization is entered by single sign-on only, with an address of ${wanted}; this session was begun ${begun}. Sign out, and sign in by the provider of that address. For programs there are API keys.`;
}

/**
 * Whether a session lacks the second factor that an organization requires. One that a password has begun has it where its user
 * does, as it was asked for; one of a provider where the organization trusts the provider, which asks for what it wants to.
 */
export function lacksTwoFactor(
  { requireTwoFactor, singleSignOn }: { requireTwoFactor?: boolean; singleSignOn?: SingleSignOn },
  { hasTwoFactor, provider }: { hasTwoFactor: boolean; provider: ProviderOfSession | undefined },
): boolean {
  if (!requireTwoFactor) return false;
  return provider ? !singleSignOn?.domains.includes(provider.domain) : !hasTwoFactor;
}
