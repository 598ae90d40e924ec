import type { Contract } from '../contract.ts';
import { record, timestamp } from '../records.ts';
import { user } from './users.ts';

const own = { auth: ['session'], scope: 'user', table: 'write', conflicts: true } as const;

export const requestAddressConfirmation = {
  ...own,
  method: 'POST',
  path: '/auth/address-confirmations',
  owns: ['users', 'mails'],
  summary: 'Send the link that confirms your address',
  description:
    'Mails a new link to `pendingEmail`, or to the address of the account while `emailConfirmed` is false; earlier links stop working. Five links an hour go to an address. 409 when there is nothing to confirm, or the deployment sends no mail.',
  status: 202,
  response: record({
    email: { type: 'string', description: 'Where the link goes.' },
    expiresAt: { ...timestamp, description: 'Until when it works: 24 hours.' },
  }),
} as const satisfies Contract;

export const cancelAddressChange = {
  ...own,
  method: 'DELETE',
  path: '/auth/address-confirmations',
  owns: ['users', 'organizations'],
  summary: 'Cancel a change of your address',
  description:
    'The address stays as it is, and links that were mailed stop working. 204 also when no change is pending.',
  audited: 'user.address_change_canceled',
  status: 204,
} as const satisfies Contract;

export const confirmAddress = {
  ...own,
  method: 'POST',
  path: '/auth/address-confirmations/{token}',
  owns: ['users', 'organizations', 'mails'],
  summary: 'Confirm an address by the link mailed to it',
  description:
    'In a session of the same account: the link alone changes nothing, so nobody can have you confirm an address for their account. A new address replaces the old one, ends every session, this one too, and removes two-factor sign-in and the identities of single sign-on. The link works once, for 24 hours. 409 when the address belongs to another account by now.',
  urlHoldsSecret: true,
  audited: 'user.address_confirmed',
  rateShare: 0.02,
  status: 200,
  bodyBytesMax: 4096,
  params: record({ token: { type: 'string', description: 'What the link ends with.' } }),
  response: user,
} as const satisfies Contract;

export const addressConfirmations = { requestAddressConfirmation, cancelAddressChange, confirmAddress } as const;
