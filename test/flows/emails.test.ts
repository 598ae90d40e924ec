import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { type ArrivedMail, linkIn, mailsTo } from '../support/cloud/mail.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';

const service = startedService();
const admin = service.session('admin');
const secret = service.client('secretKey');

const newAddress = () => `${randomUUID()}@example.com`;

/** The mails to an address, once there are so many. */
const arrived = (address: string, count = 1): Promise<ArrivedMail[]> =>
  eventually(async () => {
    const mails = mailsTo(service.cloud(), address);
    expect(mails).toHaveLength(count);
    return mails;
  });

/** A request to the page of a link, as a browser or a mail program makes it. */
async function follow(url: string, method: 'GET' | 'POST') {
  const body = method === 'POST' ? 'List-Unsubscribe=One-Click' : undefined;
  const headers = body && { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(url, { method, ...(body && headers && { body, headers }) });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const statusOf = async (id: string, address: string): Promise<string> =>
  (await admin('getIntegration', { params: { id } })).body.config.recipientStatus[address];

const integration = async (recipients: string[], properties: object = {}): Promise<Json> => {
  const body = { type: 'email', config: { recipients, ...properties } };
  const { status, body: made } = await admin('createIntegration', { body });
  expect({ status, made }).toMatchObject({ status: 201 });
  return made;
};

const audited = async (action: string): Promise<number> => {
  const { body } = await admin('listAuditEvents', { query: { action } });
  return body.total;
};

describe('an address outside of the organization', () => {
  it('gets mail from when it has said so, with one link once, until it ends that with one click', async () => {
    const address = newAddress();
    const { id, config } = await integration([address]);
    expect(config).toEqual({
      ...{ recipients: [address], includePersonalData: false, includeAnswers: false, digest: 'immediately' },
      recipientStatus: { [address]: 'pending' },
    });
    const [asking] = await arrived(address);
    const link = linkIn(asking as ArrivedMail);
    const form = await newForm(secret);
    await submit(secret, form.id);

    const page = await follow(link, 'GET');
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(address) });
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await statusOf(id, address)).toBe('pending');
    expect((await follow(link, 'POST')).status).toBe(200);
    expect((await follow(link, 'POST')).status).toBe(404);
    expect((await follow(link, 'GET')).status).toBe(404);
    expect(await statusOf(id, address)).toBe('confirmed');

    const { id: responseId } = await submit(secret, form.id);
    const [, mail] = await arrived(address, 2);
    expect(mail?.text).toContain(`/app/forms/${form.id}/responses/${responseId}?organization=`);
    const url = mail?.headers['list-unsubscribe']?.slice(1, -1) ?? '';
    expect((await follow(url, 'GET')).status).toBe(200);
    expect(await statusOf(id, address)).toBe('confirmed');
    for (let clicks = 0; clicks < 2; clicks++) expect((await follow(url, 'POST')).status).toBe(200);
    expect(await statusOf(id, address)).toBe('unsubscribed');
    await submit(secret, form.id);
    await eventually(async () => {
      const { body } = await admin('listIntegrationDeliveries', { params: { id }, query: { status: 'cancelled' } });
      // The first, and the one since then.
      expect(body.total).toBe(2);
    });
    expect(mailsTo(service.cloud(), address)).toHaveLength(2);
    expect(await audited('recipient.confirmed')).toBe(1);
    expect(await audited('recipient.unsubscribed')).toBe(1);
    const again = await admin('confirmRecipient', { params: { id }, body: { address } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('30 days') } });
  });

  it('is asked three times in a day at most, by the newest link alone, and once however often it is named', async () => {
    const address = newAddress();
    const { id } = await integration([address]);
    await integration([address.toUpperCase()]);
    const ask = () => admin('confirmRecipient', { params: { id }, body: { address } });
    const [first] = await arrived(address);
    expect([(await ask()).status, (await ask()).status]).toEqual([202, 202]);
    expect(await ask()).toMatchObject({ status: 429 });
    const mails = await arrived(address, 3);
    expect((await follow(linkIn(first as ArrivedMail), 'GET')).status).toBe(404);
    const pages = await Promise.all(mails.map(mail => follow(linkIn(mail), 'GET')));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await admin('confirmRecipient', { params: { id }, body: { address: newAddress() } });
    expect(body.details).toMatchObject([{ field: 'address', rule: 'unknown' }]);
  });

  it('is no way to guess a link', async () => {
    const path = `${service.baseUrl()}/mails`;
    for (const token of [`opt_${'0'.repeat(64)}${'A'.repeat(32)}`, 'cfm_', 'x', '%00', `uns_${'0'.repeat(200)}`]) {
      expect((await follow(`${path}/${token}`, 'GET')).status).toBe(404);
      expect((await follow(`${path}/${token}`, 'POST')).status).toBe(404);
    }
  });
});

describe('an integration by e-mail', () => {
  it('is written for members of the organization, and fields that the form has', async () => {
    const form = await newForm(secret);
    const other = await service.newUser();
    const refused = async (config: object, formId?: string) => {
      const { body } = await admin('createIntegration', { body: { type: 'email', formId, config } });
      return body.details?.map(({ field, rule }: Json) => `${field} ${rule}`);
    };
    const recipients = [service.credentials().owner.email];
    expect(await refused({ recipients: [other.id] })).toEqual(['config.recipients[0] unknown']);
    expect(await refused({ recipients, replyToField: 'name' }, form.id)).toEqual(['config.replyToField unknown']);
    expect(await refused({ recipients, replyToField: 'email' })).toEqual(['config.replyToField notAllowed']);
  });

  it('keeps what a record has that is sent back, and asks the addresses that come new', async () => {
    const [one, two] = [newAddress(), newAddress()];
    const made = await integration([one]);
    const same = await admin('updateIntegration', { params: { id: made.id }, body: made });
    expect(same).toMatchObject({ status: 200, body: made });
    const body = { config: { recipients: [one, two], digest: 'daily', digestHour: 7, timeZone: 'Europe/Berlin' } };
    const { body: changed } = await admin('updateIntegration', { params: { id: made.id }, body });
    expect(changed.config).toMatchObject({ ...body.config, recipientStatus: { [one]: 'pending', [two]: 'pending' } });
    await arrived(two);
    expect(mailsTo(service.cloud(), one).length).toBeLessThanOrEqual(1);
  });
});

describe('an automatic reply', () => {
  const autoresponder = { enabled: true, subject: 'Thank you', body: 'We have got it, {{name}}.', nameField: 'name' };

  it('comes to who has submitted, and is ended by them with one click', async () => {
    const email = newAddress();
    const form = await newForm(service.session('owner'), { autoresponder });
    await submit(service.client('publishableKey'), form.id, { name: 'Ada', email });
    const [mail] = await arrived(email);
    expect(mail).toMatchObject({ subject: 'Thank you', text: expect.stringContaining('We have got it, Ada.') });
    const url = mail?.headers['list-unsubscribe']?.slice(1, -1) ?? '';
    expect(await follow(url, 'POST')).toMatchObject({ status: 200 });
    expect((await follow(url, 'GET')).text).not.toContain(email);
  });

  it('is an admin’s to set, told in the audit trail, and nobody else’s to see', async () => {
    const form = await newForm(secret);
    const params = { id: form.id };
    const editor = service.keyOfRole('editor');
    expect((await editor('updateForm', { params, body: { autoresponder } })).status).toBe(403);
    expect((await secret('updateForm', { params, body: { autoresponder } })).body).toMatchObject({ autoresponder });
    expect((await editor('updateForm', { params, body: { autoresponder, title: 'Other' } })).status).toBe(200);
    expect((await service.client()('getPublicForm', { params })).text).not.toContain('Thank you');
    expect(await audited('form.autoresponder_changed')).toBe(2);
    const gone = await secret('updateForm', { params, body: { fields: [{ id: 'name', type: 'text' }] } });
    expect(gone.body.details).toMatchObject([{ field: 'autoresponder', rule: 'emailField' }]);
    const off = await secret('updateForm', { params, body: { autoresponder: { enabled: false } } });
    expect(off.body.autoresponder.enabled).toBe(false);
    const email = newAddress();
    await submit(service.client('publishableKey'), form.id, { name: 'Ada', email });
    const { body: made } = await admin('createIntegration', {
      body: { type: 'email', formId: form.id, config: { recipients: [service.credentials().owner.email].slice(0, 1) } },
    });
    expect(made.id).toBeTruthy();
    expect(mailsTo(service.cloud(), email)).toEqual([]);
  });
});
