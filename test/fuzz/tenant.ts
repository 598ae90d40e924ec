import type { Contract } from '../../shared/contracts/contract.ts';
import { hashPassword } from '../../shared/sign-in/password.ts';
import { bootstrapOrganization } from '../../shared/store/accounts/organizations.ts';
import { callPatiently, type Endpoint, type FuzzRequest } from './endpoints.ts';

/** An organization with a record of each kind. `secret` stands in whatever of it holds text. */
export type Tenant = {
  readonly secret: string;
  readonly credentials: readonly Readonly<Record<string, string>>[];
  /** The ids of its records, by the kind that a path names: `forms`. */
  readonly ids: Readonly<Record<string, string>>;
};

/** What each kind of record is made with. `ids` are those of the kinds before it. */
const records: readonly [kind: string, operation: string, body: (secret: string, ids: Tenant['ids']) => object][] = [
  ['forms', 'createForm', secret => ({ title: secret, status: 'live', fields: fieldsOf(secret) })],
  ['responses', 'createSubmission', secret => ({ name: secret, age: 7, topic: secret, day: '2026-01-31' })],
  ['templates', 'createTemplate', secret => ({ name: secret, form: { title: secret, fields: fieldsOf(secret) } })],
  ['webhooks', 'createWebhook', () => ({ url: 'https://hooks.example.com/', events: ['response.created'] })],
  ['integrations', 'createIntegration', () => slack],
  ['files', 'signUpload', (secret, { forms }) => ({ ...file, formId: forms, fileName: secret })],
  ['api-keys', 'createApiKey', secret => ({ type: 'secret', environment: 'production', name: secret })],
  ['users', 'createUser', secret => ({ email: `${secret}@example.com`, name: secret, role: 'viewer', password })],
];

const slack = { type: 'slack', config: { webhookUrl: 'https://hooks.slack.com/services/T0/B0/XXXXXXXX' } };
const file = { fieldId: 'cv', contentType: 'text/plain', size: 7 };
const password = 'a good password';

const fieldsOf = (secret: string) => [
  { id: 'name', type: 'text', label: secret },
  { id: 'email', type: 'email' },
  { id: 'age', type: 'number', validate: { min: 0, max: 150 } },
  { id: 'topic', type: 'select', options: [secret, 'Support'] },
  { id: 'day', type: 'date' },
  { id: 'code', type: 'text', validate: { pattern: '^([a-z]+ ?)*$', maxLength: 200 } },
  { id: 'note', type: 'textarea' },
  { id: 'cv', type: 'file' },
];

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export async function newTenant(endpoints: ReadonlyMap<string, Endpoint>, secret: string): Promise<Tenant> {
  const owner = { email: `owner-${secret}@example.com`, password };
  const passwordHash = await hashPassword(password);
  const organization = await bootstrapOrganization(secret, { email: owner.email, passwordHash });
  const { production, staging } = organization?.environments ?? {};
  // From where nobody has failed to log in, as the made-up requests have.
  const from = `2001:db8:${secret.slice(-8, -4)}:${secret.slice(-4)}::1`;
  const { token } = await made(endpoints, 'login', { from, body: JSON.stringify(owner) });
  const session = bearer(token ?? '');
  const keys = [
    bearer(production?.secretKey ?? ''),
    { 'x-publishable-key': production?.publishableKey ?? '' },
  ] as const;
  const ids: Record<string, string> = { organizations: organization?.organization.id ?? '' };
  for (const [kind, operation, body] of records) {
    const headers = operation === 'createSubmission' ? keys[0] : session;
    const sent = { params: { formId: ids.forms ?? '' }, headers, body: JSON.stringify(body(secret, ids)) };
    const reply = await made(endpoints, operation, sent);
    ids[kind] = reply.id ?? reply.fileId ?? '';
  }
  return { secret, ids, credentials: [session, ...keys, bearer(staging?.secretKey ?? '')] };
}

async function made(
  endpoints: ReadonlyMap<string, Endpoint>,
  operation: string,
  sent: Partial<FuzzRequest>,
): Promise<Record<string, string>> {
  const endpoint = endpoints.get(operation);
  if (!endpoint) throw new Error(`There is no operation ${operation}`);
  const { status, body } = await callPatiently(endpoint, {
    params: {},
    query: [],
    headers: {},
    body: undefined,
    ...sent,
  });
  if (status >= 300) throw new Error(`${operation} is answered ${status}: ${body}`);
  return JSON.parse(body);
}

/** The kind of record that a parameter of a path names: of `{id}`, what stands before it. */
export function kindOf({ path }: Contract, parameter: string): string {
  if (parameter !== 'id')
    return { formId: 'forms', fileId: 'files', userId: 'users', orgId: 'organizations' }[parameter] ?? parameter;
  return path.split('/')[1] ?? '';
}
