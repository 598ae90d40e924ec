import { describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { newForm } from '../support/records/forms.ts';

const service = startedService({ alone: true, settings: { MAIL_FROM: 'off' } });
const client = service.client('secretKey');

describe('a deployment that sends no mail', () => {
  const refusal = (field: string) => ({
    status: 400,
    body: {
      code: 'not_supported',
      details: [
        { field, rule: 'mailNotConfigured', message: expect.stringContaining('sets MAIL_FROM (docs/mail.md)') },
      ],
    },
  });

  it('takes no integration by e-mail, and says what is to be done', async () => {
    const body = { type: 'email', config: { recipients: ['ada@example.com'] } };
    expect(await client('createIntegration', { body })).toMatchObject(refusal('type'));
    expect((await client('listIntegrations')).body.total).toBe(0);
  });

  it('takes no automatic reply that is on, with a new form or later', async () => {
    const autoresponder = { enabled: true, subject: 'Thank you', body: 'We have got it.' };
    const fields = [{ id: 'email', type: 'email' }];
    const refused = refusal('autoresponder.enabled');
    expect(await client('createForm', { body: { title: 'New', fields, autoresponder } })).toMatchObject(refused);
    const { id } = await newForm(client);
    const update = (enabled: boolean) =>
      client('updateForm', { params: { id }, body: { autoresponder: { ...autoresponder, enabled } } });
    expect(await update(true)).toMatchObject(refused);
    expect(await update(false)).toMatchObject({ status: 200, body: { autoresponder: { enabled: false } } });
  });
});
