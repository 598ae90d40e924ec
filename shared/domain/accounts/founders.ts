import type { Role } from '../../contracts/contract.ts';

/** Who may create organizations: every user, users who already own one, or only the deployment's operator. */
export const founders = ['users', 'owners', 'nobody'] as const;
export type Founders = (typeof founders)[number];

/** The part of a user that these rules need. */
type Founder = { readonly addressUnproved?: boolean; readonly passwordChosenByOther?: boolean };

/**
 * Returns why a user may not create an organization, or undefined when they may. An admin can create hundreds of users
 * with any addresses; such users create nothing until they control the account themselves.
 *
 * @param roles the user's roles in organizations
 */
export function whyNotFound(user: Founder, roles: readonly Role[], allowed: Founders): string | undefined {
  if (allowed === 'nobody') {
    return 'Organizations can’t be created by the API here. Ask this deployment’s operator (npm run bootstrap).';
  }
  if (allowed === 'owners' && !roles.includes('owner')) {
    return 'Only the owner of an organization can create another one in this deployment (ORGANIZATION_FOUNDERS).';
  }
  if (user.addressUnproved) {
    return 'Confirm your email address first: POST /auth/address-confirmations sends you a link. If this deployment does not send email, ask your organization’s owner to create it.';
  }
  if (user.passwordChosenByOther) {
    return 'Someone else set your password. Choose your own first, with PUT /users/{userId}.';
  }
  return undefined;
}
