import { hashOfKey } from '../../shared/auth/api-key.ts';
import type { Caller } from '../../shared/auth/caller.ts';
import { newForm } from '../../shared/domain/form.ts';
import type { Response } from '../../shared/domain/response.ts';
import { newId } from '../../shared/ids.ts';
import { apiKeyByHash } from '../../shared/store/api-keys.ts';
import { getForm, putForm, type StoredForm } from '../../shared/store/forms.ts';
import { createOrganization } from '../../shared/store/organizations.ts';
import { createResponse } from '../../shared/store/submissions.ts';

/** A secret key of the production environment of a new organization, as the caller it makes. */
export async function newCaller(): Promise<Caller & { secretKey: string }> {
  const email = `${newId('user')}@example.com`;
  const created = await createOrganization('Example', { email, password: 'a good password' });
  const secretKey = created?.environments.production.secretKey ?? '';
  const key = await apiKeyByHash(hashOfKey(secretKey));
  if (!key) throw new Error('The first secret key is not stored');
  const { id, organizationId, environmentId, environment } = key;
  return { kind: 'secretKey', id, organizationId, environmentId, environment, secretKey };
}

/** A live form with one field, stored. */
export async function storedForm(caller: Caller): Promise<StoredForm> {
  const fields = [{ id: 'name', type: 'text' as const }];
  const form = newForm({ title: 'Contact', status: 'live', fields }, caller.environment);
  await putForm(form, caller);
  const stored = await getForm(form.id);
  if (!stored) throw new Error('The form is not stored');
  return stored;
}

export async function submit(stored: StoredForm, name = 'Ada', status: Response['status'] = 'completed') {
  const content = {
    formId: stored.form.id,
    formVersion: 1,
    environment: stored.form.environment,
    status,
    answers: { name },
    notes: [],
    meta: { source: 'server' as const },
  };
  const response = await createResponse(stored, content, { requestHash: '' });
  if (!response) throw new Error('The response is not stored');
  return response;
}
