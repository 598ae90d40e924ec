import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { type ArrivedMail, linkIn, mailsTo } from '../support/cloud/mail.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';

const service = startedService();
const secret = service.client('secretKey');
const owner = service.session('owner');

const fields = [
  { id: 'email', type: 'email', label: 'Email' },
  { id: 'other', type: 'email', label: 'Other address' },
  { id: 'pin', type: 'email', label: 'Private address' },
];

const newAddress = () => `${randomUUID()}@example.com`;

/** A response with these answers, and what concerns replies to it. */
async function responseWith(answers: object, query: Record<string, string> = {}) {
  const form = await newForm(secret, { title: 'Orders', fields, fieldPolicies: { pin: 'encrypted' }, language: 'en' });
  const { body } = await secret('createSubmission', { params: { formId: form.id }, body: answers, query });
  const id: string = body.id;
  const params = { id };
  const reply = (change: object = {}, key?: string, as = owner) =>
    as('createReply', {
      params,
      body: { subject: 'Your order', body: 'It is on its way.', ...change },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const timeline = async (): Promise<Json[]> =>
    (await owner('getResponseTimeline', { params })).body.items.filter(({ type }: Json) => type === 'reply');
  return { id, form, reply, timeline };
}

const arrived = (address: string, count = 1): Promise<ArrivedMail[]> =>
  eventually(async () => {
    const mails = mailsTo(service.cloud(), address);
    expect(mails).toHaveLength(count);
    return mails;
  });

const rulesOf = ({ body }: { body: Json }) => body.details?.map(({ field, rule }: Json) => `${field} ${rule}`);

describe('a reply to a response', () => {
  it('reaches the visitor, in one thread, and its timeline says so', async () => {
    const to = newAddress();
    const { id, reply, timeline } = await responseWith({ email: to });
    const first = await reply();
    expect(first).toMatchObject({ status: 201, body: { fieldId: 'email', state: 'queued', responseId: id } });
    const [mail] = await arrived(to);
    expect(mail).toMatchObject({ subject: 'Your order', text: expect.stringContaining('It is on its way.') });
    expect(mail?.headers['reply-to']).toBe(service.credentials().owner.email);
    expect(mail?.headers).not.toHaveProperty('in-reply-to');
    expect(mail?.headers).not.toHaveProperty('auto-submitted');
    const sent = { replyId: first.body.id, subject: 'Your order', fieldId: 'email', replyState: 'sent' };
    await eventually(async () => expect(await timeline()).toMatchObject([sent]));
    await reply({ body: 'It has arrived.' });
    const [, second] = await arrived(to, 2);
    expect(second?.headers).toMatchObject({
      'in-reply-to': mail?.headers['message-id'],
      references: mail?.headers['message-id'],
    });
    const trail = await owner('listAuditEvents', { query: { subject_id: id, action: 'response.replied' } });
    expect(trail.body.total).toBe(2);
    const { body: stored } = await secret('getResponse', { params: { id } });
    expect(stored).not.toHaveProperty('replies');
  });

  it('is sent once, however often the request is repeated with its key', async () => {
    const to = newAddress();
    const { reply, timeline } = await responseWith({ email: to });
    const key = randomUUID();
    const answers = await Promise.all([reply({}, key), reply({}, key), reply({}, key)]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    await arrived(to);
    await eventually(async () => expect(await timeline()).toMatchObject([{ replyState: 'sent' }]));
    expect((await reply({}, key)).body).toMatchObject({ id: answers[0]?.body.id, state: 'sent' });
    expect(await reply({ body: 'Another text' }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
    expect(mailsTo(service.cloud(), to)).toHaveLength(1);
  });

  it('goes to a field of type email without a policy, of a submitted response, from a proved address', async () => {
    const { reply } = await responseWith({ pin: newAddress(), other: newAddress() });
    expect((await reply()).body).toMatchObject({ fieldId: 'other' });
    expect(rulesOf(await reply({ fieldId: 'pin' }))).toEqual(['fieldId sealed']);
    expect(rulesOf(await reply({ fieldId: 'name' }))).toEqual(['fieldId unknown']);
    expect(rulesOf(await reply({ fieldId: 'email' }))).toEqual(['fieldId unanswered']);
    expect(rulesOf(await reply({}, undefined, secret))).toEqual(['memberId required']);
    expect(rulesOf(await reply({ memberId: 'usr_nobody' }))).toEqual(['memberId unknown']);
    const body = { email: newAddress(), name: 'Eve', password: 'correct horse battery staple' };
    const { body: stranger } = await owner('createUser', { body });
    expect(rulesOf(await reply({ memberId: stranger.id }))).toEqual(['memberId unconfirmed']);
    expect((await reply({}, undefined, service.session('viewer'))).status).toBe(403);
    const partial = await responseWith({ email: newAddress() }, { status: 'partial' });
    expect(rulesOf(await partial.reply())).toEqual([' status']);
    const spam = await responseWith({ email: newAddress() });
    await owner('updateResponse', { params: { id: spam.id }, body: { spam: true } });
    expect(rulesOf(await spam.reply())).toEqual([' spam']);
  });

  it('that came back is a bounce, and no further one is taken', async () => {
    const { reply, timeline } = await responseWith({ email: `bounce+${randomUUID()}@simulator.amazonses.com` });
    await reply();
    await eventually(async () => expect(await timeline()).toMatchObject([{ replyState: 'bounced' }]));
    expect(rulesOf(await reply())).toEqual(['fieldId bounced']);
  });

  it('has a link that ends these mails', async () => {
    const to = newAddress();
    const { reply } = await responseWith({ email: to });
    await reply();
    const [mail] = await arrived(to);
    await fetch(linkIn(mail as ArrivedMail), {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(rulesOf(await reply())).toEqual(['fieldId unsubscribed']);
  });

  it('is kept with its response, which has ten at most, and is erased with it', async () => {
    const to = newAddress();
    const { id, reply, timeline } = await responseWith({ email: to });
    for (let count = 0; count < 10; count++) expect((await reply({ subject: `Reply ${count}` })).status).toBe(201);
    expect(rulesOf(await reply())).toEqual([' maxReplies']);
    // An address gets five an hour; the others are not sent, and say so.
    await eventually(async () => {
      const states = (await timeline()).map(({ replyState }) => replyState).sort();
      expect(states).toEqual([...Array(5).fill('failed'), ...Array(5).fill('sent')]);
    });
    await owner('updateResponse', { params: { id }, body: { handling: 'done', notes: 'Replied.' } });
    await owner('updateResponse', { params: { id }, body: { spam: true } });
    await owner('updateResponse', { params: { id }, body: { spam: null } });
    expect(await timeline()).toHaveLength(10);
    await owner('deleteResponse', { params: { id } });
    expect((await owner('getResponseTimeline', { params: { id } })).status).toBe(404);
  });
});
