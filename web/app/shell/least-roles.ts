import type { Role } from '../../../shared/contracts/contract.ts';

/** The lowest role that may open a page, if viewers may not. */
export const leastRoles: Readonly<Record<string, Role>> = {
  '/keys': 'admin',
  '/data-subjects': 'admin',
  '/audit': 'admin',
};
