import type { Role } from '../../../contracts/contract.ts';
import {
  hashOfSecret,
  invitationAddress,
  invitationToken,
  isSecretOf,
  newSecret,
} from '../../../domain/accounts/account-token.ts';
import type { Caller } from '../../../domain/accounts/caller.ts';
import { dayMs } from '../../../durations.ts';
import { isIdOf, newId } from '../../../ids.ts';
import { type AuditedAction, auditWrite } from '../../audit.ts';
import { allOf, expression, isOr } from '../../expression.ts';
import { type Key, keyOf, partitionOf, prefixOf } from '../../keys.ts';
import { type MailStyle, mailWrites } from '../../mails/mail-items.ts';
import { queryAll } from '../../query.ts';
import { getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../../table.ts';
import { deleteWrite, exists, putNewWrite, updateWrite } from '../../writes.ts';
import type { StoredOrganization } from '../organizations.ts';
import { organizationExists } from '../owner-count.ts';

const lifeMs = 7 * dayMs;

/** The maximum number of open invitations of an organization. */
export const invitationsMax = 100;

/** An invitation to an organization, as stored. */
export type Invitation = {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  /** SHA-256 of the secret in its token. */
  tokenHash: string;
  /** The inviter. The invitation works as long as they may invite. `organizationId` is the organization of a key. */
  invitedBy: { kind: Caller['kind']; id: string; organizationId: string };
  createdAt: string;
  /** ms since the epoch. */
  expiresAt: number;
  /** The status of the mail with the link, if the deployment sends mail. */
  mail?: 'waiting' | 'sent' | 'failed';
  /** SHA-256 of the secrets in mails, newest first. A mail that was sent twice has two links. */
  mailedHashes?: readonly string[];
};

/** Returns an invitation as the API shows it. */
export function invitationRecord({ id, email, role, createdAt, expiresAt, mail }: Invitation) {
  return { id, email, role, createdAt, expiresAt: new Date(expiresAt).toISOString(), mail: mail ?? 'none' };
}

const keyOfInvitation = ({ organizationId: org, id }: Pick<Invitation, 'organizationId' | 'id'>): Key =>
  keyOf('invitation', { org, invitation: id });

const isOpen = ({ expiresAt }: Invitation): boolean => expiresAt > Date.now();

/** Returns an organization's open invitations in order of creation. The read is strongly consistent. */
export async function invitationsOf(org: string): Promise<Invitation[]> {
  const query = { partition: partitionOf('invitation', 'pk', { org }), prefix: prefixOf('invitation') };
  return ((await queryAll(query)) as (Item & Invitation)[]).filter(isOpen);
}

/**
 * Stores an invitation and replaces an earlier one to the same address, whose link stops working. Only the result has
 * its token. The organization counts the writes, so concurrent requests cannot exceed the limit.
 *
 * @param invites who invites, in the organization that they act in, and how the mail is written
 * @returns undefined when another invitation was made since the organization was read
 */
export async function createInvitation(
  organization: StoredOrganization,
  { email, role }: Pick<Invitation, 'email' | 'role'>,
  { by, style }: { by: Caller; style: MailStyle },
  { caller, action }: AuditedAction,
): Promise<{ invitation: Invitation; token: string } | 'full' | undefined> {
  const { id: organizationId, invitationWrites = 0 } = organization;
  const open = await invitationsOf(organizationId);
  const earlier = open.filter(each => isFor(each, email));
  if (open.length - earlier.length >= invitationsMax) return 'full';
  const now = Date.now();
  const secret = newSecret();
  const invitation: Invitation = {
    ...{ id: newId('invitation'), organizationId, email, role, tokenHash: hashOfSecret(secret) },
    invitedBy: { kind: by.kind, id: by.id, organizationId: by.organizationId },
    ...{ createdAt: new Date(now).toISOString(), expiresAt: now + lifeMs },
  };
  const mails = mailWrites({ kind: 'invitation', organizationId, invitationId: invitation.id }, style);
  if (mails.length > 0) invitation.mail = 'waiting';
  const written = await writeIfUnchanged([
    putNewWrite({ ...keyOfInvitation(invitation), ...invitation, ttl: Math.ceil((now + lifeMs) / 1000) }),
    ...earlier.map(endWrite),
    updateWrite(keyOf('organization', { org: organizationId }), {
      add: { invitationWrites: 1 },
      if: allOf(organizationExists, isOr('invitationWrites', invitationWrites, 0)),
    }),
    auditWrite(caller, action, invitation.id),
    ...mails,
  ]);
  return written ? { invitation, token: invitationToken({ ...invitation, secret }) } : undefined;
}

const isFor = (invitation: Invitation, email: string): boolean =>
  invitation.email.toLowerCase() === email.toLowerCase();

const endWrite = (invitation: Invitation): TransactItem => deleteWrite(keyOfInvitation(invitation));

/** Returns the writes that end the invitations of an address that now belongs to a member. */
export async function endInvitationsWrites(org: string, email: string): Promise<TransactItem[]> {
  return (await invitationsOf(org)).filter(each => isFor(each, email)).map(endWrite);
}

/** Revokes an invitation. Returns false when no open invitation has this ID. */
export async function deleteInvitation(org: string, id: string, { caller, action }: AuditedAction): Promise<boolean> {
  if (!isIdOf('invitation', id)) return false;
  const key = keyOf('invitation', { org, invitation: id });
  return writeIfUnchanged([deleteWrite(key, exists), auditWrite(caller, action, id)]);
}

/**
 * Returns the invitation of a token. Returns undefined when the invitation was used, revoked, replaced or has expired,
 * and for any other text.
 */
export async function invitationWith(token: string): Promise<Invitation | undefined> {
  const address = invitationAddress(token);
  const item = address && ((await getItem(keyOfInvitation(address))) as (Item & Invitation) | undefined);
  if (!item || !isOpen(item)) return undefined;
  const hashes = [item.tokenHash, ...(item.mailedHashes ?? [])];
  return hashes.some(hash => isSecretOf(hash, address.secret)) ? item : undefined;
}

/** Whether the invitation's token came by mail, which proves that its holder reads the mailbox. */
export function isMailed({ mailedHashes = [] }: Invitation, token: string): boolean {
  const address = invitationAddress(token);
  return address !== undefined && mailedHashes.some(hash => isSecretOf(hash, address.secret));
}

/** Returns an open invitation by its ID. */
export async function openInvitation(org: string, id: string): Promise<Invitation | undefined> {
  const item = (await getItem(keyOfInvitation({ organizationId: org, id }))) as (Item & Invitation) | undefined;
  return item && isOpen(item) ? item : undefined;
}

/**
 * The maximum number of mailed links that work at the same time: the newest link, and links of attempts whose outcome
 * is unknown.
 */
const mailedMax = 3;

/** Makes a link valid just before it is sent. */
export async function rememberMailed(invitation: Invitation, hash: string): Promise<void> {
  const mailedHashes = [hash, ...(invitation.mailedHashes ?? [])].slice(0, mailedMax);
  await updateItem(keyOfInvitation(invitation), { set: { mailedHashes }, if: exists });
}

/** Returns the write that records the status of the mail. */
export const noteMailWrites = (invitation: Invitation, mail: 'sent' | 'failed'): TransactItem[] => [
  updateWrite(keyOfInvitation(invitation), { set: { mail }, if: exists }),
];

/** Returns the write that uses up an invitation. Of two concurrent uses, one fails. */
export const useInvitationWrite = (invitation: Invitation): TransactItem =>
  deleteWrite(
    keyOfInvitation(invitation),
    expression`tokenHash = ${invitation.tokenHash} AND expiresAt > ${Date.now()}`,
  );
