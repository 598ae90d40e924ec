import type { Contract } from '../contracts/contract.ts';
import { type EnvironmentName, environmentNames } from '../domain/accounts/caller.ts';
import {
  fileAddress,
  isDataSubjectRequestId,
  isFormId,
  isIdOf,
  isIntegrationId,
  responseAddress,
  webhookOwner,
} from '../ids.ts';
import { membershipsOf } from '../store/accounts/memberships.ts';
import type { Session } from '../store/accounts/sessions.ts';
import { type Key, keyOf } from '../store/keys.ts';
import { batchGet, getItem } from '../store/table.ts';
import type { ScopeRequest } from './requested-scope.ts';

/** An environment of an organization. */
type Tenancy = { org: string; environment: EnvironmentName };

/**
 * Returns the tenancy of the record that a request names in its path, in `form_id`, or in the `formId` of its body.
 * Returns undefined for an unknown record. Does not check access.
 *
 * @param org the organization that the request names
 */
export async function tenancyOfRecord(
  contract: Contract,
  sent: ScopeRequest,
  session: Session,
  org: string | undefined,
): Promise<Tenancy | undefined> {
  if (contract.scope !== undefined) return undefined;
  for (const id of namedIn(contract, sent)) {
    const key = keyOfRecord(id);
    if (key) return placeOf(await getItem(key));
    const isReceiver = webhookOwner(id) !== undefined || isIntegrationId(id);
    if (isReceiver) return placeOfReceiver(id, org ?? (await firstOrganization(session)));
  }
  return undefined;
}

function namedIn({ body }: Contract, { params, query, body: textOf }: ScopeRequest): string[] {
  const named = [params.id, params.formId, params.fileId, query.form_id, body && formIdIn(textOf())];
  return named.filter(id => id !== undefined);
}

/** Returns the form ID in a body. Ignores a malformed body, which its own checks report. */
function formIdIn(text: string): string | undefined {
  try {
    const { formId } = JSON.parse(text) ?? {};
    return typeof formId === 'string' ? formId : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the key of an item that contains its environment. Only a valid ID may become part of it. */
function keyOfRecord(id: string): Key | undefined {
  const form = isFormId(id) ? id : (responseAddress(id) ?? fileAddress(id) ?? webhookOwner(id))?.formId;
  if (form !== undefined) return keyOf('form', { form });
  if (isIdOf('export', id)) return keyOf('export', { request: id });
  return isDataSubjectRequestId(id) ? keyOf('dataSubject', { request: id }) : undefined;
}

async function placeOf(record: Readonly<Record<string, unknown>> | undefined): Promise<Tenancy | undefined> {
  if (typeof record?.organizationId !== 'string') return undefined;
  const org = record.organizationId;
  const found = (await environmentsOf(org)).find(({ id }) => id === record.environmentId);
  return found && { org, environment: found.environment };
}

/** Returns the environment of a receiver, because its ID doesn't contain it. */
async function placeOfReceiver(id: string, org: string | undefined): Promise<Tenancy | undefined> {
  if (org === undefined) return undefined;
  const environments = await environmentsOf(org);
  const keyIn = (owner: string): Key =>
    isIntegrationId(id) ? keyOf('integration', { owner, integration: id }) : keyOf('webhook', { owner, webhook: id });
  const [item] = await batchGet(environments.map(each => keyIn(each.id)));
  const found = environments.find(each => keyIn(each.id).pk === item?.pk);
  return found && { org, environment: found.environment };
}

async function environmentsOf(org: string): Promise<{ id: string; environment: EnvironmentName }[]> {
  if (!isIdOf('organization', org)) return [];
  const items = await batchGet(environmentNames.map(environment => keyOf('environment', { org, environment })));
  return items.map(({ id, name }) => ({ id: String(id), environment: name as EnvironmentName }));
}

const firstOrganization = async ({ organizationId, userId }: Session): Promise<string | undefined> =>
  organizationId ?? (await membershipsOf(userId))[0]?.organizationId;
