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
import { type Audited, auditWrite } from '../../audit.ts';
import { allOf, expression, isOr } from '../../expression.ts';
import { type Key, keyOf, partitionOf, prefixOf } from '../../keys.ts';
import { type MailStyle, mailWrites } from '../../mails/mail-items.ts';
import { queryAll } from '../../query.ts';
import { getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../../table.ts';
import { deleteWrite, exists, putNewWrite, updateWrite } from '../../writes.ts';
import type { StoredOrganization } from '../organizations.ts';
import { organizationExists } from '../owner-count.ts';

const lifeMs = 7 * dayMs;

/** How many of an organization may be open. */
export const invitationsMax = 100;

/** An invitation to an organization, as the table has it. */
export type Invitation = {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  /** SHA-256 of the secret in its token. */
  tokenHash: string;
  /** It works for as long as they may invite. `organizationId`: that of a key. */
  invitedBy: { kind: Caller['kind']; id: string; organizationId: string };
  createdAt: string;
  /** ms since the epoch. */
  expiresAt: number;
  /** What became of the mail with its link, where the deployment sends any. */
  mail?: 'waiting' | 'sent' | 'failed';
  /** SHA-256 of the secrets in mails, the newest first: one that was sent twice has two links. */
  mailedHashes?: readonly string[];
};

/** An invitation as everybody sees it. */
export function invitationRecord({ id, email, role, createdAt, expiresAt, mail }: Invitation) {
  return { id, email, role, createdAt, expiresAt: new Date(expiresAt).toISOString(), mail: mail ?? 'none' };
}

const keyOfInvitation = ({ organizationId: org, id }: Pick<Invitation, 'organizationId' | 'id'>): Key =>
  keyOf('invitation', { org, invitation: id });

const isOpen = ({ expiresAt }: Invitation): boolean => expiresAt > Date.now();

/** The open invitations of an organization, in order of creation; strongly consistent. */
export async function invitationsOf(org: string): Promise<Invitation[]> {
  const query = { partition: partitionOf('invitation', 'pk', { org }), prefix: prefixOf('invitation') };
  return ((await queryAll(query)) as (Item & Invitation)[]).filter(isOpen);
}

/**
 * Stores an invitation in place of an earlier one of the same address, whose link ends. Its token is in the answer and
 * nowhere else. The organization counts the writes, so that requests at once do not make more than there may be.
 *
 * @param invites `by` whom, in the organization that they act in; and how the mail is written
 * @returns undefined when another one was made since the organization was read
 */
export async function createInvitation(
  organization: StoredOrganization,
  { email, role }: Pick<Invitation, 'email' | 'role'>,
  { by, style }: { by: Caller; style: MailStyle },
  { caller, action }: Audited,
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

/** The writes that end the invitations of an address, which has become that of a member. */
export async function endInvitationsWrites(org: string, email: string): Promise<TransactItem[]> {
  return (await invitationsOf(org)).filter(each => isFor(each, email)).map(endWrite);
}

/** Takes an invitation back. False when there is none that is open. */
export async function deleteInvitation(org: string, id: string, { caller, action }: Audited): Promise<boolean> {
  if (!isIdOf('invitation', id)) return false;
  const key = keyOf('invitation', { org, invitation: id });
  return writeIfUnchanged([deleteWrite(key, exists), auditWrite(caller, action, id)]);
}

/** The invitation of a token; undefined when it was used, taken back, replaced or has expired, and for any other text. */
export async function invitationWith(token: string): Promise<Invitation | undefined> {
  const address = invitationAddress(token);
  const item = address && ((await getItem(keyOfInvitation(address))) as (Item & Invitation) | undefined);
  if (!item || !isOpen(item)) return undefined;
  const hashes = [item.tokenHash, ...(item.mailedHashes ?? [])];
  return hashes.some(hash => isSecretOf(hash, address.secret)) ? item : undefined;
}

/** Whether a token of the invitation came in a mail: whoever has it reads what is sent to the address. */
export function isMailed({ mailedHashes = [] }: Invitation, token: string): boolean {
  const address = invitationAddress(token);
  return address !== undefined && mailedHashes.some(hash => isSecretOf(hash, address.secret));
}

/** An open invitation, by its id. */
export async function openInvitation(org: string, id: string): Promise<Invitation | undefined> {
  const item = (await getItem(keyOfInvitation({ organizationId: org, id }))) as (Item & Invitation) | undefined;
  return item && isOpen(item) ? item : undefined;
}

/** Links in mails that work: the newest, and those of attempts of which nobody knows whether they were sent. */
const mailedMax = 3;

/** Has a link work that is about to be sent. */
export async function rememberMailed(invitation: Invitation, hash: string): Promise<void> {
  const mailedHashes = [hash, ...(invitation.mailedHashes ?? [])].slice(0, mailedMax);
  await updateItem(keyOfInvitation(invitation), { set: { mailedHashes }, if: exists });
}

/** The write that notes what became of the mail. */
export const noteMailWrites = (invitation: Invitation, mail: 'sent' | 'failed'): TransactItem[] => [
  updateWrite(keyOfInvitation(invitation), { set: { mail }, if: exists }),
];

/** The write that uses an invitation up: of two at once, one finds it gone. */
export const useInvitationWrite = (invitation: Invitation): TransactItem =>
  deleteWrite(
    keyOfInvitation(invitation),
    expression`tokenHash = ${invitation.tokenHash} AND expiresAt > ${Date.now()}`,
  );
