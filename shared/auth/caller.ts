import type { Role } from '../contracts/contract.ts';

export const environmentNames = ['production', 'development', 'staging'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** Who calls, and the one environment of one organization that the call is about. */
export type Caller = {
  kind: 'publishableKey' | 'secretKey' | 'session';
  /** The key, or the user of the session: the author of what the call writes. */
  id: string;
  role?: Role;
  organizationId: string;
  environmentId: string;
  environment: EnvironmentName;
  /** Where the request came from, for the audit trail. */
  sourceIp?: string;
  userAgent?: string;
};
