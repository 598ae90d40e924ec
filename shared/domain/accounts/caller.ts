import type { Role } from '../../contracts/contract.ts';
import type { ProviderOfSession } from './entry-policy.ts';

export const environmentNames = ['production', 'development', 'staging'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** The origin of a request, for the audit trail. */
type Source = { sourceIp?: string; userAgent?: string };

/** The caller, and the one environment of one organization that the call is about. */
export type Caller = Source & {
  kind: 'publishableKey' | 'secretKey' | 'session';
  /** The ID of the key or of the session's user: the author of what the call writes. */
  id: string;
  /** The name of the key, or the user's address, for the audit trail. */
  name?: string;
  /** The role of the session's user in the organization, or of the secret key. A publishable key has none. */
  role?: Role;
  organizationId: string;
  environmentId: string;
  environment: EnvironmentName;
  /** The provider that the session began with, if not a password. */
  provider?: ProviderOfSession;
};

/** The user of a session, when a call concerns no organization: the caller of a contract with `scope: 'user'`. */
export type UserCaller = Source & {
  kind: 'session';
  id: string;
  name?: string;
  /**
   * `id` is missing if the session began before sessions had one. `epoch` is the user's, which a new password, for
   * example, ends.
   */
  session: { id: string | undefined; sha256: string; expiresAt: string; epoch: number; provider?: ProviderOfSession };
};
