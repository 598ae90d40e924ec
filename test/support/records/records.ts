import { sealSecret } from '../../../shared/aws/secrets.ts';
import { changeEntries, newStoredWebhook } from '../../../shared/delivery/form-webhooks.ts';
import { hashOfKey } from '../../../shared/domain/accounts/api-key.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Form } from '../../../shared/domain/forms/form.ts';
import { newForm } from '../../../shared/domain/forms/stored-form.ts';
import type { IntegrationType, SentConfig } from '../../../shared/domain/receivers/integration.ts';
import type { DeliveryEvent, EventName } from '../../../shared/domain/receivers/webhook.ts';
import type { Response } from '../../../shared/domain/responses/response.ts';
import { newId, newWebhookId } from '../../../shared/ids.ts';
import { readConfig } from '../../../shared/integrations/read-config.ts';
import { apiKeyByHash } from '../../../shared/store/accounts/api-key-lookup.ts';
import { bootstrapOrganization } from '../../../shared/store/accounts/organizations.ts';
import { type StoredUser, userByEmail } from '../../../shared/store/accounts/users.ts';
import { getForm, putForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { idempotencyRecordWrite } from '../../../shared/store/forms/idempotency.ts';
import { createIntegration, type StoredIntegration } from '../../../shared/store/receivers/integrations.ts';
import { createWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { findResponse, type StoredResponse } from '../../../shared/store/responses/responses.ts';
import { createResponse, type SubmissionTies } from '../../../shared/store/responses/submissions.ts';

/**
 * Creates an organization and returns a caller with a secret key of its production environment. Its owner has no
 * password.
 */
export async function newCaller(): Promise<Caller & { secretKey: string; publishableKey: string }> {
  const email = `${newId('user')}@example.com`;
  const created = await bootstrapOrganization('Example', { email, passwordHash: 'hash' });
  const { secretKey = '', publishableKey = '' } = created?.environments.production ?? {};
  const key = await apiKeyByHash(hashOfKey(secretKey));
  if (!key) throw new Error('The first secret key is not stored');
  const { id, organizationId, environmentId, environment } = key;
  return { kind: 'secretKey', id, organizationId, environmentId, environment, secretKey, publishableKey };
}

/** Stores a live form with one field. */
export const storedForm = (caller: Caller): Promise<StoredForm> =>
  formWithFields(caller, { fields: [{ id: 'name', type: 'text' }] });

export const submit = (stored: StoredForm, name = 'Ada', status: Response['status'] = 'completed') =>
  submitAnswers(stored, { name }, status);

/** Stores a form with its own webhooks. */
export async function formWith(caller: Caller, entries: NonNullable<Form['webhooks']>): Promise<StoredForm> {
  const form = newForm({ title: 'Contact', status: 'draft', fields: [] }, caller.environment);
  const changes = await changeEntries(form.id, entries, [], caller);
  await putForm({ ...form, webhooks: changes.entries }, caller, changes.writes);
  return readForm(form.id);
}

/** Stores a webhook in the caller's environment, with the secret `a good secret`. */
export async function storedWebhook(
  caller: Caller,
  content: { formId?: string; url?: string; events?: EventName[]; includeAnswers?: boolean } = {},
) {
  const { formId = null, url = 'https://hooks.example.com/', events = ['response.created'], ...rest } = content;
  const shown = { id: newWebhookId(), formId, url, events, active: true, ...rest };
  const stored = await newStoredWebhook(shown, caller.environmentId, 'a good secret', caller);
  if ((await createWebhook(stored, { caller, action: 'webhook.created' })) !== 'created')
    throw new Error('The webhook is not stored');
  return stored;
}

/** Stores an integration in the caller's environment. Its config is as a client would send it. */
export async function storedIntegration(
  caller: Caller,
  type: IntegrationType,
  { formId = null, ...sent }: SentConfig & { formId?: string | null },
): Promise<StoredIntegration> {
  const checked = readConfig(type, sent, undefined, { allowLoopback: true });
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  const { environmentId, organizationId, environment } = caller;
  const id = newId('integration');
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now };
  const stored = {
    integration: {
      id,
      type,
      formId,
      config: checked.config,
      active: true,
      disabledReason: null,
      environment,
      ...times,
    },
    ...{ owner: environmentId, organizationId, environmentId, revision: 1 },
    ...(type === 'email'
      ? { secret: '', baseUrl: 'https://forms.example' }
      : { secret: await sealSecret(checked.credential ?? '', { environmentId, receiverId: id }) }),
    health: { failures: 0, probes: 0, slow: false },
  };
  if ((await createIntegration(stored, { caller, action: 'integration.created' })) !== 'created')
    throw new Error('The integration is not stored');
  return stored;
}

/** Stores a live form with these fields. */
export async function formWithFields(
  caller: Caller,
  content: Pick<Form, 'fields' | 'fieldPolicies' | 'extraFields'> &
    Partial<Pick<Form, 'privacy' | 'language' | 'texts' | 'retention'>>,
): Promise<StoredForm> {
  const form = newForm({ title: 'Contact', status: 'live', ...content }, caller.environment);
  await putForm(form, caller);
  return readForm(form.id);
}

/** Returns a form that is stored. */
export async function readForm(id: string): Promise<StoredForm> {
  const stored = await getForm(id);
  if (!stored) throw new Error('The form is not stored');
  return stored;
}

/** Stores the owner of a new organization, who cannot sign in by a password. */
export async function newOwner(): Promise<StoredUser> {
  const email = `${newId('user')}@example.com`;
  await bootstrapOrganization('Example', { email, passwordHash: 'hash' });
  const user = await userByEmail(email);
  if (!user) throw new Error('The owner is not stored');
  return user;
}

/** The clock of the machine, whatever a test does to its own. */
const { now: machineNow } = Date;

/** Two IDs of one millisecond are in no order: on a fast machine, responses of one test might be in any. */
function endMillisecond(): void {
  const began = machineNow();
  let at = began;
  while (at === began) at = machineNow();
}

/** Stores a response with these answers. Those stored later are later in lists. */
export async function submitAnswers(
  stored: StoredForm,
  answers: Response['answers'],
  status: Response['status'] = 'completed',
  ties: SubmissionTies = {},
) {
  const { id: formId, environment } = stored.form;
  const content = {
    formId,
    formVersion: 1,
    environment,
    status,
    answers,
    notes: [],
    meta: { source: 'server' as const },
  };
  const response = await createResponse(stored, content, ties);
  if (!response) throw new Error('The response is not stored');
  endMillisecond();
  return response;
}

/** Returns a response as it is stored, wherever it is. */
export async function readOf(stored: StoredForm, { id }: Pick<Response, 'id'>): Promise<StoredResponse> {
  const read = await findResponse(id, stored);
  if (!read) throw new Error('The response is gone');
  return read;
}

/** Returns what ties a new response to a session and an Idempotency-Key, as a submission does. */
export const keyedTies = (
  { sessionId, idempotencyKey }: { sessionId: string; idempotencyKey: string },
  more: NonNullable<SubmissionTies['writes']> = () => [],
): SubmissionTies => ({
  sessionId,
  browser: true,
  writes: response => [
    ...more(response),
    idempotencyRecordWrite(response, 201, { idempotencyKey, requestHash: 'hash' }),
  ],
});

/** Returns an event at a time, by default now. */
export function eventAt(time = Date.now(), formId = newId('form')): DeliveryEvent {
  const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
  return { name: 'response.created', timestamp: new Date(time).toISOString(), formId, status: 'completed', ...trace };
}
