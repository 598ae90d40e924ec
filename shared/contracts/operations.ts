import type { Role } from './contract.ts';

// What operations of one kind share: a contract begins with one of these, and what it says after it counts.

const team = { auth: ['secretKey', 'session'] } as const;

/** Every member of an organization, and every secret key, may read. */
export const reads = { ...team, method: 'GET', role: 'viewer', grants: ['table:read'], status: 200 } as const;

export const creates = (role: Role) =>
  ({ ...team, method: 'POST', role, grants: ['table:write'], status: 201, takesCopies: true }) as const;

export const updates = (role: Role) =>
  ({ ...team, method: 'PUT', role, grants: ['table:write'], status: 200 }) as const;

export const deletes = (role: Role) =>
  ({ ...team, method: 'DELETE', role, grants: ['table:write'], status: 204 }) as const;
