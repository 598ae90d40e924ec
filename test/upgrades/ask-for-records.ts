import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { accessKeyId, region, secretAccessKey } from '../../local/credentials.ts';

type RequestInput = { headers?: Record<string, string>; body?: object };

/**
 * Asks the local service of a release for all kinds of records, and returns its tables, with what the service says about them. IDs, keys
 * and times are the service's own, so they differ in each recording; the kinds and numbers of records do not.
 *
 * @param dataDir where the service keeps its data
 */
export async function askForRecords(dataDir: string): Promise<object> {
  const json = (file: string) => JSON.parse(readFileSync(join(dataDir, file), 'utf8'));
  const { baseUrl, owner, organization, environments } = json('credentials.json');
  const { secretKey, publishableKey } = environments.production;
  const secret = { authorization: `Bearer ${secretKey}` };
  const publishable = { 'x-publishable-key': publishableKey, origin: 'https://example.com' };

  async function call(method: string, path: string, { headers = secret, body }: RequestInput = {}) {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    // An older release does not have every operation and property.
    if ([400, 404].includes(response.status)) return {};
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  await new Promise(resolve => receiver.once('listening', resolve));
  const { port } = receiver.address() as { port: number };

  const fields = [
    { id: 'name', type: 'text', label: 'Your name', required: true },
    { id: 'email', type: 'email', label: 'E-mail', pii: true },
    { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', 'Support'] },
    { id: 'age', type: 'number', label: 'Age' },
    { id: 'iban', type: 'text', label: 'IBAN' },
    { id: 'cv', type: 'file', label: 'CV' },
  ];
  const form = await call('POST', '/forms', {
    body: {
      ...{ title: 'Contact', status: 'live', fields },
      ...{
        allowedOrigins: ['https://example.com'],
        spamProtection: { honeypot: { enabled: true, fieldName: 'website' } },
      },
      webhooks: [{ event: 'response.created', url: `http://127.0.0.1:${port}/own`, secret: 'a secret of the form' }],
    },
  });
  await call('PUT', `/forms/${form.id}`, { body: { fieldPolicies: { iban: 'encrypted' } } });
  const draft = await call('POST', '/forms', { body: { title: 'Draft', fields: [] } });
  const webhook = await call('POST', '/webhooks', {
    body: {
      url: `http://127.0.0.1:${port}/all`,
      events: ['response.created', 'response.updated'],
      secret: 'a good secret',
    },
  });
  const failing = await call('POST', '/webhooks', {
    body: { url: 'http://127.0.0.1:1999/closed', events: ['response.created'], formId: form.id },
  });
  const slack = await call('POST', '/integrations', {
    body: { type: 'slack', config: { webhookUrl: `http://127.0.0.1:${port}/slack` } },
  });
  const path = `/v1/forms/${form.id}/submissions`;
  const submit = (body: object, headers: Record<string, string> = secret, query = '') =>
    call('POST', path + query, { headers, body });

  const upload = await call('POST', '/uploads/sign', {
    headers: publishable,
    body: { formId: form.id, fieldId: 'cv', fileName: 'cv.txt', contentType: 'text/plain', size: 5 },
  });
  const stored = await fetch(upload.uploadUrl, { method: upload.method, headers: upload.headers, body: 'hello' });
  if (!stored.ok) throw new Error(`The upload: ${stored.status}`);

  const completed: { id: string }[] = [];
  for (let row = 0; row < 12; row++) {
    const answers = {
      name: `Person ${row}`,
      email: `person${row}@example.com`,
      topic: row % 2 ? 'Sales' : 'Support',
      age: row,
    };
    completed.push(await submit(answers, row % 3 === 0 ? publishable : secret));
  }
  completed.push(await submit({ name: 'Ada', iban: 'DE02120300000000202051' }));
  completed.push(await submit({ name: 'Grace', cv: upload.fileId }, publishable));
  const keyed = { ...secret, 'idempotency-key': 'recorded-key' };
  const once = await submit({ name: 'Once', email: 'once@example.com' }, keyed);
  const session = (name: string) => ({ ...publishable, 'x-session-id': `${name}-session-of-the-recording` });
  const partial = await submit({ name: 'Partial' }, session('partial'), '?status=partial');
  await submit({ name: 'Begun' }, session('whole'), '?status=partial');
  const whole = await submit({ name: 'Whole', topic: 'Sales' }, session('whole'));
  for (let visit = 0; visit < 30; visit++) {
    const sessionId = `visit-${visit}-of-the-recording`;
    for (const [index, type] of ['view', 'focus', 'abandon'].entries()) {
      await call('POST', `/forms/${form.id}/events`, {
        headers: publishable,
        body: { type, sessionId, ...(index > 0 && { fieldId: 'name' }) },
      });
    }
  }
  await submit({ name: 'Robot', website: 'spam' }, publishable);
  const [first = { id: '' }, second = { id: '' }, third = { id: '' }] = completed;
  await call('PUT', `/responses/${first.id}`, { body: { notes: 'Called back' } });
  await call('PUT', `/responses/${second.id}`, { body: { answers: { topic: 'Support' } } });
  await call('PUT', `/responses/${third.id}`, { body: { spam: true } });
  await call('DELETE', `/responses/${completed[3]?.id}`);
  await call('PUT', `/forms/${form.id}`, {
    body: { fields: [...fields, { id: 'city', type: 'text', label: 'City' }] },
  });

  const { token } = await call('POST', '/auth/login', {
    headers: {},
    body: { email: owner.email, password: owner.password },
  });
  const asOwner = { authorization: `Bearer ${token}` };
  const member = await call('POST', '/users', {
    headers: asOwner,
    body: { email: 'editor@example.com', name: 'Editor', password: 'correct horse battery staple', role: 'editor' },
  });
  await call('POST', `/organizations/${organization.id}/invitations`, {
    headers: asOwner,
    body: { email: 'invited@example.com', role: 'viewer' },
  });
  const template = await call('POST', '/templates', { body: { name: 'Own', form: { title: 'Own', fields } } });
  const viewer = await call('POST', '/api-keys', {
    headers: asOwner,
    body: { type: 'secret', environment: 'production', name: 'Reader', role: 'viewer' },
  });
  const exported = await call('POST', '/exports', { body: { format: 'csv' } });

  /** Until the stream has brought everything, and jobs and deliveries have ended. */
  async function settled(attempt = 0): Promise<void> {
    const { total } = await call('GET', `/webhooks/${webhook.id}/deliveries`);
    const { state } = await call('GET', `/exports/${exported.id}`);
    const { totals } = await call('GET', `/forms/${form.id}/analytics`);
    if (total >= 17 && (state ?? 'done') === 'done' && totals.submissions >= 15 && totals.views >= 30)
      return pause(15_000).then(() => {});
    if (attempt > 120) throw new Error(`It does not settle: ${JSON.stringify({ total, state, totals })}`);
    await pause(2000);
    return settled(attempt + 1);
  }
  await settled();

  const [{ totals }, listed, forms] = [
    await call('GET', `/forms/${form.id}/analytics`),
    await call('GET', `/responses?form_id=${form.id}&limit=1000`),
    await call('GET', '/forms'),
  ];
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${json('ports.json').dynamodb}`,
    region,
    credentials: { accessKeyId, secretAccessKey },
  });
  async function scan(TableName: string): Promise<object[]> {
    const items: object[] = [];
    for await (const page of paginateScan({ client }, { TableName })) items.push(...(page.Items ?? []));
    return items;
  }

  const [kmsKeyFile = ''] = readdirSync(join(dataDir, 'kms'));
  const kmsKey = readFileSync(join(dataDir, 'kms', kmsKeyFile)).toString('base64');
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const tables = TableNames.toSorted(name => (/DataKeys/i.test(name) ? 1 : -1));
  receiver.close();
  const kept = {
    recordedAt: new Date().toISOString(),
    secretKey,
    publishableKey,
    owner,
    viewerKey: viewer.key,
    organizationId: organization.id,
    ...{
      form: form.id,
      draft: draft.id,
      webhook: webhook.id,
      failing: failing.id,
      slack: slack.id,
      template: template.id,
    },
    ...{ member: member.id, once: once.id, partial: partial.id, whole: whole.id, first: first.id, file: upload.fileId },
    ...{ totals, responses: listed.items, total: listed.total, forms: forms.total },
    kms: { id: basename(kmsKeyFile, '.key'), key: kmsKey },
    indexes: (await client.send(new DescribeTableCommand({ TableName: tables[0] }))).Table?.GlobalSecondaryIndexes,
    items: await Promise.all(tables.map(scan)),
  };
  client.destroy();
  return kept;
}
