import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { batchesOf } from '../../shared/batches.ts';
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

type FoundResponse = { stored: StoredForm; id: string; row: { sortKey: string; visit?: string } };

/**
 * Deletes again what was deleted and a restore has brought back. For responses, it also starts an erasure in each
 * environment, which removes deliveries, exports and copies in archives once the stage is no longer paused. Running it
 * again is safe, also after a run that was interrupted.
 *
 * @returns the number of records
 */
export async function repeatDeletions(): Promise<number> {
  let repeated = 0;
  for await (const id of readDeletions()) if (await deleteAgain(id)) repeated += 1;
  const found: FoundResponse[] = [];
  for await (const id of readDeletions()) found.push(...(await findResponse(id)));
  // Before the responses are gone, so that an interrupted run leaves no traces that the next one cannot find.
  for (const some of Map.groupBy(found, ({ stored }) => stored.environmentId).values()) await eraseTraces(some);
  for (const { id, stored } of found) await deleteResponseAgain(id, stored);
  return repeated + found.length;
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

/** Deletes an organization or a form again. */
async function deleteAgain(id: string): Promise<boolean> {
  if (isIdOf('organization', id)) return deleteOrganizationAgain(id);
  return isFormId(id) && deleteFormAgain(id);
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

const deleteResponseAgain = (id: string, stored: StoredForm): Promise<true> =>
  retryOnConflict(async () => {
    const read = await readResponse(id, stored);
    return !read || (await deleteResponse(read)) || undefined;
  });

/** Returns the response with this ID, if it is back. */
async function findResponse(id: string): Promise<FoundResponse[]> {
  const { formId = '', sortKey = '' } = responseAddress(id) ?? {};
  const stored = await findForm(formId);
  const read = stored && (await readResponse(id, stored));
  if (!read) return [];
  const { visit } = read.item;
  return [{ stored, id, row: { sortKey, ...(visit && { visit }) } }];
}

/** Starts an erasure that has found these responses of an environment already. */
async function eraseTraces(found: readonly FoundResponse[]): Promise<void> {
  const [{ stored }] = found as [FoundResponse];
  const { organizationId, environmentId } = stored;
  // A purge removes all of a deleted organization.
  if (!(await getOrganization(organizationId))) return;
  const { environment } = stored.form;
  const id = newId('dataSubjectRequest');
  const forms = [...Map.groupBy(found, each => each.stored.form.id)];
  const batches = forms.flatMap(([formId, some]) =>
    batchesOf(some, batchMax).map(batch => ({ formId, responses: batch.map(({ row }) => row) })),
  );
  for (const [number, batch] of batches.entries()) await writeIfUnchanged([foundBatchWrite(id, { number, ...batch })]);
  const progress = { step: searchSteps, batch: 0, batches: batches.length, failures: 0, revision: 1 };
  const request = {
    ...{ id, type: 'erase' as const, state: 'running' as const, subject: {}, ...progress },
    ...{ environment, environmentId, organizationId, createdAt: new Date().toISOString() },
    forms: Object.fromEntries(forms.map(([formId, some]) => [formId, { found: some.length, erased: 0 }])),
  };
  const caller = { ...anonymousIn(organizationId, { sourceIp: '', userAgent: undefined }), environment };
  const outcome = await createRequest(request, { caller, action: 'data_subject.erasure_requested' });
  if (outcome !== 'created') {
    throw new Error(
      `The environment ${environmentId} takes no more requests of data subjects. Wait until some have ended, and run this command again.`,
    );
  }
}
