import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { mailLinkOf } from '../../../../shared/domain/mails/mail-token.ts';
import { addressSha256 } from '../../../../shared/domain/mails/mailbox-identity.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { newId } from '../../../../shared/ids.ts';
import { membersOf } from '../../../../shared/store/accounts/members.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { stopAddress } from '../../../../shared/store/mails/mail-stops.ts';
import {
  deleteIntegration,
  getIntegrationOf,
  replaceIntegration,
} from '../../../../shared/store/receivers/integrations.ts';
import {
  addressOfLink,
  askAgain,
  endAddresses,
  followLink,
  linksADayMax,
  nameAddresses,
  newConfirmation,
  pendingAddress,
  type RecipientLink,
} from '../../../../shared/store/receivers/recipient-links.ts';
import {
  type AddressItem,
  reachableRecipients,
  readAddresses,
  recipientKey,
  shownIntegration,
} from '../../../../shared/store/receivers/recipients.ts';
import { getItem, updateItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { newCaller, storedIntegration } from '../../../support/records/records.ts';
import { itemsWith } from '../../../support/table/data-subjects.ts';
import { useTable } from '../../../support/table/table.ts';

const style = { language: 'en', baseUrl: 'https://forms.example' } as const;
const [ada, grace, alan] = ['ada@example.com', 'grace@example.com', 'alan@example.com'];

async function integrationFor(caller: Caller, recipients: string[]) {
  await writeIfUnchanged(await nameAddresses(caller.organizationId, recipients, style));
  return storedIntegration(caller, 'email', { recipients });
}

const isStored = async ({ organizationId }: Caller, address: string) =>
  (await readAddresses(organizationId, [address])).size > 0;

const setState = ({ organizationId }: Caller, address: string, state: string) =>
  updateItem(recipientKey(organizationId, addressSha256(address)), { set: { state }, remove: ['ttl'] });

const itemOf = ({ organizationId }: Caller, address: string) =>
  getItem(recipientKey(organizationId, addressSha256(address)));

useTable();

describe('the address of a recipient', () => {
  it('ends with the last integration that names it, in the job of that change', async () => {
    const caller = await newCaller();
    const first = await integrationFor(caller, [ada, grace]);
    await integrationFor(caller, [grace]);
    await setState(caller, ada, 'confirmed');
    await endAddresses(caller.organizationId);
    expect([await isStored(caller, ada), await isStored(caller, grace)]).toEqual([true, true]);
    await deleteIntegration(first, { caller, action: 'integration.deleted' });
    const jobs = (await itemsWith(caller.organizationId)).filter(({ kind }) => kind === 'endRecipients');
    expect(jobs).toHaveLength(1);
    await endAddresses(caller.organizationId);
    expect([await isStored(caller, ada), await isStored(caller, grace)]).toEqual([false, true]);
  });

  it('ends with its link, if nobody confirms it, and can be asked again', async () => {
    const caller = await newCaller();
    await integrationFor(caller, [ada]);
    const { ttl = 0, revision } = ((await itemOf(caller, ada)) ?? {}) as { ttl?: number; revision?: number };
    expect(ttl * 1000).toBeGreaterThan(Date.now() + 7 * dayMs);
    await endAddresses(caller.organizationId, Date.now() + 9 * dayMs);
    expect([revision, await isStored(caller, ada)]).toEqual([1, false]);
    expect(await askAgain(caller.organizationId, ada, style)).toBe('asked');
  });

  it('stays for 30 days when it unsubscribed, so that it is not asked again, unless it is named again', async () => {
    const caller = await newCaller();
    const stored = await integrationFor(caller, [alan]);
    await setState(caller, alan, 'unsubscribed');
    const read = await getIntegrationOf(caller, stored.integration.id);
    if (!read) throw new Error('The integration is not stored');
    const config = { ...read.integration.config, recipients: [] };
    const changed = { ...read, integration: { ...read.integration, config } };
    await replaceIntegration(read, changed, { caller, action: 'integration.updated' });
    await endAddresses(caller.organizationId);
    expect(Number((await itemOf(caller, alan))?.ttl) * 1000).toBeGreaterThan(Date.now() + 29 * dayMs);
    await writeIfUnchanged(await nameAddresses(caller.organizationId, [alan], style));
    const named = await itemOf(caller, alan);
    expect([named?.state, named?.ttl]).toEqual(['unsubscribed', undefined]);
  });

  it('that is named again before it confirms ends when it would have, and is asked no second time', async () => {
    const caller = await newCaller();
    await integrationFor(caller, [ada]);
    const asked = await itemOf(caller, ada);
    await integrationFor(caller, [ada]);
    expect(await itemOf(caller, ada)).toEqual({ ...asked, revision: 2 });
    await setState(caller, ada, 'confirmed');
    await integrationFor(caller, [ada]);
    expect(await itemOf(caller, ada)).toMatchObject({ state: 'confirmed', asked: asked?.asked, revision: 3 });
  });

  it('that is named while the job runs is kept', async () => {
    const caller = await newCaller();
    await writeIfUnchanged(await nameAddresses(caller.organizationId, [ada], style));
    await setState(caller, ada, 'confirmed');
    // The job and the request have both read the address. One of the two writes fails, and that request reads again.
    const writes = await nameAddresses(caller.organizationId, [ada], style);
    await endAddresses(caller.organizationId);
    expect(await writeIfUnchanged(writes)).toBe(false);
    expect(await isStored(caller, ada)).toBe(false);
  });
});

const sha256 = addressSha256(ada);

/** Asks an address for the first time, and returns its item. */
async function askedOf(caller: Caller) {
  await writeIfUnchanged(await nameAddresses(caller.organizationId, [ada], style));
  return storedOf(caller);
}

async function storedOf(caller: Caller): Promise<AddressItem & { ttl?: number }> {
  const item = await itemOf(caller, ada);
  if (!item) throw new Error('The address is not stored');
  return item as unknown as AddressItem & { ttl?: number };
}

const change = ({ organizationId }: Caller, set: Partial<AddressItem>) =>
  updateItem(recipientKey(organizationId, sha256), { set });

describe('an address that is asked to confirm', () => {
  it('is stored as one that waits, for a day longer than its link works, and gets a mail', async () => {
    const caller = await newCaller();
    const { organizationId } = caller;
    process.env.MAIL_FROM = 'forms@acme.example';
    const item = await askedOf(caller);
    delete process.env.MAIL_FROM;
    const [time = 0] = item.asked;
    expect(item).toEqual({
      ...recipientKey(organizationId, sha256),
      address: ada,
      state: 'pending',
      secret: expect.stringMatching(/^[\w-]{32}$/),
      asked: [time],
      changedAt: new Date(time).toISOString(),
      revision: 1,
      ttl: Math.ceil((time + 8 * dayMs) / 1000),
    });
    const mails = (await itemsWith(organizationId)).filter(({ kind }) => kind === 'recipient');
    expect(mails).toEqual([expect.objectContaining({ organizationId, sha256, ...style, step: 0 })]);
  });

  it('is asked three times a day, and then again when one of them is a day ago', async () => {
    const caller = await newCaller();
    const ask = () => askAgain(caller.organizationId, ada, style);
    const { secret } = await askedOf(caller);
    expect([await ask(), await ask()]).toEqual(['asked', 'asked']);
    const often = await storedOf(caller);
    expect([often.asked.length, often.revision, linksADayMax]).toEqual([3, 3, 3]);
    expect(await ask()).toBe('often');
    expect(await storedOf(caller)).toEqual(often);
    const [, ...later] = often.asked;
    await change(caller, { asked: [Date.now() - dayMs, ...later] });
    expect(await ask()).toBe('asked');
    const again = await storedOf(caller);
    expect(again).toMatchObject({ state: 'pending', secret, revision: 4 });
    expect(again.asked.slice(0, 2)).toEqual(later);
    expect(again.asked).toHaveLength(3);
  });

  it('is not asked once it has confirmed', async () => {
    const caller = await newCaller();
    await askedOf(caller);
    await setState(caller, ada, 'confirmed');
    const confirmed = await storedOf(caller);
    expect(await askAgain(caller.organizationId, ada, style)).toBe('confirmed');
    expect(await storedOf(caller)).toEqual(confirmed);
  });

  it('is asked no sooner than 30 days after it has unsubscribed', async () => {
    const caller = await newCaller();
    const ask = () => askAgain(caller.organizationId, ada, style);
    await askedOf(caller);
    await setState(caller, ada, 'unsubscribed');
    const minute = 60_000;
    await change(caller, { changedAt: new Date(Date.now() - 30 * dayMs + minute).toISOString() });
    expect(await ask()).toBe('unsubscribed');
    expect(await storedOf(caller)).toMatchObject({ state: 'unsubscribed', revision: 1 });
    await change(caller, { changedAt: new Date(Date.now() - 30 * dayMs).toISOString() });
    expect(await ask()).toBe('asked');
    expect(await storedOf(caller)).toMatchObject({ state: 'pending', revision: 2 });
  });

  it('is the one that a mail goes to, for as long as it waits', async () => {
    const caller = await newCaller();
    const pending = () => pendingAddress(caller.organizationId, sha256);
    expect(await pending()).toBeUndefined();
    const item = await askedOf(caller);
    expect(await pending()).toEqual(item);
    expect(await pendingAddress((await newCaller()).organizationId, sha256)).toBeUndefined();
    for (const state of ['confirmed', 'unsubscribed']) {
      await setState(caller, ada, state);
      expect(await pending()).toBeUndefined();
    }
  });

  it('is kept for eight days after it was asked last, and not longer, though it is named', async () => {
    const caller = await newCaller();
    await integrationFor(caller, [ada]);
    await change(caller, { asked: [1000, 5000, 3000] });
    await endAddresses(caller.organizationId, 5000 + 8 * dayMs);
    expect(await isStored(caller, ada)).toBe(true);
    await endAddresses(caller.organizationId, 5001 + 8 * dayMs);
    expect(await isStored(caller, ada)).toBe(false);
  });

  it('keeps the end that it got when it unsubscribed, whenever the job comes again', async () => {
    const caller = await newCaller();
    await askedOf(caller);
    await setState(caller, ada, 'unsubscribed');
    const now = Date.now();
    const later = now + 5 * dayMs;
    await endAddresses(caller.organizationId, later);
    const ttl = Math.ceil((later + 30 * dayMs) / 1000);
    expect((await storedOf(caller)).ttl).toBe(ttl);
    await endAddresses(caller.organizationId, later + dayMs);
    expect((await storedOf(caller)).ttl).toBe(ttl);
  });
});

describe('the link of a recipient', () => {
  const from = { sourceIp: '192.0.2.1', userAgent: 'test' };
  /** Of an IP address, the audit trail has the network alone. */
  const audited = { sourceIp: '192.0.2.0/24', userAgent: 'test' };
  const linkOf = (token: string) => mailLinkOf(token) as RecipientLink;
  const unsubscribeLink = async (caller: Caller): Promise<RecipientLink> => {
    const { secret } = await storedOf(caller);
    return { act: 'unsubscribe', organizationId: caller.organizationId, sha256, secret };
  };
  const auditOf = async ({ organizationId }: Caller) =>
    (await itemsWith(organizationId))
      .filter(({ action }) => String(action).startsWith('recipient.'))
      .map(({ action, subjectId, sourceIp, userAgent }) => ({ action, subjectId, sourceIp, userAgent }));

  it('confirms an address for seven days, until a newer one replaces it', async () => {
    const caller = await newCaller();
    await askedOf(caller);
    const first = linkOf(await newConfirmation(caller.organizationId, sha256));
    const item = await storedOf(caller);
    const { expiresAt = 0 } = item;
    expect(Math.abs(expiresAt - Date.now() - 7 * dayMs)).toBeLessThan(dayMs);
    expect(await addressOfLink(first, expiresAt - 1)).toEqual(item);
    expect(await addressOfLink(first, expiresAt)).toBeUndefined();
    expect(await addressOfLink({ ...first, secret: 'x'.repeat(32) }, 0)).toBeUndefined();
    const second = linkOf(await newConfirmation(caller.organizationId, sha256));
    expect(await addressOfLink(first, 0)).toBeUndefined();
    expect(await addressOfLink(second, 0)).toEqual(await storedOf(caller));
  });

  it('is none of an address that is unknown, or that waits for no confirmation', async () => {
    const caller = await newCaller();
    const { organizationId } = caller;
    const unknown = { act: 'confirm', organizationId, sha256, secret: 'x'.repeat(32) } as const;
    expect(await addressOfLink(unknown, 0)).toBeUndefined();
    await askedOf(caller);
    expect(await addressOfLink(unknown, 0)).toBeUndefined();
    await setState(caller, ada, 'confirmed');
    const confirmed = await storedOf(caller);
    expect(await addressOfLink(linkOf(await newConfirmation(organizationId, sha256)), 0)).toBeUndefined();
    expect(await storedOf(caller)).toEqual(confirmed);
  });

  it('makes an address that confirms a recipient for good, once, and leaves that in the audit trail', async () => {
    const caller = await newCaller();
    await askedOf(caller);
    const link = linkOf(await newConfirmation(caller.organizationId, sha256));
    const read = await storedOf(caller);
    expect(await followLink(link, read, from)).toBe(true);
    const { tokenSha256: _, expiresAt: __, ttl: ___, ...kept } = read;
    const confirmed = await storedOf(caller);
    expect(confirmed).toEqual({ ...kept, state: 'confirmed', changedAt: confirmed.changedAt, revision: 2 });
    expect(Date.parse(confirmed.changedAt)).toBeGreaterThanOrEqual(Date.parse(read.changedAt));
    expect(await addressOfLink(link, 0)).toBeUndefined();
    expect(await followLink(link, read, from)).toBe(false);
    expect(await followLink(link, confirmed, from)).toBe(true);
    expect(await storedOf(caller)).toEqual(confirmed);
    expect(await auditOf(caller)).toEqual([{ action: 'recipient.confirmed', subjectId: sha256, ...audited }]);
  });

  it('unsubscribes an address at any time, and works only with its secret', async () => {
    const caller = await newCaller();
    await askedOf(caller);
    await setState(caller, ada, 'confirmed');
    const link = await unsubscribeLink(caller);
    const read = await addressOfLink(link, Date.now() + 9999 * dayMs);
    expect(read).toEqual(await storedOf(caller));
    expect(await addressOfLink({ ...link, secret: 'x'.repeat(32) }, 0)).toBeUndefined();
    expect(read && (await followLink(link, read, from))).toBe(true);
    expect(await storedOf(caller)).toMatchObject({ state: 'unsubscribed', revision: 2 });
    expect(await addressOfLink(link, 0)).toEqual(await storedOf(caller));
    expect(await auditOf(caller)).toEqual([{ action: 'recipient.unsubscribed', subjectId: sha256, ...audited }]);
  });
});

describe('the status of the recipients of an integration', () => {
  it('is shown for each, in the order of the config, and decides who is written to', async () => {
    const caller = await newCaller();
    const { organizationId } = caller;
    const [owner] = await membersOf(organizationId);
    const [member = '', gone] = [owner?.userId, newId('user')];
    const bounced = `bounced-${organizationId}@example.com`;
    await writeIfUnchanged(await nameAddresses(organizationId, [ada, grace, alan, bounced], style));
    await setState(caller, grace, 'confirmed');
    await setState(caller, alan, 'unsubscribed');
    await setState(caller, bounced, 'confirmed');
    await stopAddress(bounced, { reason: 'bounce', at: '2026-01-31T12:00:00.000Z' });
    const recipients = [gone, ada, grace, alan, bounced, 'unknown@example.com', member];
    const { integration } = await storedIntegration(caller, 'email', { recipients });
    const shown = await shownIntegration(integration, organizationId);
    const recipientStatus = {
      [gone]: 'gone',
      [ada]: 'pending',
      [grace]: 'confirmed',
      [alan]: 'unsubscribed',
      [bounced]: 'undeliverable',
      'unknown@example.com': 'pending',
      [member]: 'member',
    };
    expect(shown).toStrictEqual({ ...integration, config: { ...integration.config, recipientStatus } });
    const reached = await reachableRecipients(organizationId, recipients);
    expect(reached.map(({ recipient }) => recipient)).toEqual([grace, member]);
    const { secret } = (await readAddresses(organizationId, [grace])).get(addressSha256(grace)) ?? {};
    expect(reached[0]).toMatchObject({ address: grace, unsubscribe: { sha256: addressSha256(grace), secret } });
    expect(reached[1]?.address).toMatch(/@example\.com$/);
    expect(reached[1]).not.toHaveProperty('unsubscribe');
  });

  it('is not that of a member while the address is unproved, or the user is disabled', async () => {
    const caller = await newCaller();
    const [owner] = await membersOf(caller.organizationId);
    const [user, place] = [owner?.userId ?? '', keyOf('user', { user: owner?.userId ?? '' })];
    const { integration } = await storedIntegration(caller, 'email', { recipients: [user] });
    const status = async () => {
      const { config } = await shownIntegration(integration, caller.organizationId);
      return config.recipientStatus?.[user];
    };
    await updateItem(place, { set: { addressUnproved: true } });
    expect(await status()).toBe('pending');
    await updateItem(place, { set: { status: 'disabled' } });
    expect(await status()).toBe('gone');
    expect(await reachableRecipients(caller.organizationId, [user])).toEqual([]);
  });

  it('is not shown for an integration without recipients', async () => {
    const caller = await newCaller();
    const { integration } = await storedIntegration(caller, 'email', { recipients: [ada] });
    const { recipients: _, ...config } = integration.config;
    const without = { ...integration, config };
    expect(await shownIntegration(without, caller.organizationId)).toBe(without);
  });
});
