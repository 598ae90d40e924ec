import type { Role } from '../../contracts/contract.ts';

/** Who may create organizations: every user, those who own one already, or only whoever operates the deployment. */
export const founders = ['users', 'owners', 'nobody'] as const;
export type Founders = (typeof founders)[number];

/** A user as far as this looks at it. */
type Founder = { readonly addressUnproved?: boolean; readonly passwordChosenByOther?: boolean };

/**
 * Why a user may not create an organization; undefined when they may. An admin makes users by the hundred, with whatever
 * addresses: those create nothing before the account is somebody's own.
 *
 * @param roles that the user has in organizations
 */
export function whyNotFound(user: Founder, roles: readonly Role[], allowed: Founders): string | undefined {
  if (allowed === 'nobody') {
    return 'Nobody creates organizations here by the API: whoever operates this deployment does (npm run bootstrap).';
  }
  if (allowed === 'owners' && !roles.includes('owner')) {
    return 'Only the owner of an organization can create another one in this deployment (ORGANIZATION_FOUNDERS).';
  }
  if (user.addressUnproved) {
    return 'Confirm your e-mail address first: POST /auth/address-confirmations mails you a link. Without mail in this deployment, ask the owner of your organization to create it.';
  }
  if (user.passwordChosenByOther) {
    return 'Somebody else has set your password: choose your own first, with PUT /users/{userId}.';
  }
  return undefined;
}
