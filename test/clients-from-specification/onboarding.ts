import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Access, ask, bearer, call } from './access.ts';

/** The onboarding of a customer: an organization, its environments, people and their roles, templates, a chat tool. */
export async function onboarding({ baseUrl, environments: { production } }: Access): Promise<void> {
  const headers = bearer(production.secretKey);
  const organization = await call(`${baseUrl}/organizations`, 'POST', {
    headers,
    body: { name: 'Analytical Engines' },
  });
  assert.ok(organization.id);
  assert.ok(JSON.stringify(await call(`${baseUrl}/organizations`, 'GET', { headers })).includes(organization.id));
  const read = await call(`${baseUrl}/organizations/${organization.id}`, 'GET', { headers });
  assert.equal(read.name, 'Analytical Engines');

  const email = `${randomUUID()}@example.com`;
  const user = await call(`${baseUrl}/users`, 'POST', { headers, body: { email, name: 'Ada Lovelace' } });
  assert.equal((await call(`${baseUrl}/users/${user.id}`, 'GET', { headers })).email, email);
  const renamed = await call(`${baseUrl}/users/${user.id}`, 'PUT', { headers, body: { name: 'Ada' } });
  assert.equal(renamed.name, 'Ada');
  assert.ok(JSON.stringify(await call(`${baseUrl}/users`, 'GET', { headers })).includes(user.id));

  const members = `${baseUrl}/organizations/${organization.id}/members`;
  await call(members, 'POST', { headers, body: { userId: user.id, role: 'editor' } });
  assert.ok(JSON.stringify(await call(members, 'GET', { headers })).includes(user.id));
  const member = await call(`${members}/${user.id}/role`, 'PUT', { headers, body: { role: 'admin' } });
  assert.equal(member.role, 'admin');

  for (const name of ['production', 'staging', 'development']) {
    const environment = await call(`${baseUrl}/environments`, 'POST', { headers, body: { name } });
    assert.equal(environment.name, name);
  }
  const environments = await call(`${baseUrl}/environments`, 'GET', { headers });
  for (const name of ['production', 'staging', 'development']) assert.ok(JSON.stringify(environments).includes(name));

  const fields = [{ id: 'name', type: 'text', label: 'Name' }];
  const form = { title: 'Feedback', fields };
  const template = await call(`${baseUrl}/templates`, 'POST', { headers, body: { name: 'Feedback', form } });
  assert.ok(JSON.stringify(await call(`${baseUrl}/templates`, 'GET', { headers })).includes(template.id));
  const config = { webhookUrl: 'https://hooks.slack.com/services/T0/B0/secret' };
  const integration = await call(`${baseUrl}/integrations`, 'POST', { headers, body: { type: 'slack', config } });
  assert.ok(integration.id);

  assert.equal((await ask(`${baseUrl}/users/${user.id}`, 'DELETE', { headers })).status, 204);
  assert.equal((await ask(`${baseUrl}/users/${user.id}`, 'GET', { headers })).status, 404);
}
