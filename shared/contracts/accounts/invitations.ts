import type { Contract } from '../contract.ts';
import { creates, deletes, reads } from '../operations.ts';
import { listOf, object, paging, record, role, timestamp } from '../records.ts';
import { invitation, newInvitation } from './invitation-records.ts';
import { member, organizationPath, orgId } from './organizations.ts';
import { name, password } from './users.ts';

const tokenPath = record({ token: { type: 'string', description: 'What the link of an invitation ends with.' } });

export const createInvitation = {
  ...creates('admin'),
  path: '/organizations/{orgId}/invitations',
  owns: ['organizations', 'users', 'mails'],
  summary: 'Invite somebody to an organization',
  description:
    'Whoever has an account with this address accepts in a session of it, anybody else makes one with a password of their own. Only an owner, in a session, invites owners. An address that is a member already is 409; another invitation of the same address replaces the one before. It works once, for 7 days, and for as long as whoever made it may invite. At most 100 are open. Where the deployment sends mails, it goes to the address, five times an hour at most; `mail` tells what became of that.',
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
  owns: ['mails'],
  summary: 'List the open invitations of an organization',
  scope: 'organization',
  params: organizationPath,
  query: object([], paging),
  response: listOf(invitation),
} as const satisfies Contract;

export const deleteInvitation = {
  ...deletes('admin'),
  path: '/organizations/{orgId}/invitations/{invitationId}',
  owns: ['organizations'],
  summary: 'Take an invitation back',
  description: 'Its link ends.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'invitation.deleted',
  params: record({ orgId, invitationId: { type: 'string', description: 'The id of an open invitation.' } }),
} as const satisfies Contract;

export const getInvitation = {
  method: 'GET',
  path: '/invitations/{token}',
  owns: ['organizations', 'users', 'keys'],
  summary: 'Get the invitation of a link',
  rateShare: 0.02,
  description: 'For the page where it is accepted. 404: it was used, taken back or replaced, or has expired.',
  auth: [],
  urlHoldsSecret: true,
  table: 'read',
  status: 200,
  params: tokenPath,
  response: record({
    organization: record({ name: { type: 'string' } }),
    email: { type: 'string', description: 'Whom it is for.' },
    role,
    expiresAt: timestamp,
  }),
} as const satisfies Contract;

export const acceptInvitation = {
  method: 'POST',
  path: '/invitations/{token}/accept',
  owns: ['organizations', 'users', 'keys'],
  summary: 'Accept an invitation',
  rateShare: 0.02,
  description:
    'In the session of an account with its address: without a body, unless somebody else has set the password of that account, who must not get in with it; then `password` is the one to have from now on, and every session ends. Without a session, for an address without an account: `password`, and `name` if you like, make one. Of two at once, one accepts.',
  auth: ['session'],
  credentialOptional: true,
  urlHoldsSecret: true,
  scope: 'user',
  audited: 'invitation.accepted',
  conflicts: true,
  table: 'write',
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
