import type { Role } from '../../contracts/contract.ts';

/** The sign-in settings of an organization. */
export type SingleSignOn = {
  /** The domains of the deployment's providers whose users may sign in. */
  readonly domains: readonly string[];
  /** The role of new users. With null, nobody joins without an invitation. */
  readonly defaultRole: Exclude<Role, 'owner'> | null;
  /** Whether only owners may enter with a password. */
  readonly required: boolean;
};

/** The provider that a session began with; none for a password. */
export type ProviderOfSession = { readonly id: string; readonly domain: string };

/** An organization's requirements for sessions. */
export type EntryPolicy = { readonly requireTwoFactor?: boolean; readonly singleSignOn?: SingleSignOn };

/** A member's session: its provider, and whether its user has a second factor. */
type Entering = { role: Role; provider: ProviderOfSession | undefined; hasTwoFactor: boolean };

/**
 * Returns why a session may not enter an organization of its user, or undefined when it may. Owners may enter with any
 * session, so a provider that is gone or misconfigured locks nobody out permanently.
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

/** What to do when a session lacks a second factor: turn one on, or sign in another way. */
export type Remedy = 'two_factor' | 'other_sign_in';

/**
 * Returns what helps a session without the required second factor, or undefined when it has one. A password session has
 * it if its user does, because login asked for it. A provider session has it if the organization trusts the provider,
 * which does its own checks.
 */
export function remedyOfFactor(
  { requireTwoFactor, singleSignOn }: EntryPolicy,
  { provider, hasTwoFactor }: Pick<Entering, 'provider' | 'hasTwoFactor'>,
): Remedy | undefined {
  if (!requireTwoFactor) return undefined;
  if (provider) return singleSignOn?.domains.includes(provider.domain) ? undefined : 'other_sign_in';
  return hasTwoFactor ? undefined : 'two_factor';
}

/** The remedies in words. */
export const inWords: Readonly<Record<Remedy, string>> = {
  two_factor: 'Turn two-factor sign-in on for your account: in the dashboard, or with POST /auth/two-factor.',
  other_sign_in:
    'This session’s provider does not count as a second factor here. Sign out, and sign in with your password and a code, or with a provider of this organization.',
};

/** Whether a session may enter an organization of its user. */
export const mayEnter = (policy: EntryPolicy, entering: Entering): boolean =>
  whyNotEnter(policy, entering) === undefined && remedyOfFactor(policy, entering) === undefined;
