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

/** What an organization asks of the sessions that enter it. */
export type EntryPolicy = { readonly requireTwoFactor?: boolean; readonly singleSignOn?: SingleSignOn };

/** A session of a member: what it was begun by, and whether its user has a second factor. */
type Entering = { role: Role; provider: ProviderOfSession | undefined; hasTwoFactor: boolean };

/**
 * Why a session may not enter an organization that its user is a member of; undefined when it may. Owners may whatever they
 * have begun it by: a provider that is gone, or set wrong, locks nobody out for good.
 */
export function whyNotEnter(
  { singleSignOn }: EntryPolicy,
  { role, provider }: Pick<Entering, 'role' | 'provider'>,
): string | undefined {
  if (!singleSignOn?.required || role === 'owner') return undefined;
  if (provider && singleSignOn.domains.includes(provider.domain)) return undefined;
  const begun = provider ? `with an address of ${provider.domain}` : 'by a password';
  const wanted = singleSignOn.domains.join(' or ');
  return `This organization is entered by single sign-on only, with an address of ${wanted}; this session was begun ${begun}. Sign out, and sign in by the provider of that address. For programs there are API keys.`;
}

/** What somebody does whose session lacks a second factor: turn one on, or sign in by something else. */
export type Remedy = 'two_factor' | 'other_sign_in';

/**
 * What helps a session that lacks the second factor that an organization requires; undefined when it does not. One that a
 * password has begun has it where its user does, as it was asked for; one of a provider where the organization trusts the
 * provider, which asks for what it wants to.
 */
export function remedyOfFactor(
  { requireTwoFactor, singleSignOn }: EntryPolicy,
  { provider, hasTwoFactor }: Pick<Entering, 'provider' | 'hasTwoFactor'>,
): Remedy | undefined {
  if (!requireTwoFactor) return undefined;
  if (provider) return singleSignOn?.domains.includes(provider.domain) ? undefined : 'other_sign_in';
  return hasTwoFactor ? undefined : 'two_factor';
}

/** The same in words. */
export const inWords: Readonly<Record<Remedy, string>> = {
  two_factor: 'Turn two-factor sign-in on for your account: in the dashboard, or with POST /auth/two-factor.',
  other_sign_in:
    'The provider that this session was begun by does not count as one here: sign out, and sign in by your password and a code, or by a provider that the organization has chosen.',
};

/** Whether a session may enter an organization that its user is a member of. */
export const mayEnter = (policy: EntryPolicy, entering: Entering): boolean =>
  whyNotEnter(policy, entering) === undefined && remedyOfFactor(policy, entering) === undefined;
