import assert from 'node:assert/strict';
import { type Access, bearer, call } from './access.ts';

const types = ['text', 'email', 'select', 'textarea', 'number', 'date', 'file'];

/** A builder whose model has every property of every field, used or not, and which copies forms as it has read them. */
export async function everyProperty({ baseUrl, environments: { production } }: Access): Promise<void> {
  const headers = bearer(production.secretKey);
  const fields = types.map(type => ({
    id: `${type}_field`,
    type,
    label: '',
    required: false,
    placeholder: '',
    validate: { minLength: null, maxLength: null, pattern: null, min: null, max: null },
    options: type === 'select' ? ['One', 'Two'] : [],
    pii: false,
  }));
  const body = {
    ...{
      title: 'Everything',
      status: 'live',
      environment: 'production',
      fields,
      allowedOrigins: [],
      fieldPolicies: {},
    },
    storage: { mode: 'platform', bucket: '', region: 'global' },
    ui: { theme: 'light', progress: 'none', layout: 'all-at-once' },
    spamProtection: {
      honeypot: { enabled: false, fieldName: '' },
      recaptcha: { enabled: false, siteKey: '', threshold: 0.5 },
    },
    webhooks: [],
    retention: { days: 365, policy: 'delete' },
  };
  const form = await call(`${baseUrl}/forms`, 'POST', { headers, body });
  assert.equal(form.fields.length, types.length);
  const read = await call(`${baseUrl}/forms/${form.id}`, 'GET', { headers });
  const copy = await call(`${baseUrl}/forms`, 'POST', { headers, body: read });
  assert.notEqual(copy.id, form.id);
  assert.deepEqual(copy.fields, form.fields);

  const nothing = { ...body, allowedOrigins: null, fieldPolicies: null, storage: null, ui: null, spamProtection: null };
  await call(`${baseUrl}/forms`, 'POST', { headers, body: { ...nothing, webhooks: null, retention: null } });
  const policies = { text_field: 'masked', email_field: 'encrypted' };
  const guarded = await call(`${baseUrl}/forms`, 'POST', { headers, body: { ...body, fieldPolicies: policies } });
  assert.deepEqual(guarded.fieldPolicies, policies);

  const answers = { text_field: 'a', email_field: 'ada@example.com', select_field: 'One', textarea_field: 'b' };
  const sent = { ...answers, number_field: 1, date_field: '2026-02-03' };
  const submission = await call(`${baseUrl}/v1/forms/${form.id}/submissions`, 'POST', { headers, body: sent });
  assert.deepEqual(submission.answers, sent);
}
