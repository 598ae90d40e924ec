import { addressSha256 } from '../../domain/mail/mailbox-identity.ts';
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
  /** In the link that ends the mails. */
  readonly secret: string;
  /** Of the link that confirms it, until it is used; ms since the epoch. */
  readonly tokenSha256?: string;
  readonly expiresAt?: number;
  /** When the links of the last day were sent: ms since the epoch. */
  readonly asked: readonly number[];
  readonly changedAt: string;
  /** Counts up with each change. */
  readonly revision: number;
};

export const recipientKey = (org: string, sha256: string): Key => keyOf('recipient', { org, sha256 });

/** The addresses of an organization that are stored, by their hashes; strongly consistent. */
export async function readAddresses(org: string, addresses: readonly string[]): Promise<Map<string, AddressItem>> {
  const items = await batchGet(addresses.map(address => recipientKey(org, addressSha256(address))));
  return new Map(
    items.map(item => [partsOf('recipient', 'sk', item.sk)?.sha256 ?? '', item as Item & AddressItem] as const),
  );
}

/** A recipient as it is named in a config, and how it is. */
type Recipient = {
  readonly recipient: string;
  readonly status: RecipientStatus;
  readonly address: string;
  readonly unsubscribe?: { readonly sha256: string; readonly secret: string };
};

/** How the recipients of an integration are, in the order in which they are named. */
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

/** An admin may have given a member the address of a stranger, who has not asked for mail. */
const statusOfMember = (member: StoredUser | undefined): RecipientStatus =>
  member === undefined ? 'gone' : member.addressUnproved ? 'pending' : 'member';

/** Those who are members, and may log in. */
async function readMembers(org: string, ids: readonly string[]): Promise<Map<string, StoredUser>> {
  const keys = ids.flatMap(user => [keyOf('member', { org, user }), keyOf('user', { user })]);
  const items = await batchGet(keys);
  const members = new Set(items.map(({ sk }) => partsOf('member', 'sk', sk)?.user));
  const users = items.filter(({ pk }) => partsOf('user', 'pk', pk)) as (Item & StoredUser)[];
  return new Map(users.filter(({ id, status }) => members.has(id) && status === 'active').map(user => [user.id, user]));
}

/** Somebody who is to get a mail. */
export type Reachable = Omit<Recipient, 'status'>;

/** Those of the recipients who may be written to. */
export const reachableRecipients = async (org: string, recipients: readonly string[]): Promise<Reachable[]> =>
  (await readRecipients(org, recipients)).filter(({ status }) => status === 'member' || status === 'confirmed');

/** Those of the recipients of a config who are addresses. */
export const addressesOf = ({ recipients = [] }: Integration['config']): string[] =>
  recipients.filter(recipient => !isMemberId(recipient));

/** An integration as it is shown: one by e-mail with how its recipients are. */
export async function shownIntegration<I extends Integration>(integration: I, org: string): Promise<I> {
  const { recipients } = integration.config;
  if (!recipients) return integration;
  const read = await readRecipients(org, recipients);
  const recipientStatus = Object.fromEntries(read.map(({ recipient, status }) => [recipient, status]));
  return { ...integration, config: { ...integration.config, recipientStatus } };
}
