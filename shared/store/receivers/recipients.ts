import { addressSha256 } from '../../domain/mails/mailbox-identity.ts';
import { isMemberId } from '../../domain/receivers/email-config.ts';
import type { Integration } from '../../domain/receivers/integration.ts';
import type { StoredUser } from '../accounts/users.ts';
import { type Key, keyOf, partsOf } from '../keys.ts';
import { stopsOf } from '../mails/mail-stops.ts';
import { batchGet, type Item } from '../table.ts';

type RecipientStatus = NonNullable<Integration['config']['recipientStatus']>[string];

/** An address that an organization wants to send to, stored by its hash. */
export type AddressItem = {
  readonly address: string;
  readonly state: 'pending' | 'confirmed' | 'unsubscribed';
  /** The secret in the unsubscribe link. */
  readonly secret: string;
  /** The expiry of the confirmation link, until it is used; ms since the epoch. */
  readonly tokenSha256?: string;
  readonly expiresAt?: number;
  /** The times of the links sent in the last day, in ms since the epoch. */
  readonly asked: readonly number[];
  readonly changedAt: string;
  /** Increases with each change. */
  readonly revision: number;
};

export const recipientKey = (org: string, sha256: string): Key => keyOf('recipient', { org, sha256 });

/** Returns the stored addresses of an organization, by hash. The read is strongly consistent. */
export async function readAddresses(org: string, addresses: readonly string[]): Promise<Map<string, AddressItem>> {
  const items = await batchGet(addresses.map(address => recipientKey(org, addressSha256(address))));
  return new Map(
    items.map(item => [partsOf('recipient', 'sk', item.sk)?.sha256 ?? '', item as Item & AddressItem] as const),
  );
}

/** A recipient as named in a config, and its status. */
type Recipient = {
  readonly recipient: string;
  readonly status: RecipientStatus;
  readonly address: string;
  readonly unsubscribe?: { readonly sha256: string; readonly secret: string };
};

/** Returns an integration's recipients with their status, in the order of the config. */
async function readRecipients(org: string, named: readonly string[]): Promise<Recipient[]> {
  const recipients = await findRecipients(org, named);
  const stops = await stopsOf(recipients.map(({ address }) => address));
  return recipients.map(each => (stops.has(each.address) ? { ...each, status: 'undeliverable' } : each));
}

async function findRecipients(org: string, recipients: readonly string[]): Promise<Recipient[]> {
  const ids = recipients.filter(isMemberId);
  const [members, addresses] = await Promise.all([
    readMembers(org, ids),
    readAddresses(
      org,
      recipients.filter(recipient => !isMemberId(recipient)),
    ),
  ]);
  return recipients.map(recipient => {
    if (isMemberId(recipient)) {
      const member = members.get(recipient);
      return { recipient, status: statusOfMember(member), address: member?.email ?? '' };
    }
    const sha256 = addressSha256(recipient);
    const known = addresses.get(sha256);
    return {
      ...{ recipient, status: known?.state ?? 'pending', address: recipient },
      ...(known && { unsubscribe: { sha256, secret: known.secret } }),
    };
  });
}

/**
 * Returns a member's status. An admin may have given the member the address of a stranger, who has not asked for mail.
 */
const statusOfMember = (member: StoredUser | undefined): RecipientStatus =>
  member === undefined ? 'gone' : member.addressUnproved ? 'pending' : 'member';

/** Returns the users who are members and may log in. */
async function readMembers(org: string, ids: readonly string[]): Promise<Map<string, StoredUser>> {
  const keys = ids.flatMap(user => [keyOf('member', { org, user }), keyOf('user', { user })]);
  const items = await batchGet(keys);
  const members = new Set(items.map(({ sk }) => partsOf('member', 'sk', sk)?.user));
  const users = items.filter(({ pk }) => partsOf('user', 'pk', pk)) as (Item & StoredUser)[];
  return new Map(users.filter(({ id, status }) => members.has(id) && status === 'active').map(user => [user.id, user]));
}

/** A recipient who may get mail. */
export type Reachable = Omit<Recipient, 'status'>;

/** Returns the recipients who may get mail. */
export const reachableRecipients = async (org: string, recipients: readonly string[]): Promise<Reachable[]> =>
  (await readRecipients(org, recipients)).filter(({ status }) => status === 'member' || status === 'confirmed');

/** Returns the recipients of a config that are addresses. */
export const addressesOf = ({ recipients = [] }: Integration['config']): string[] =>
  recipients.filter(recipient => !isMemberId(recipient));

/** Returns an integration as the API shows it: an email integration with the status of its recipients. */
export async function shownIntegration<I extends Integration>(integration: I, org: string): Promise<I> {
  const { recipients } = integration.config;
  if (!recipients) return integration;
  const read = await readRecipients(org, recipients);
  const recipientStatus = Object.fromEntries(read.map(({ recipient, status }) => [recipient, status]));
  return { ...integration, config: { ...integration.config, recipientStatus } };
}
