import { afterEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../shared/ids.ts';
import { sendDueMail } from '../../../../shared/jobs/mails/send-due-mail.ts';
import {
  createInvitation,
  deleteInvitation,
  invitationWith,
  openInvitation,
} from '../../../../shared/store/accounts/links/invitations.ts';
import { passwordResetWith } from '../../../../shared/store/accounts/links/password-resets.ts';
import { membersOf } from '../../../../shared/store/accounts/members.ts';
import { getOrganization } from '../../../../shared/store/accounts/organizations.ts';
import { createUser } from '../../../../shared/store/accounts/user-changes.ts';
import { getUser } from '../../../../shared/store/accounts/users.ts';
import { dueParts, type Key } from '../../../../shared/store/keys.ts';
import { isMailKey, requestMail } from '../../../../shared/store/mails/mail-items.ts';
import { stopAddress } from '../../../../shared/store/mails/mail-stops.ts';
import { disableReceiver } from '../../../../shared/store/receivers/receiver-health.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { linkIn, mailsTo } from '../../../support/cloud/mail.ts';
import { useSes } from '../../../support/doubles/ses.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller, storedIntegration } from '../../../support/records/records.ts';
import { useSteadyClock } from '../../../support/steady-clock.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useTable } from '../../../support/table/table.ts';

useSteadyClock();

const minute = 60_000;
const hour = 60 * minute;

useTable();
const ses = useSes();

const style = { language: 'en', baseUrl: 'https://forms.example' } as const;
const newAddress = () => `${newId('user').toLowerCase()}@example.com`;
const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** What waits to be sent at this time. */
async function dueMails(now = Date.now()): Promise<Key[]> {
  const due: Key[] = [];
  for await (const { pk, sk } of readDue(now)) if (isMailKey({ pk, sk })) due.push({ pk, sk });
  return due;
}

/** The only mail that waits: each test leaves none. */
async function theMail(now?: number): Promise<Key> {
  const [key, ...others] = await dueMails(now);
  expect(others).toEqual([]);
  return key as Key;
}

async function invite(email: string, caller: Caller): Promise<string> {
  const organization = await getOrganization(caller.organizationId);
  if (!organization) throw new Error('The organization is not stored');
  const made = await createInvitation(
    organization,
    { email, role: 'viewer' },
    { by: caller, style },
    { caller, action: 'invitation.created' },
  );
  if (!made || made === 'full') throw new Error('The invitation is not stored');
  return made.invitation.id;
}

async function userWith(email: string): Promise<void> {
  const caller = await newCaller();
  const [id, createdAt] = [newId('user'), new Date().toISOString()];
  const member = { organizationId: caller.organizationId, userId: id, role: 'viewer' as const, createdAt };
  await createUser({ user: { id, email, status: 'active', createdAt }, member }, { caller, action: 'user.created' });
}

describe('a mail that is due', () => {
  itInAll('arrives after SES was down for an hour, by attempts further and further apart', async () => {
    const [email, caller] = [newAddress(), await newCaller()];
    const id = await invite(email, caller);
    const key = await theMail();
    ses.fail('SendingPausedException');
    const waits: number[] = [];
    let now = Date.now();
    for (const end = now + hour; now < end; ) {
      await sendDueMail(key, now);
      const { time } = dueParts(String((await getItem(key))?.duesk));
      waits.push(Math.round((time - now) / minute));
      now = time;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32]);
    expect(await openInvitation(caller.organizationId, id)).toMatchObject({ mail: 'waiting' });
    ses.fail(undefined);
    await sendDueMail(key, now);
    const mails = mailsTo(ses, email);
    expect(mails).toHaveLength(1);
    expect(await invitationWith(tokenOf(linkIn(mails[0] as never)))).toMatchObject({ id, mail: 'sent' });
    expect(await getItem(key)).toBeUndefined();
  });

  itInAll('is tried again where SES has too many requests', async () => {
    const email = newAddress();
    await invite(email, await newCaller());
    const key = await theMail();
    ses.fail('TooManyRequestsException');
    await sendDueMail(key, Date.now());
    expect(await getItem(key)).toMatchObject({ step: 1 });
    ses.fail(undefined);
    await sendDueMail(key, Date.now());
    expect(mailsTo(ses, email)).toHaveLength(1);
  });

  it('is given up where SES rejects it, and the invitation says so', async () => {
    const [email, caller] = [newAddress(), await newCaller()];
    const id = await invite(email, caller);
    const key = await theMail();
    ses.fail('MessageRejected');
    await sendDueMail(key, Date.now());
    expect(await getItem(key)).toBeUndefined();
    expect(await openInvitation(caller.organizationId, id)).toMatchObject({ mail: 'failed' });
  });

  it('tells an admin of an integration by e-mail that was disabled, with a link to it', async () => {
    const caller = await newCaller();
    const [owner] = await membersOf(caller.organizationId);
    const { email = '' } = (await getUser(owner?.userId ?? '')) ?? {};
    const integration = await storedIntegration(caller, 'email', { recipients: [email] });
    await disableReceiver(integration, 'failing');
    await sendDueMail(await theMail(), Date.now());
    await sendDueMail(await theMail(), Date.now());
    const [mail] = mailsTo(ses, email);
    expect(mail?.subject).toBe('Integration email was turned off');
    expect(linkIn(mail as never)).toBe(`https://forms.example/app/integrations/${integration.integration.id}`);
  });

  it('is sent to nobody once its time is over', async () => {
    const email = newAddress();
    await userWith(email);
    await requestMail({ kind: 'passwordReset', email }, style);
    const key = await theMail();
    await sendDueMail(key, Date.now() + 7 * hour);
    expect(await getItem(key)).toBeUndefined();
    expect(mailsTo(ses, email)).toEqual([]);
  });

  it('is not sent of an invitation that was taken back', async () => {
    const [email, caller] = [newAddress(), await newCaller()];
    const id = await invite(email, caller);
    await deleteInvitation(caller.organizationId, id, { caller, action: 'invitation.deleted' });
    await sendDueMail(await theMail(), Date.now());
    expect(await dueMails()).toEqual([]);
    expect(mailsTo(ses, email)).toEqual([]);
  });

  it('is not sent to an address that complained', async () => {
    const email = newAddress();
    await userWith(email);
    await stopAddress(email.toUpperCase(), { reason: 'complaint', at: new Date().toISOString() });
    await requestMail({ kind: 'passwordReset', email }, style);
    await sendDueMail(await theMail(), Date.now());
    expect(await dueMails()).toEqual([]);
    expect(mailsTo(ses, email)).toEqual([]);
  });

  it('is sent once by two workers in turn, and by nobody twice', async () => {
    const email = newAddress();
    await invite(email, await newCaller());
    const key = await theMail();
    await sendDueMail(key, Date.now());
    await sendDueMail(key, Date.now());
    expect(mailsTo(ses, email)).toHaveLength(1);
  });
});

describe('a worker that is killed at any of its calls', () => {
  itInAll('leaves an invitation to be mailed: once, or twice with two links that work', async () => {
    for (let n = 1; ; n += 1) {
      const [email, caller] = [newAddress(), await newCaller()];
      const id = await invite(email, caller);
      const key = await theMail();
      const killed = await killedAt(n, () => sendDueMail(key, Date.now()));
      await sendDueMail(key, Date.now());
      const tokens = mailsTo(ses, email).map(mail => tokenOf(linkIn(mail)));
      expect([1, 2]).toContain(tokens.length);
      for (const token of tokens) expect(await invitationWith(token)).toMatchObject({ id, mail: 'sent' });
      expect(await dueMails()).toEqual([]);
      if (!killed) break;
    }
  });

  itInAll('leaves a link for a new password to be mailed: once, or twice with two links that work', async () => {
    for (let n = 1; ; n += 1) {
      const email = newAddress();
      await userWith(email);
      await requestMail({ kind: 'passwordReset', email }, style);
      const key = await theMail();
      const killed = await killedAt(n, () => sendDueMail(key, Date.now()));
      await sendDueMail(key, Date.now());
      const tokens = mailsTo(ses, email).map(mail => tokenOf(linkIn(mail)));
      expect([1, 2]).toContain(tokens.length);
      for (const token of tokens) expect(await passwordResetWith(token)).toMatchObject({ user: { email } });
      expect(await dueMails()).toEqual([]);
      if (!killed) break;
    }
  });
});

describe('mails to strangers', () => {
  const limit = process.env.LIMIT_MAILS_TO_STRANGERS;
  afterEach(() => {
    process.env.LIMIT_MAILS_TO_STRANGERS = limit;
  });

  it('are so many a day for the deployment, whichever organization sends them; users get theirs', async () => {
    process.env.LIMIT_MAILS_TO_STRANGERS = '2';
    const sent: string[] = [];
    for (const _ of ['first', 'second', 'third']) {
      const [email, caller] = [newAddress(), await newCaller()];
      const id = await invite(email, caller);
      await sendDueMail(await theMail(), Date.now());
      sent.push((await openInvitation(caller.organizationId, id))?.mail ?? 'gone');
    }
    expect(sent).toEqual(['sent', 'sent', 'failed']);
    const email = newAddress();
    await userWith(email);
    await requestMail({ kind: 'passwordReset', email }, style);
    await sendDueMail(await theMail(), Date.now());
    expect(mailsTo(ses, email)).toHaveLength(1);
  });

  it('name the deployment in their subject, and nothing that a tenant has chosen', async () => {
    const [email, caller] = [newAddress(), await newCaller()];
    await invite(email, caller);
    await sendDueMail(await theMail(), Date.now());
    expect(mailsTo(ses, email).map(({ subject }) => subject)).toEqual(['Invitation to Acme']);
  });
});
