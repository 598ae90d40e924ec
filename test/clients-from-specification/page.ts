import assert from 'node:assert/strict';
import { type Access, ask, bearer, call } from './access.ts';

/** A page with a form of its own: what its fields hold goes as they hold it, with the publishable key. */
export async function page({ baseUrl, environments: { production } }: Access): Promise<void> {
  const origin = 'https://www.example.com';
  const form = await call(`${baseUrl}/forms`, 'POST', {
    headers: bearer(production.secretKey),
    body: {
      ...{ title: 'Contact', status: 'live', environment: 'production', allowedOrigins: [origin] },
      fields: [
        { id: 'name', type: 'text', label: 'Name', required: true },
        { id: 'email', type: 'email', label: 'E-mail', required: true },
        { id: 'age', type: 'number', label: 'Age', validate: { min: 18 } },
        { id: 'born', type: 'date', label: 'Born' },
        { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', 'Support'] },
        { id: 'message', type: 'textarea', label: 'Message' },
      ],
      spamProtection: { honeypot: { enabled: true, fieldName: 'website' } },
    },
  });
  const schema = await call(`${baseUrl}/forms/${form.id}/public`);
  const data = new FormData();
  for (const { id } of schema.fields) data.set(id, '');
  data.set('name', 'Ada');
  data.set('email', 'ada@example.com');
  data.set('age', '36');
  data.set('website', '');
  data.set('utm_source', 'newsletter');
  data.set('submit', 'Send');
  const url = `${baseUrl}/v1/forms/${form.id}/submissions`;
  const headers = { 'x-publishable-key': production.publishableKey, origin };
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-publishable-key',
    },
  });
  assert.ok(preflight.ok && ['*', origin].includes(preflight.headers.get('access-control-allow-origin') ?? ''));
  const submission = await ask(url, 'POST', { headers, body: Object.fromEntries(data) });
  assert.ok(submission.status >= 200 && submission.status <= 299, submission.text);
  assert.ok(['*', origin].includes(submission.headers.get('access-control-allow-origin') ?? ''));
  const { id, formId, status, answers } = submission.body;
  assert.deepEqual([formId, status], [form.id, 'completed']);
  assert.deepEqual(answers, { name: 'Ada', email: 'ada@example.com', age: 36 });

  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    const texts = [...data].map(([name, value]) => [name, String(value)] as [string, string]);
    const body = type.startsWith('multipart') ? data : new URLSearchParams(texts);
    const response = await fetch(url, { method: 'POST', headers, body });
    assert.ok(response.ok, `${type}: ${response.status} ${await response.text()}`);
  }
  const missing = await ask(url, 'POST', { headers, body: { email: 'ada@example.com' } });
  assert.equal(missing.status, 400);
  assert.match(JSON.stringify(missing.body), /name/i);
  const noKey = await ask(url, 'POST', { headers: { origin }, body: Object.fromEntries(data) });
  assert.deepEqual([noKey.status, noKey.body.error], [401, 'Unauthorized']);
  const listed = await call(`${baseUrl}/responses?form_id=${form.id}`, 'GET', {
    headers: bearer(production.secretKey),
  });
  assert.ok(JSON.stringify(listed).includes(id));
  const spied = await ask(`${baseUrl}/responses?form_id=${form.id}`, 'GET', { headers });
  assert.ok([401, 403].includes(spied.status), 'A publishable key reads nothing');
}
