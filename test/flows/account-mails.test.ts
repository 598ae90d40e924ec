import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { keyOf } from '../../shared/store/keys.ts';
import { stopAddress } from '../../shared/store/mails/mail-stops.ts';
import type { Json } from '../support/cloud/http.ts';
import { inTable } from '../support/cloud/in-table.ts';
import { type ArrivedMail, linkIn, mailsTo } from '../support/cloud/mail.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem, itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';

const service = startedService();
const anonymous = service.client();
const admin = service.session('admin');
const password = 'a good password';

const newAddress = () => `${randomUUID()}@example.com`;
const params = () => ({ orgId: service.credentials().organization.id });

/** The mails to an address, once there are so many. */
const arrived = (address: string, count = 1): Promise<ArrivedMail[]> =>
  eventually(async () => {
    const mails = mailsTo(service.cloud(), address);
    expect(mails).toHaveLength(count);
    return mails;
  });
const theMail = async (address: string): Promise<ArrivedMail> => (await arrived(address))[0] as ArrivedMail;
const tokenIn = (mail: ArrivedMail): string => new URL(linkIn(mail)).pathname.split('/').at(-1) ?? '';

/** A user as it is stored. */
const itemOf = async (user: string) => {
  const { pk, sk } = keyOf('user', { user });
  return (await itemsThatName(service.cloud(), user)).find(item => item.pk?.S === pk && item.sk?.S === sk);
};

/** Waits until each mail that names this address, user or organization was sent, or given up. */
const nothingWaits = (name: string) =>
  eventually(async () => {
    const named = await itemsThatName(service.cloud(), name);
    expect(named.filter(({ pk }) => pk?.S?.startsWith('MAIL#'))).toEqual([]);
  });

const invitation = async (email: string): Promise<Json> => {
  const { body } = await admin('listInvitations', { params: params() });
  return body.items.find((each: Json) => each.email === email);
};

describe('an invitation', () => {
  it('arrives with a link of its own, by which the person joins', async () => {
    const email = newAddress();
    const { body } = await admin('createInvitation', {
      params: params(),
      body: { email, role: 'editor' },
      headers: { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' },
    });
    expect(body).toMatchObject({ mail: 'waiting' });
    const mail = await theMail(email);
    expect(mail.subject).toMatch(/^Einladung zu /);
    expect(mail.headers).toMatchObject({ 'auto-submitted': 'auto-generated' });
    expect(linkIn(mail)).toContain(`${service.baseUrl()}/app/invitations/inv_`);
    expect(linkIn(mail)).not.toBe(body.url);
    await eventually(async () => expect(await invitation(email)).toMatchObject({ mail: 'sent' }));
    // Neither link is stored, by which anybody who reads the table could join.
    for (const url of [body.url, linkIn(mail)]) {
      expect(await itemsThatName(service.cloud(), url.slice(-43))).toEqual([]);
    }
    const accepted = await anonymous('acceptInvitation', { params: { token: tokenIn(mail) }, body: { password } });
    expect(accepted).toMatchObject({ status: 201, body: { email } });
    // Whoever has the link reads what is sent to the address.
    expect(await itemOf(accepted.body.userId)).not.toHaveProperty('addressUnproved');
  });

  it('is said to have failed where mails to its address have come back', async () => {
    const email = newAddress();
    await inTable(service.cloud(), () => stopAddress(email, { reason: 'bounce', at: new Date().toISOString() }));
    await admin('addMember', { params: params(), body: { email, role: 'viewer' } });
    await eventually(async () => expect(await invitation(email)).toMatchObject({ mail: 'failed' }));
    expect(mailsTo(service.cloud(), email)).toEqual([]);
    const { body } = await admin('listMembers', { params: params() });
    expect(body.items.find((each: Json) => each.email === email)).toMatchObject({ mailStopped: 'bounce' });
  });

  it('is said to have failed where SES would never take it, and is not tried again', async () => {
    // RFC 5321 has local parts of 64 characters, which SES holds to; forms and browsers do not.
    const email = `${'l'.repeat(65)}@example.com`;
    await admin('createInvitation', { params: params(), body: { email, role: 'viewer' } });
    await eventually(async () => expect(await invitation(email)).toMatchObject({ mail: 'failed' }));
    const { body } = await admin('listMembers', { params: params(), query: { limit: 100 } });
    expect(body.items.find((each: Json) => each.email === email)).toMatchObject({ mailStopped: 'failed' });
  });

  itInAll('floods nobody, however often it is made anew', async () => {
    const email = newAddress();
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      const { status } = await admin('createInvitation', { params: params(), body: { email, role: 'viewer' } });
      expect(status).toBe(201);
      // One after the other: what was replaced before it was sent is not sent.
      await eventually(async () => expect(await invitation(email)).not.toMatchObject({ mail: 'waiting' }));
    }
    expect(await invitation(email)).toMatchObject({ mail: 'failed' });
    expect(mailsTo(service.cloud(), email)).toHaveLength(5);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that arrives, and a notice follows', async () => {
    const user = await service.newUser({ role: 'viewer' });
    await changeItem(service.cloud(), keyOf('user', { user: user.id }), { addressUnproved: true });
    const { status, body } = await anonymous('requestPasswordReset', { body: { email: user.email.toUpperCase() } });
    expect({ status, body }).toEqual({ status: 202, body: { mailed: true } });
    const mail = await theMail(user.email);
    expect(linkIn(mail)).toContain(`${service.baseUrl()}/app/password-resets/rst_`);
    expect(await itemsThatName(service.cloud(), tokenIn(mail).slice('rst_'.length))).toEqual([]);
    const reset = await anonymous('resetPassword', { params: { token: tokenIn(mail) }, body: { password } });
    expect(reset.status).toBe(204);
    expect(await itemOf(user.id)).not.toHaveProperty('addressUnproved');
    await service.login({ email: user.email, password });
    const [, notice] = await arrived(user.email, 2);
    expect(notice?.subject).toBe('Your password was changed');
  });

  it('is answered in the same words for an address that nobody has, and nothing is sent', async () => {
    const [email, user] = [newAddress(), await service.newUser({ role: 'viewer' })];
    const replies = await Promise.all(
      [email, user.email].map(each => anonymous('requestPasswordReset', { body: { email: each } })),
    );
    const [unknown, known] = replies.map(({ status, text }) => ({ status, text }));
    expect(unknown).toEqual(known);
    await theMail(user.email);
    await nothingWaits(email);
    expect(mailsTo(service.cloud(), email)).toEqual([]);
  });

  itInAll('floods nobody, however often it is asked for', async () => {
    const user = await service.newUser({ role: 'viewer' });
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) await anonymous('requestPasswordReset', { body: { email: user.email } });
    await nothingWaits(user.email);
    expect(mailsTo(service.cloud(), user.email)).toHaveLength(5);
  });
});

describe('a notice', () => {
  it('tells of a sign-in from a network that the account was not used from: once', async () => {
    const user = await service.newUser({ role: 'viewer' });
    await changeItem(service.cloud(), keyOf('user', { user: user.id }), { createdAt: '2026-01-01T00:00:00.000Z' });
    await service.login(user);
    const mail = await theMail(user.email);
    expect(mail.subject).toBe('New sign-in to your account');
    expect(mail.text).toMatch(/Network: 127\.0\.0\.0\/24/);
    await service.login(user);
    await nothingWaits(user.id);
    expect(mailsTo(service.cloud(), user.email)).toHaveLength(1);
  });

  it('is not sent to whoever has just made the account', async () => {
    const user = await service.newUser({ role: 'viewer' });
    await service.login(user);
    await nothingWaits(user.id);
    expect(mailsTo(service.cloud(), user.email)).toEqual([]);
  });

  it('tells owners and admins of a new key, and nobody else', async () => {
    const [boss, reader] = [await service.newUser({ role: 'admin' }), await service.newUser({ role: 'editor' })];
    const body = {
      type: 'secret',
      environment: 'staging',
      name: 'Sync\u2028Bcc: x at https://evil.example',
      role: 'viewer',
    };
    expect((await service.session('owner')('createApiKey', { body })).status).toBe(201);
    const mail = await theMail(boss.email);
    expect(mail.subject).toMatch(/^New API key in /);
    expect(mail.text).toContain('Key: secret, staging, viewer');
    expect(mail.text).not.toContain('evil.example');
    await nothingWaits(params().orgId);
    expect(mailsTo(service.cloud(), reader.email)).toEqual([]);
  });

  it('tells them of a webhook that was disabled', async () => {
    const boss = await service.newUser({ role: 'admin' });
    const gone = createServer((_, answer) => answer.writeHead(410).end()).listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/hook`;
    const client = service.client('secretKey');
    const { body: webhook } = await client('createWebhook', { body: { url, events: ['response.created'] } });
    await submit(client, (await newForm(client)).id);
    const mail = await theMail(boss.email);
    expect(mail.text).toContain('answered 410 Gone, so we turned it off');
    expect((await client('getWebhook', { params: { id: webhook.id } })).body.active).toBe(false);
    gone.close();
  });

  it('tells the address of before that an account has another one, and a new password', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const body = { email: newAddress(), password: 'another good password' };
    expect((await admin('updateUser', { params: { userId: user.id }, body })).status).toBe(200);
    const subjects = (await arrived(user.email, 2)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(['Your email address was changed', 'Your password was changed']);
  });
});

describe('an address that mails come back from', () => {
  it.each(['bounce', 'complaint'])('is sent nothing more, and is shown: %s', async reason => {
    const email = `${reason}+${randomUUID()}@simulator.amazonses.com`;
    const user = await service.newUser({ role: 'viewer', email });
    const ask = () => anonymous('requestPasswordReset', { body: { email } });
    const member = async () => {
      const { body } = await admin('listMembers', { params: params(), query: { limit: 100 } });
      return body.items.find(({ userId }: Json) => userId === user.id);
    };
    expect(await member()).toMatchObject({ mailStopped: null });
    await ask();
    await eventually(async () => expect(await member()).toMatchObject({ mailStopped: reason }));
    await ask();
    await nothingWaits(email);
    expect(mailsTo(service.cloud(), email)).toHaveLength(1);
  });
});
