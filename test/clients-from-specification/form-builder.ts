import assert from 'node:assert/strict';
import { type Access, ask, bearer, call, isTime, until } from './access.ts';

/** The back end of a form builder: it makes a form, changes it, publishes it, reads what comes in, and deletes it. */
export async function formBuilder({ baseUrl, environments: { production } }: Access): Promise<void> {
  const headers = bearer(production.secretKey);
  const form = await call(`${baseUrl}/forms`, 'POST', {
    headers,
    body: {
      title: 'Request a quote',
      status: 'draft',
      environment: 'production',
      fields: [
        { id: 'name', type: 'text', label: 'Name', required: true, validate: { minLength: 2, maxLength: 80 } },
        { id: 'email', type: 'email', label: 'E-mail', required: true, pii: true },
        { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', 'Support'] },
        { id: 'seats', type: 'number', label: 'Seats', validate: { min: 1, max: 500 } },
        { id: 'start', type: 'date', label: 'Start' },
        { id: 'message', type: 'textarea', label: 'Message', placeholder: 'What is it about?' },
      ],
      ui: { theme: 'auto', progress: 'bar', layout: 'one-by-one' },
    },
  });
  for (const name of ['id', 'title', 'status', 'environment', 'fields', 'createdAt', 'updatedAt']) {
    assert.ok(name in form, `The new form has ${name}`);
  }
  assert.ok(isTime(form.createdAt) && isTime(form.updatedAt));

  const url = `${baseUrl}/forms/${form.id}`;
  const renamed = await call(url, 'PUT', { headers, body: { title: 'Ask for a quote' } });
  assert.deepEqual(
    [renamed.title, renamed.status, renamed.fields, renamed.ui],
    ['Ask for a quote', 'draft', form.fields, form.ui],
  );
  await call(url, 'PUT', { headers, body: { status: 'live' } });
  assert.equal((await call(url, 'GET', { headers })).status, 'live');
  const listed = await call(`${baseUrl}/forms?status=live&environment=production&limit=50&offset=0`, 'GET', {
    headers,
  });
  assert.ok(JSON.stringify(listed).includes(form.id), 'The list of live forms has it');

  const shown = await call(`${url}/public`);
  assert.equal(shown.title, 'Ask for a quote');
  assert.deepEqual(
    shown.fields.map(({ id }: { id: string }) => id),
    ['name', 'email', 'topic', 'seats', 'start', 'message'],
  );

  const answers = {
    name: 'Ada',
    email: 'ada@example.com',
    topic: 'Sales',
    seats: 12,
    start: '2026-03-01',
    message: 'Hi',
  };
  const submission = await call(`${baseUrl}/v1/forms/${form.id}/submissions`, 'POST', { headers, body: answers });
  assert.deepEqual([submission.formId, submission.status, submission.answers], [form.id, 'completed', answers]);
  assert.ok(submission.id && isTime(submission.submittedAt));
  const wrong = { ...answers, email: 'nobody', seats: 0, topic: 'Other' };
  const refused = await ask(`${baseUrl}/v1/forms/${form.id}/submissions`, 'POST', { headers, body: wrong });
  assert.equal(refused.status, 400);
  assert.ok(refused.body.error && refused.body.message);

  assert.equal((await ask(url, 'DELETE', { headers })).status, 204);
  assert.equal((await ask(url, 'GET', { headers })).status, 404);
  await until('the page to be gone', async () => (await ask(`${url}/public`)).status === 404 || undefined);
}
