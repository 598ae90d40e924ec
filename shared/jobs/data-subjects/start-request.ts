import type { FromSchema } from 'json-schema-to-ts';
import type { exportDataSubject } from '../../contracts/responses/data-subjects.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { isTime } from '../../domain/forms/settings-faults.ts';
import {
  type Criterion,
  criterionOf,
  fingerprintOf,
  identifyingFields,
  maskedCriterion,
} from '../../domain/responses/data-subject.ts';
import { insufficientPermission, validationFailed } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import { newId } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import type { AuditedAction } from '../../store/audit.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { quotas } from '../../store/quotas.ts';
import { createRequest, requestRecord } from '../../store/responses/data-subject-requests.ts';

const full: Fault = {
  field: '',
  rule: 'maxDataSubjectRequests',
  message: `The environment has ${quotas.dataSubjectRequests.max} requests that have not ended; wait for one of them`,
};

const notADate: Fault = { field: 'deadline', rule: 'format', message: 'is not a valid date' };

const masked = 'data_subject.masked_exported';

const ownersOnly =
  'includeMasked: only a session of an owner may have masked answers whole. Leave it out, or ask an owner.';

/**
 * Checks that a criterion names a person, so that a common answer does not find everyone. A field names a person if it
 * is an email field, or is marked as such.
 */
async function checkCriterion({ environmentId }: Caller, criterion: Criterion): Promise<void> {
  if ('email' in criterion) return;
  for await (const stored of readForms(environmentId, { order: 'asc' })) {
    if (identifyingFields(stored).has(criterion.fieldId)) return;
  }
  throw validationFailed([notIdentifying]);
}

const notIdentifying: Fault = {
  field: 'fieldId',
  rule: 'identifies',
  message:
    'no form of this environment has this field as one that names a person; set identifies: true on the field, or name the person by email',
};

type DataSubjectBody = FromSchema<typeof exportDataSubject.body>;
type OfExports = 'includeMasked' | 'include' | 'language';
type RequestedExport = Omit<DataSubjectBody, OfExports> &
  Partial<Pick<DataSubjectBody, OfExports>> & {
    readonly except?: readonly string[];
  };

/** Returns how the file of an export shows the person's data, and who asked for it. An erasure has no file. */
function presentationOf(type: 'export' | 'erase', { include = [], language }: RequestedExport, { name }: Caller) {
  return type === 'export' ? { include, ...(language && { language }), ...(name && { requestedBy: name }) } : {};
}

/** Stores a request to export or erase a person, which its job carries out. */
export async function startRequest(
  type: 'export' | 'erase',
  body: RequestedExport,
  { caller, action }: AuditedAction<Caller>,
) {
  const criterion = criterionOf(body);
  if ('faults' in criterion) throw validationFailed(criterion.faults);
  await checkCriterion(caller, criterion);
  const { responsesMax, includeMasked = false, except = [], deadline, note } = body;
  if (deadline !== undefined && !isTime(deadline)) throw validationFailed([notADate]);
  if (includeMasked && !(caller.kind === 'session' && caller.role === 'owner'))
    throw insufficientPermission(ownersOnly);
  const { environment, environmentId, organizationId } = caller;
  const request = {
    ...{ id: newId('dataSubjectRequest'), type, state: 'queued' as const },
    ...{ environment, environmentId, organizationId },
    subject: maskedCriterion(criterion),
    ...presentationOf(type, body, caller),
    fingerprint: fingerprintOf(criterion),
    createdAt: new Date().toISOString(),
    ...{ responsesMax, includeMasked, ...(except.length > 0 && { except }) },
    ...(deadline !== undefined && { deadline: new Date(deadline).toISOString() }),
    ...(note !== undefined && { note }),
    ...{ forms: {}, batches: 0, step: 0, batch: 0, failures: 0, revision: 1 },
  };
  const outcome = await retryOnConflict(() =>
    createRequest(request, { caller, action, also: includeMasked ? [masked] : [] }),
  );
  if (outcome === 'full') throw validationFailed([full]);
  return requestRecord(request);
}
