import type { Contract } from '../contract.ts';
import { creates, deletes, reads } from '../operations.ts';
import { listOf, object, paging, record, role, timestamp } from '../records.ts';
import { invitation, newInvitation } from './invitation-records.ts';
import { member, organizationPath, orgId } from './organizations.ts';
import { name, password } from './users.ts';

const tokenPath = record({ token: { type: 'string', description: 'The token at the end of the invitation’s link.' } });

export const createInvitation = {
  ...creates('admin'),
  path: '/organizations/{orgId}/invitations',
  grants: ['table:write', 'accounts:organizations', 'accounts:users', 'accounts:mails'],
  summary: 'Invite a person to an organization',
  description:
    'A person with an account accepts in a session; anyone else creates an account. Only an owner’s session can invite owners. 409 for a member. A new invitation replaces an older one for the same address. It works once, for 7 days, and as long as the person who sent it may invite. An organization can have 100 open invitations. If the deployment sends email, the link is emailed, at most five times an hour; `mail` shows the result.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'invitation.created',
  conflicts: true,
  params: organizationPath,
  body: object(['email'], {
    email: { type: 'string', minLength: 3, maxLength: 254 },
    role: { ...role, default: 'viewer' },
  }),
  response: newInvitation,
} as const satisfies Contract;

export const listInvitations = {
  ...reads,
  role: 'admin',
  path: '/organizations/{orgId}/invitations',
  grants: ['table:read', 'accounts:mails', 'hashKey:open'],
  summary: 'List the open invitations of an organization',
  scope: 'organization',
  params: organizationPath,
  query: object([], paging),
  response: listOf(invitation),
} as const satisfies Contract;

export const deleteInvitation = {
  ...deletes('admin'),
  path: '/organizations/{orgId}/invitations/{invitationId}',
  grants: ['table:write', 'accounts:organizations'],
  summary: 'Withdraw an invitation',
  description: 'The link stops working.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'invitation.deleted',
  params: record({ orgId, invitationId: { type: 'string', description: 'The ID of an open invitation.' } }),
} as const satisfies Contract;

export const getInvitation = {
  method: 'GET',
  path: '/invitations/{token}',
  grants: ['table:read', 'accounts:organizations', 'accounts:users', 'accounts:keys'],
  summary: 'Get the invitation of a link',
  rateShare: 0.02,
  description: 'For the page that accepts it. 404 when it was used, withdrawn or replaced, or has expired.',
  auth: [],
  urlHoldsSecret: true,
  status: 200,
  params: tokenPath,
  response: record({
    organization: record({ name: { type: 'string' } }),
    email: { type: 'string', description: 'The invited address.' },
    role,
    expiresAt: timestamp,
  }),
} as const satisfies Contract;

export const acceptInvitation = {
  method: 'POST',
  path: '/invitations/{token}/accept',
  grants: ['table:write', 'accounts:organizations', 'accounts:users', 'accounts:keys'],
  summary: 'Accept an invitation',
  rateShare: 0.02,
  description:
    'With a session of an account with this address: send no body. If someone else set that account’s password, send a new `password`, which ends every session. Without a session, for an address without an account: `password` and optionally `name` create one. Of two concurrent requests, one succeeds.',
  auth: ['session'],
  credentialOptional: true,
  urlHoldsSecret: true,
  scope: 'user',
  audited: 'invitation.accepted',
  conflicts: true,
  status: 201,
  bodyBytesMax: 4096,
  params: tokenPath,
  body: object([], { name, password }),
  bodyOptional: true,
  response: member,
} as const satisfies Contract;

export const invitations = {
  createInvitation,
  listInvitations,
  deleteInvitation,
  getInvitation,
  acceptInvitation,
} as const;
