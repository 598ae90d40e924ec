import assert from 'node:assert/strict';
import { type Access, ask, bearer, call } from './access.ts';

/** A dashboard of the team's own, with the session of somebody who has signed in, on the forms of staging. */
export async function stagingDashboard({ baseUrl, environments, owner }: Access): Promise<void> {
  const { token } = await call(`${baseUrl}/auth/login`, 'POST', { body: owner });
  const headers = bearer(token);
  const form = await call(`${baseUrl}/forms`, 'POST', {
    headers,
    body: {
      ...{ title: 'Rehearsal', status: 'live', environment: 'staging' },
      fields: [{ id: 'name', type: 'text', label: 'Name' }],
    },
  });
  assert.equal(form.environment, 'staging');
  const isListed = async (environment: string) =>
    JSON.stringify(await call(`${baseUrl}/forms?environment=${environment}`, 'GET', { headers })).includes(form.id);
  assert.deepEqual([await isListed('staging'), await isListed('production')], [true, false]);
  assert.equal((await call(`${baseUrl}/forms/${form.id}`, 'GET', { headers })).title, 'Rehearsal');
  const key = { 'x-publishable-key': environments.staging.publishableKey };
  const submissions = `${baseUrl}/v1/forms/${form.id}/submissions`;
  const submission = await call(submissions, 'POST', { headers: key, body: { name: 'Ada' } });
  const responses = await call(`${baseUrl}/responses?form_id=${form.id}`, 'GET', { headers });
  assert.deepEqual(
    responses.items.map(({ id }: { id: string }) => id),
    [submission.id],
  );
  const noted = await call(`${baseUrl}/responses/${submission.id}`, 'PUT', { headers, body: { notes: 'Seen' } });
  assert.ok(JSON.stringify(noted.notes).includes('Seen'));
  for (const path of [`/forms/${form.id}/analytics`, `/analytics/trends?form_id=${form.id}&days=7`]) {
    await call(baseUrl + path, 'GET', { headers });
  }
  assert.equal(
    (await call(`${baseUrl}/forms/${form.id}`, 'PUT', { headers, body: { status: 'archived' } })).status,
    'archived',
  );
  assert.equal((await ask(`${baseUrl}/forms/${form.id}`, 'DELETE', { headers })).status, 204);
  const stranger = await ask(`${baseUrl}/forms`, 'GET', { headers: bearer('no session') });
  assert.deepEqual([stranger.status, stranger.body.error], [401, 'Unauthorized']);
}
