import type { Contract } from '../contract.ts';
import { record, timestamp } from '../records.ts';
import { user } from './users.ts';

const own = { auth: ['session'], scope: 'user', grants: ['table:write'], conflicts: true } as const;

export const requestAddressConfirmation = {
  ...own,
  method: 'POST',
  path: '/auth/address-confirmations',
  grants: ['table:write', 'accounts:users', 'accounts:mails'],
  summary: 'Send the link that confirms your address',
  description:
    'Emails a new link to `pendingEmail`, or to the address of the account while `emailConfirmed` is false. Earlier links stop working. At most five links an hour for an address. 409 when there is nothing to confirm, or the deployment does not send email.',
  status: 202,
  response: record({
    email: { type: 'string', description: 'Where the link goes.' },
    expiresAt: { ...timestamp, description: 'When the link expires: after 24 hours.' },
  }),
} as const satisfies Contract;

export const cancelAddressChange = {
  ...own,
  method: 'DELETE',
  path: '/auth/address-confirmations',
  grants: ['table:write', 'accounts:users', 'accounts:organizations'],
  summary: 'Cancel a change of your address',
  description: 'Keeps the current address. Links that were sent stop working. Also 204 if no change is pending.',
  audited: 'user.address_change_canceled',
  status: 204,
} as const satisfies Contract;

export const confirmAddress = {
  ...own,
  method: 'POST',
  path: '/auth/address-confirmations/{token}',
  grants: ['table:write', 'accounts:users', 'accounts:organizations', 'accounts:mails'],
  summary: 'Confirm an address with the link sent to it',
  description:
    'Requires a session of the same account, so that nobody can make you confirm an address for their account. A new address replaces the old one, ends every session including this one, and removes two-factor sign-in and single sign-on identities. The link works once, for 24 hours. 409 if another account has taken the address meanwhile.',
  urlHoldsSecret: true,
  audited: 'user.address_confirmed',
  rateShare: 0.02,
  status: 200,
  bodyBytesMax: 4096,
  params: record({ token: { type: 'string', description: 'The end of the link.' } }),
  response: user,
} as const satisfies Contract;

export const addressConfirmations = { requestAddressConfirmation, cancelAddressChange, confirmAddress } as const;
