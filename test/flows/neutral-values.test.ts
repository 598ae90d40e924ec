import { describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

/** A field as a builder writes it that has one shape for all types. */
const everyProperty = (field: object) => ({
  ...{ label: '', required: false, placeholder: '', help: null, default: null, options: [], rows: [], columns: null },
  ...{ validate: { minLength: null, maxLength: null, pattern: '', min: null, max: '', step: null, accept: [] } },
  ...{ pii: false, other: false, text: '', visibleIf: null, requiredIf: {}, compute: null, query: '' },
  ...field,
});

describe('a form from a program that writes everything', () => {
  const fields = [
    everyProperty({ id: 'name', type: 'text', label: 'Name', required: true }),
    everyProperty({ id: 'topic', type: 'select', options: ['Sales', 'Support'] }),
    everyProperty({ id: 'age', type: 'number' }),
    everyProperty({ id: 'stars', type: 'rating' }),
    everyProperty({ id: 'intro', type: 'statement', text: 'Hello' }),
    everyProperty({ id: 'cv', type: 'file' }),
  ];
  const settings = {
    allowedOrigins: null,
    fieldPolicies: {},
    storage: { mode: 'platform', bucket: '', region: null },
    ui: { theme: null, progress: 'bar', layout: '' },
    spamProtection: {
      honeypot: { enabled: false, fieldName: '' },
      recaptcha: { enabled: false, siteKey: '', threshold: null },
      turnstile: null,
    },
    webhooks: [],
    retention: { days: null, policy: null },
    limits: null,
    thankYou: { text: '', redirectUrl: null },
    closesAt: null,
    closedMessage: '',
    autoresponder: { enabled: false, subject: '', body: '', emailField: null },
    templateId: null,
  };

  it('is stored as if what is empty was left out, and takes submissions', async () => {
    const form = await newForm(secret, { title: 'Everything', fields, ...settings });
    expect(form.fields.slice(0, 3)).toEqual([
      { id: 'name', type: 'text', label: 'Name', required: true, validate: {}, pii: false },
      {
        id: 'topic',
        type: 'select',
        required: false,
        options: ['Sales', 'Support'],
        validate: {},
        pii: false,
        other: false,
      },
      { id: 'age', type: 'number', required: false, validate: {}, pii: false },
    ]);
    expect(form).not.toHaveProperty('retention');
    expect(form).not.toHaveProperty('autoresponder');
    expect(form.storage).toEqual({ mode: 'platform' });
    expect((await submit(secret, form.id, { name: 'Ada', age: '36' })).answers).toEqual({ name: 'Ada', age: 36 });
    const changed = await secret('updateForm', { params: { id: form.id }, body: { fields } });
    expect(changed).toMatchObject({ status: 200, body: { version: 1, fields: form.fields } });
  });

  it('is refused for what is missing, and for what its type does not have', async () => {
    const wrong = [
      everyProperty({ id: 'topic', type: 'select' }),
      everyProperty({ id: 'age', type: 'number', options: ['1'], validate: { maxLength: 3 } }),
    ];
    const reply = await secret('createForm', { body: { title: 'Wrong', fields: wrong } });
    expectFaults(reply, 'fields[0].options minItems');
    const second = await secret('createForm', { body: { title: 'Wrong', fields: wrong.slice(1) } });
    expectFaults(second, 'fields[0].options notAllowed', 'fields[0].validate.maxLength notAllowed');
    expectFaults(await secret('createForm', { body: { title: null, fields: [] } }), 'title required');
    expectFaults(await secret('createForm', { body: { title: 'T', fields: [], colour: '' } }), 'colour unknown');
  });
});

describe('a record that was read', () => {
  it('is a good body for another one', async () => {
    const form = await newForm(secret, { spamProtection: { recaptcha: { enabled: true, siteKey: 'key' } } });
    const { body: read } = await secret('getForm', { params: { id: form.id } });
    const copy = await secret('createForm', { body: read });
    expect(copy).toMatchObject({ status: 201, body: { title: form.title, fields: form.fields, version: 1 } });
    expect(copy.body.id).not.toBe(form.id);
    const webhook = await secret('createWebhook', {
      body: { url: 'https://hooks.example.com/in', events: ['response.created'], formId: null, secret: null },
    });
    const { secret: _, ...shown } = webhook.body;
    const again = await secret('createWebhook', { body: shown });
    expect(again).toMatchObject({ status: 201, body: { url: shown.url } });
    expect(again.body.id).not.toBe(shown.id);
  });
});

describe('the storage of a form', () => {
  it('takes a region alone, and says which bucket is used in place of one that is not', async () => {
    for (const region of ['us', 'eu', 'global']) {
      expect((await newForm(secret, { storage: { region } })).storage).toEqual({ region });
    }
    const { storage, warnings } = await newForm(secret, { storage: { mode: 'platform', bucket: 'my-bucket' } });
    expect(storage).toEqual({ mode: 'platform', bucket: 'my-bucket' });
    expect(warnings).toEqual([
      { field: 'storage.bucket', rule: 'unused', message: expect.stringMatching(/bucket \S+ of the deployment/) },
    ]);
  });
});
