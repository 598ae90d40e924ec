import assert from 'node:assert/strict';
import { type Access, ask, bearer, call } from './access.ts';

/** A pipeline with keys of two environments: what it tries in staging, production neither sees nor takes. */
export async function continuousIntegration({ baseUrl, environments: { production, staging } }: Access): Promise<void> {
  assert.match(production.secretKey, /^sk_live_/);
  assert.match(production.publishableKey, /^pk_live_/);
  assert.match(staging.secretKey, /^sk_test_/);
  assert.match(staging.publishableKey, /^pk_test_/);
  const definition = { title: 'Pipeline', status: 'live', fields: [{ id: 'name', type: 'text', label: 'Name' }] };
  const deploy = (secretKey: string, environment: string) =>
    call(`${baseUrl}/forms`, 'POST', { headers: bearer(secretKey), body: { ...definition, environment } });
  const [tried, real] = [await deploy(staging.secretKey, 'staging'), await deploy(production.secretKey, 'production')];
  assert.deepEqual([tried.environment, real.environment], ['staging', 'production']);
  const listed = async (secretKey: string) =>
    JSON.stringify(await call(`${baseUrl}/forms`, 'GET', { headers: bearer(secretKey) }));
  const [inStaging, inProduction] = [await listed(staging.secretKey), await listed(production.secretKey)];
  assert.ok(inStaging.includes(tried.id) && !inStaging.includes(real.id));
  assert.ok(inProduction.includes(real.id) && !inProduction.includes(tried.id));
  const read = await ask(`${baseUrl}/forms/${real.id}`, 'GET', { headers: bearer(staging.secretKey) });
  assert.equal(read.status, 404);

  const submit = (formId: string, publishableKey: string) =>
    ask(`${baseUrl}/v1/forms/${formId}/submissions`, 'POST', {
      headers: { 'x-publishable-key': publishableKey },
      body: { name: 'Ada' },
    });
  assert.ok((await submit(tried.id, staging.publishableKey)).status < 300);
  assert.ok((await submit(real.id, staging.publishableKey)).status >= 400);
  const url = `${baseUrl}/forms/${tried.id}`;
  const updated = await call(url, 'PUT', { headers: bearer(staging.secretKey), body: { title: 'Pipeline 2' } });
  assert.equal(updated.title, 'Pipeline 2');
  for (const path of ['/users', '/organizations', '/environments', '/templates']) {
    await call(baseUrl + path, 'GET', { headers: bearer(staging.secretKey) });
  }
  await call(url, 'DELETE', { headers: bearer(staging.secretKey) });
  const invalid = await ask(`${baseUrl}/forms`, 'GET', { headers: bearer(`sk_live_${'x'.repeat(24)}`) });
  assert.deepEqual([invalid.status, invalid.body.error], [401, 'Unauthorized']);
  assert.match(invalid.body.message, /invalid|missing/i);
}
