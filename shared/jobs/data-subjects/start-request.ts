import type { FromSchema } from 'json-schema-to-ts';
import type { eraseDataSubject } from '../../contracts/responses/data-subjects.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { criterionOf, fingerprintOf, maskedCriterion } from '../../domain/responses/data-subject.ts';
import { validationFailed } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import { newId } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import type { Audited } from '../../store/audit.ts';
import { quotas } from '../../store/quotas.ts';
import { createRequest, requestRecord } from '../../store/responses/data-subject-requests.ts';

const full: Fault = {
  field: '',
  rule: 'maxDataSubjectRequests',
  message: `The environment has ${quotas.dataSubjectRequests.max} requests that have not ended; wait for one of them`,
};

/** Stores a request to export or erase a person, which its job carries out. */
export async function startRequest(
  type: 'export' | 'erase',
  body: FromSchema<typeof eraseDataSubject.body>,
  { caller, action }: Audited<Caller>,
) {
  const criterion = criterionOf(body);
  if ('faults' in criterion) throw validationFailed(criterion.faults);
  const { environment, environmentId, organizationId } = caller;
  const request = {
    ...{ id: newId('dataSubjectRequest'), type, state: 'queued' as const },
    ...{ environment, environmentId, organizationId },
    subject: maskedCriterion(criterion),
    fingerprint: fingerprintOf(criterion),
    createdAt: new Date().toISOString(),
    ...{ forms: {}, batches: 0, step: 0, batch: 0, failures: 0, revision: 1 },
  };
  const outcome = await retryOnConflict(() => createRequest(request, { caller, action }));
  if (outcome === 'full') throw validationFailed([full]);
  return requestRecord(request);
}
