import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { env } from '../../shared/env.ts';
import { isFormId, isIdOf, newId, responseAddress } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { deleteOrganization } from '../../shared/store/accounts/organization-changes.ts';
import { getOrganization } from '../../shared/store/accounts/organizations.ts';
import { anonymousIn } from '../../shared/store/audit.ts';
import { deleteForm, findForm, type StoredForm } from '../../shared/store/forms/forms.ts';
import { prefixOf } from '../../shared/store/keys.ts';
import { createRequest } from '../../shared/store/responses/data-subject-requests.ts';
import { foundBatchWrite } from '../../shared/store/responses/found-responses.ts';
import { deleteResponse, readResponse } from '../../shared/store/responses/responses.ts';
import { dynamodb, writeIfUnchanged } from '../../shared/store/table.ts';

/** The steps of an erasure before it removes what it has found. */
const searchSteps = 2;

/** The maximum number of responses in a batch of an erasure. */
const batchMax = 500;

type Row = { sortKey: string; visit?: string };

/**
 * Deletes again what was deleted and a restore has brought back. For responses, it also starts an erasure in each
 * environment, which removes deliveries, exports and copies in archives once the stage is no longer paused. Running it
 * twice is safe.
 *
 * @returns the number of records
 */
export async function repeatDeletions(): Promise<number> {
  const rows = new Map<string, Row[]>();
  let repeated = 0;
  for await (const id of readDeletions()) if (await deleteAgain(id, rows)) repeated += 1;
  for (const [formId, found] of rows) await eraseTraces(formId, found);
  return repeated;
}

/** Reads the IDs of all noted deletions, in no particular order. */
export async function* readDeletions(): AsyncGenerator<string> {
  const scan = {
    TableName: env('DATA_KEYS_TABLE'),
    ConsistentRead: true,
    FilterExpression: 'begins_with(pk, :prefix)',
    ExpressionAttributeValues: { ':prefix': prefixOf('deletion', 'pk') },
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, scan)) {
    for (const { sk } of Items) yield String(sk);
  }
}

async function deleteAgain(id: string, rows: Map<string, Row[]>): Promise<boolean> {
  if (isIdOf('organization', id)) return deleteOrganizationAgain(id);
  if (isFormId(id)) return deleteFormAgain(id);
  const { formId = '', sortKey = '' } = responseAddress(id) ?? {};
  const visit = await deleteResponseAgain(id, formId);
  if (visit === undefined) return false;
  rows.set(formId, [...(rows.get(formId) ?? []), { sortKey, ...(visit && { visit }) }]);
  return true;
}

const deleteOrganizationAgain = (id: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const organization = await getOrganization(id);
    if (!organization) return false;
    const caller = anonymousIn(id, { sourceIp: '', userAgent: undefined });
    return (await deleteOrganization(organization, { caller, action: 'organization.deleted' })) || undefined;
  });

const deleteFormAgain = (id: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const stored = await findForm(id);
    return stored ? (await deleteForm(stored)) || undefined : false;
  });

/** Returns the hash of its visit, empty if it has none, or undefined if there is no such response. */
async function deleteResponseAgain(id: string, formId: string): Promise<string | undefined> {
  const stored = await findForm(formId);
  if (!stored) return undefined;
  const deleted = await retryOnConflict(async () => {
    const read = await readResponse(id, stored);
    if (!read) return { visit: undefined };
    return (await deleteResponse(read)) ? { visit: read.item.visit ?? '' } : undefined;
  });
  return deleted.visit;
}

/** Starts an erasure that has found these responses of a form already. */
async function eraseTraces(formId: string, rows: readonly Row[]): Promise<void> {
  const { form, organizationId, environmentId } = (await findForm(formId)) as StoredForm;
  const { environment } = form;
  const caller = { ...anonymousIn(organizationId, { sourceIp: '', userAgent: undefined }), environment, environmentId };
  const id = newId('dataSubjectRequest');
  const batches = Math.ceil(rows.length / batchMax);
  for (let number = 0; number < batches; number++) {
    const responses = rows.slice(number * batchMax, (number + 1) * batchMax);
    await writeIfUnchanged([foundBatchWrite(id, { number, formId, responses })]);
  }
  const progress = { step: searchSteps, batch: 0, batches, failures: 0, revision: 1 };
  const request = {
    ...{ id, type: 'erase' as const, state: 'running' as const, subject: {}, ...progress },
    ...{ environment, environmentId, organizationId, createdAt: new Date().toISOString() },
    forms: { [formId]: { found: rows.length, erased: 0 } },
  };
  await createRequest(request, { caller: caller as never, action: 'data_subject.erasure_requested' });
}
