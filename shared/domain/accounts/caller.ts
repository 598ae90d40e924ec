import type { Role } from '../../contracts/contract.ts';
import type { ProviderOfSession } from './entry.ts';

export const environmentNames = ['production', 'development', 'staging'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** Where a request came from, for the audit trail. */
type Source = { sourceIp?: string; userAgent?: string };

/** Who calls, and the one environment of one organization that the call is about. */
export type Caller = Source & {
  kind: 'publishableKey' | 'secretKey' | 'session';
  /** The key, or the user of the session: the author of what the call writes. */
  id: string;
  /** That of the session's user in the organization, or of the secret key. A publishable key has none. */
  role?: Role;
  organizationId: string;
  environmentId: string;
  environment: EnvironmentName;
  /** What the session was begun by, where that was no password. */
  provider?: ProviderOfSession;
};

/** The user of a session, where a call is about no organization: what a contract of `scope: 'user'` is called by. */
export type UserCaller = Source & {
  kind: 'session';
  id: string;
  /** `id`: none where it began before sessions had one. `epoch`: the user's, which another password for one ends. */
  session: { id: string | undefined; sha256: string; expiresAt: string; epoch: number; provider?: ProviderOfSession };
};
