import { hashOfSecret, isSecretOf } from '../../domain/accounts/account-token.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { type MailLink, mailToken, newMailSecret } from '../../domain/mails/mail-token.ts';
import { addressSha256 } from '../../domain/mails/mailbox-identity.ts';
import type { Integration } from '../../domain/receivers/integration.ts';
import { dayMs } from '../../durations.ts';
import { environmentsOf } from '../accounts/environments.ts';
import { anonymousIn, auditWrite } from '../audit.ts';
import { expression, ifAbsent } from '../expression.ts';
import { partitionOf, partsOf } from '../keys.ts';
import { type MailStyle, mailWrites } from '../mails/mail-items.ts';
import { queryAll } from '../query.ts';
import { parseObject } from '../report-unreadable.ts';
import { getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, isNew, updateWrite } from '../writes.ts';
import { itemsOfOwner } from './receiver-item.ts';
import { type AddressItem, addressesOf, readAddresses, recipientKey } from './recipients.ts';

/** How long a link to confirm an address works. */
const linkMs = 7 * dayMs;
/** The maximum number of links that are sent to an address in a day. */
export const linksADayMax = 3;
/** How long an address is not asked again after it has unsubscribed. */
const quietMs = 30 * dayMs;

/** How long an address is stored that has not confirmed: a day longer than its link works. */
const pendingMs = linkMs + dayMs;

/**
 * Returns the writes for the transaction that names addresses as recipients. Addresses that the organization has not
 * asked before are asked. Known ones are kept: the job that removes addresses without an integration loses the race.
 */
export async function nameAddresses(
  org: string,
  addresses: readonly string[],
  style: MailStyle,
): Promise<TransactItem[]> {
  const known = await readAddresses(org, addresses);
  return addresses.flatMap(address => {
    const before = known.get(addressSha256(address));
    return before ? [keepWrite(org, before)] : askWrites(org, { address }, style);
  });
}

const keepWrite = (org: string, { address, state, revision }: AddressItem): TransactItem =>
  updateWrite(recipientKey(org, addressSha256(address)), {
    set: { revision: revision + 1 },
    remove: state === 'pending' ? [] : ['ttl'],
    if: expression`revision = ${revision}`,
  });

/** Why an address is not asked again. */
export type NotAsked = 'confirmed' | 'unsubscribed' | 'often';

/** Asks a recipient again, also one whose address has expired. Returns undefined when it has changed since it was read. */
export async function askAgain(
  org: string,
  address: string,
  style: MailStyle,
): Promise<'asked' | NotAsked | undefined> {
  const now = Date.now();
  const before = (await readAddresses(org, [address])).get(addressSha256(address));
  if (before?.state === 'confirmed') return 'confirmed';
  if (before?.state === 'unsubscribed' && Date.parse(before.changedAt) > now - quietMs) return 'unsubscribed';
  if (before && askedToday(before, now).length >= linksADayMax) return 'often';
  return (await writeIfUnchanged(askWrites(org, { address, before }, style))) ? 'asked' : undefined;
}

const askedToday = ({ asked }: AddressItem, now: number): number[] => asked.filter(time => time > now - dayMs);

type LinkRequest = { readonly address: string; readonly before?: AddressItem | undefined };

function askWrites(organizationId: string, { address, before }: LinkRequest, style: MailStyle): TransactItem[] {
  const now = Date.now();
  const sha256 = addressSha256(address);
  const write = updateWrite(recipientKey(organizationId, sha256), {
    set: {
      ...{ address, state: 'pending', secret: before?.secret ?? newMailSecret() },
      ...{ asked: [...(before ? askedToday(before, now) : []), now], changedAt: new Date(now).toISOString() },
      revision: (before?.revision ?? 0) + 1,
      ttl: Math.ceil((now + pendingMs) / 1000),
    },
    if: before ? expression`revision = ${before.revision}` : isNew,
  });
  return [write, ...mailWrites({ kind: 'recipient', organizationId, sha256 }, style)];
}

/** Returns an address that has not confirmed yet, or undefined if no confirmation is wanted any more. */
export async function pendingAddress(organizationId: string, sha256: string): Promise<AddressItem | undefined> {
  const known = (await getItem(recipientKey(organizationId, sha256))) as (Item & AddressItem) | undefined;
  return known?.state === 'pending' ? known : undefined;
}

/** Creates the link that confirms an address and replaces an earlier one. Only the result has its token. */
export async function newConfirmation(organizationId: string, sha256: string): Promise<string> {
  const secret = newMailSecret();
  await updateItem(recipientKey(organizationId, sha256), {
    set: { tokenSha256: hashOfSecret(secret), expiresAt: Date.now() + linkMs },
    if: expression`#state = ${'pending' satisfies AddressItem['state']}`,
  });
  return mailToken({ act: 'confirm', organizationId, sha256, secret });
}

export type RecipientLink = Extract<MailLink, { act: 'confirm' | 'unsubscribe' }>;

/** Returns the address of a link, or undefined when the link does not work, or no longer does. */
export async function addressOfLink(link: RecipientLink, now: number): Promise<AddressItem | undefined> {
  const known = (await getItem(recipientKey(link.organizationId, link.sha256))) as (Item & AddressItem) | undefined;
  if (!known) return undefined;
  if (link.act === 'unsubscribe') return isSecretOf(hashOfSecret(known.secret), link.secret) ? known : undefined;
  const { tokenSha256, expiresAt = 0 } = known;
  return tokenSha256 && isSecretOf(tokenSha256, link.secret) && expiresAt > now ? known : undefined;
}

/**
 * Carries out a link. An address that confirms gets mail from then on, and its link works once. An address that
 * unsubscribes gets no more mail, and its link may be used repeatedly. Returns false when the address has changed since
 * it was read.
 */
export async function followLink(
  link: RecipientLink,
  { state, revision }: AddressItem,
  from: Pick<Caller, 'sourceIp' | 'userAgent'>,
): Promise<boolean> {
  const { act, organizationId, sha256 } = link;
  const next: AddressItem['state'] = act === 'confirm' ? 'confirmed' : 'unsubscribed';
  if (state === next) return true;
  const action = act === 'confirm' ? 'recipient.confirmed' : 'recipient.unsubscribed';
  return writeIfUnchanged([
    updateWrite(recipientKey(organizationId, sha256), {
      set: { state: next, changedAt: new Date().toISOString(), revision: revision + 1 },
      remove: ['tokenSha256', 'expiresAt', 'ttl'],
      if: expression`revision = ${revision}`,
    }),
    auditWrite(anonymousIn(organizationId, from), action, sha256),
  ]);
}

/**
 * Removes the addresses that no integration of an organization names any more, and those whose link has expired. An
 * address that unsubscribed stays for 30 days, so that it is not asked again meanwhile.
 */
export async function endAddresses(org: string, now = Date.now()): Promise<void> {
  const items = (await queryAll({ partition: partitionOf('recipient', 'pk', { org }) })) as (Item & AddressItem)[];
  // The integrations are read after the addresses: one that is named meanwhile has another revision.
  const named = await namedAddresses(org);
  for (const item of items) {
    const { pk, sk, state, asked, revision } = item;
    const isNamed = named.has(partsOf('recipient', 'sk', sk)?.sha256 ?? '');
    const isLate = state === 'pending' && Math.max(...asked) < now - pendingMs;
    if (isNamed && !isLate) continue;
    const condition = expression`revision = ${revision}`;
    if (state === 'unsubscribed') {
      const ttl = Math.ceil((Math.max(Date.parse(item.changedAt), now) + quietMs) / 1000);
      const set = { ttl: ifAbsent('ttl', ttl) };
      await updateItem({ pk, sk }, { set, if: condition });
    } else await writeIfUnchanged([deleteWrite({ pk, sk }, condition)]);
  }
}

async function namedAddresses(org: string): Promise<ReadonlySet<string>> {
  const environments = await environmentsOf(org);
  const items = await Promise.all(environments.map(({ id }) => itemsOfOwner(id, 'integration')));
  const configs = items.flat().map(({ config }) => parseObject<Integration['config']>(String(config)));
  return new Set(configs.flatMap(config => (config ? addressesOf(config) : [])).map(addressSha256));
}
