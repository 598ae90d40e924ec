import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hashOfSecret, invitationToken, newSecret } from '../../../../../shared/domain/accounts/account-token.ts';
import type { Caller } from '../../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../../shared/ids.ts';
import {
  createInvitation,
  deleteInvitation,
  endInvitationsWrites,
  type Invitation,
  invitationRecord,
  invitationsMax,
  invitationsOf,
  invitationWith,
  isMailed,
  noteMailWrites,
  openInvitation,
  rememberMailed,
  useInvitationWrite,
} from '../../../../../shared/store/accounts/links/invitations.ts';
import { deleteOrganization } from '../../../../../shared/store/accounts/organization-changes.ts';
import { keyOf } from '../../../../../shared/store/keys.ts';
import { batchPut, writeIfUnchanged } from '../../../../../shared/store/table.ts';
import {
  actorIn,
  byActor,
  eventsOf,
  newAddress,
  organizationOf,
  stored,
  style,
  waiting,
} from '../../../../support/records/accounts.ts';
import { newCaller } from '../../../../support/records/records.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

const week = 7 * 24 * 3_600_000;

let caller: Caller;

beforeEach(async () => {
  caller = await newCaller();
});

afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.MAIL_FROM;
});

async function invite(email: string, role: Invitation['role'] = 'viewer') {
  const organization = await organizationOf(caller);
  return createInvitation(organization, { email, role }, { by: caller, style }, creating());
}

const creating = () => ({ caller: actorIn(caller.organizationId), action: 'invitation.created' as const });

async function invited(email = newAddress()): Promise<{ invitation: Invitation; token: string }> {
  const created = await invite(email);
  if (!created || created === 'full') throw new Error('The invitation is not stored');
  return created;
}

const keyOfInvitation = ({ organizationId: org, id }: Invitation) => keyOf('invitation', { org, invitation: id });

const storedInvitation = (invitation: Invitation) => stored(keyOfInvitation(invitation));

const idsOf = (invitations: readonly Invitation[]) => invitations.map(({ id }) => id);

const mails = async () =>
  (await waiting('MAIL')).filter(({ organizationId }) => organizationId === caller.organizationId);

const at = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);

describe('a new invitation', () => {
  it('is open for a week, and known to whoever has its token', async () => {
    const email = newAddress();
    const now = Date.now();
    at(now);
    const created = await invite(email, 'admin');
    const { organizationId } = caller;
    const createdAt = new Date(now).toISOString();
    const invitation = {
      ...{ id: expect.stringMatching(/^inv_/), organizationId, email, role: 'admin' },
      ...{ tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/), createdAt, expiresAt: now + week },
      invitedBy: { kind: 'secretKey', id: caller.id, organizationId },
    };
    expect(created).toEqual({ invitation, token: expect.any(String) });
    const { invitation: made, token } = created as { invitation: Invitation; token: string };
    expect(await storedInvitation(made)).toEqual({ ...made, ttl: Math.ceil((now + week) / 1000) });
    expect((await organizationOf(caller)).invitationWrites).toBe(1);
    const event = { action: 'invitation.created', subjectId: made.id, ...byActor };
    expect(await eventsOf(organizationId, 'invitation.created')).toEqual([event]);
    expect(await mails()).toEqual([]);
    at(now + week - 1);
    expect(await invitationWith(token)).toMatchObject(made);
    expect(await openInvitation(organizationId, made.id)).toMatchObject(made);
    expect(idsOf(await invitationsOf(organizationId))).toEqual([made.id]);
    at(now + week);
    expect(await invitationWith(token)).toBeUndefined();
    expect(await openInvitation(organizationId, made.id)).toBeUndefined();
    expect(await invitationsOf(organizationId)).toEqual([]);
  });

  it('waits for its mail where the deployment sends mail', async () => {
    process.env.MAIL_FROM = 'forms@acme.example';
    const { invitation } = await invited();
    expect(await storedInvitation(invitation)).toMatchObject({ mail: 'waiting' });
    const { organizationId } = caller;
    expect(await mails()).toMatchObject([
      { kind: 'invitation', organizationId, invitationId: invitation.id, ...style },
    ]);
  });

  it('replaces an earlier one to its address, in whatever letters', async () => {
    const address = newAddress();
    const [earlier, other] = [await invited(address), await invited()];
    const later = await invited(address.toUpperCase());
    expect(await invitationWith(earlier.token)).toBeUndefined();
    expect(await storedInvitation(earlier.invitation)).toBeUndefined();
    expect(await invitationWith(other.token)).toBeDefined();
    expect(await invitationWith(later.token)).toBeDefined();
    expect((await organizationOf(caller)).invitationWrites).toBe(3);
  });

  it(`is one of ${invitationsMax} at most that are open`, async () => {
    const { invitation } = await invited();
    const others = Array.from({ length: invitationsMax }, (_, index) => {
      const other = { ...invitation, id: newId('invitation'), email: `${index}@example.com` };
      return { ...keyOfInvitation(other), ...other };
    });
    await batchPut(others.slice(1));
    expect(await invite(newAddress())).toBe('full');
    expect(await invite('7@EXAMPLE.com')).toMatchObject({ invitation: { email: '7@EXAMPLE.com' } });
    at(invitation.expiresAt);
    expect(await invite(newAddress())).toMatchObject({ invitation: {} });
  });

  it('is not stored once another was, or the organization is deleted', async () => {
    const { organizationId } = caller;
    const content = { email: newAddress(), role: 'viewer' as const };
    const read = await organizationOf(caller);
    const create = () => createInvitation(read, content, { by: caller, style }, creating());
    const { invitation } = await invited();
    expect(await create()).toBeUndefined();
    expect(idsOf(await invitationsOf(organizationId))).toEqual([invitation.id]);
    const current = await organizationOf(caller);
    await deleteOrganization(current, { caller, action: 'organization.deleted' });
    expect(await createInvitation(current, content, { by: caller, style }, creating())).toBeUndefined();
    expect(idsOf(await invitationsOf(organizationId))).toEqual([invitation.id]);
  });
});

describe('an invitation', () => {
  it('is shown without what is secret', () => {
    const invitation: Invitation = {
      ...{ id: 'inv_1', organizationId: 'org_1', email: 'ada@example.com', role: 'editor', tokenHash: 'hash' },
      ...{ createdAt: '2026-02-03T04:05:06.000Z', expiresAt: Date.parse('2026-02-10T04:05:06.000Z') },
      invitedBy: { kind: 'session', id: 'usr_1', organizationId: 'org_1' },
    };
    const record = {
      ...{ id: 'inv_1', email: 'ada@example.com', role: 'editor' },
      ...{ createdAt: '2026-02-03T04:05:06.000Z', expiresAt: '2026-02-10T04:05:06.000Z', mail: 'none' },
    };
    expect(invitationRecord(invitation)).toEqual(record);
    expect(invitationRecord({ ...invitation, mail: 'sent' })).toEqual({ ...record, mail: 'sent' });
  });

  it('is revoked once, by the organization that made it', async () => {
    const { invitation, token } = await invited();
    const { organizationId } = caller;
    const revoke = (org: string, id: string) =>
      deleteInvitation(org, id, { caller: actorIn(org), action: 'invitation.deleted' });
    const other = (await newCaller()).organizationId;
    expect(await revoke(other, invitation.id)).toBe(false);
    expect(await revoke(organizationId, 'inv_#1')).toBe(false);
    expect(await revoke(organizationId, newId('invitation'))).toBe(false);
    expect(await invitationWith(token)).toBeDefined();
    expect(await revoke(organizationId, invitation.id)).toBe(true);
    expect(await revoke(organizationId, invitation.id)).toBe(false);
    expect(await invitationWith(token)).toBeUndefined();
    const event = { action: 'invitation.deleted', subjectId: invitation.id, ...byActor };
    expect(await eventsOf(organizationId, 'invitation.deleted')).toEqual([event]);
    expect(await eventsOf(other, 'invitation.deleted')).toEqual([]);
  });

  it('is found by no other text, and no other secret', async () => {
    const { invitation, token } = await invited();
    const unknown = { ...invitation, id: newId('invitation') };
    const texts = ['', token.slice(1), `${token}x`, invitationToken({ ...invitation, secret: newSecret() })];
    for (const text of [...texts, invitationToken({ ...unknown, secret: token.slice(-43) })])
      expect(await invitationWith(text)).toBeUndefined();
  });

  it('is found by its three newest mailed links, which alone prove the mailbox', async () => {
    const { invitation, token } = await invited();
    const secrets = [newSecret(), newSecret(), newSecret(), newSecret()];
    const current = async () => {
      const open = await openInvitation(invitation.organizationId, invitation.id);
      if (!open) throw new Error('There is no such invitation');
      return open;
    };
    expect(isMailed(invitation, token)).toBe(false);
    for (const secret of secrets) await rememberMailed(await current(), hashOfSecret(secret));
    const { mailedHashes, ...rest } = (await storedInvitation(invitation)) ?? {};
    expect(rest).toEqual({ ...invitation, ttl: expect.any(Number) });
    expect(mailedHashes).toEqual(secrets.slice(1).toReversed().map(hashOfSecret));
    const mailed = secrets.map(secret => invitationToken({ ...invitation, secret }));
    const found = await Promise.all([token, ...mailed].map(invitationWith));
    expect(found.map(Boolean)).toEqual([true, false, true, true, true]);
    const read = await current();
    expect([token, ...mailed, ''].map(text => isMailed(read, text))).toEqual([false, false, true, true, true, false]);
  });

  it('knows what became of its mail, unless it is gone', async () => {
    const { invitation } = await invited();
    for (const mail of ['failed', 'sent'] as const) {
      expect(await writeIfUnchanged(noteMailWrites(invitation, mail))).toBe(true);
      expect((await storedInvitation(invitation))?.mail).toBe(mail);
    }
    await writeIfUnchanged([useInvitationWrite(invitation)]);
    expect(await writeIfUnchanged(noteMailWrites(invitation, 'sent'))).toBe(false);
    await rememberMailed(invitation, 'hash');
    expect(await storedInvitation(invitation)).toBeUndefined();
  });

  it('is used up once, with the link that it has, before its end', async () => {
    const { invitation } = await invited();
    const use = (each: Invitation) => writeIfUnchanged([useInvitationWrite(each)]);
    expect(await use({ ...invitation, tokenHash: 'another' })).toBe(false);
    at(invitation.expiresAt);
    expect(await use(invitation)).toBe(false);
    at(invitation.expiresAt - 1);
    expect(await use(invitation)).toBe(true);
    expect(await use(invitation)).toBe(false);
  });

  it('ends when its address belongs to a member, in whatever letters', async () => {
    const [{ invitation }, other] = [await invited(), await invited()];
    const { organizationId } = caller;
    const second = { ...invitation, id: newId('invitation'), email: invitation.email.toUpperCase() };
    await batchPut([{ ...keyOfInvitation(second), ...second }]);
    const writes = await endInvitationsWrites(organizationId, invitation.email.toUpperCase());
    expect(writes).toHaveLength(2);
    expect(await writeIfUnchanged(writes)).toBe(true);
    expect(idsOf(await invitationsOf(organizationId))).toEqual([other.invitation.id]);
    expect(await endInvitationsWrites(organizationId, newAddress())).toEqual([]);
  });
});
