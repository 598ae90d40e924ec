import type { FromSchema } from 'json-schema-to-ts';
import type { listDataSubjectRequests } from '../../contracts/responses/data-subjects.ts';
import type { Fingerprint } from '../../domain/responses/data-subject.ts';
import { isDataSubjectRequestId } from '../../ids.ts';
import { quotaWrite } from '../quotas.ts';
import { requestsOf, type StoredRequest, waitingOf } from '../requests.ts';

type Shown = FromSchema<typeof listDataSubjectRequests.response>['items'][number];

/** Where a walk through partitions, in the order of their names, goes on: behind this sort key of this partition. */
export type Place = { partition: string; after: string };

/** A request to export or erase a person, with the progress of its job. */
export type DataSubjectRequest = StoredRequest &
  Pick<Shown, 'type' | 'state' | 'subject'> & {
    /** Until it has ended. */
    fingerprint?: Fingerprint;
    /** How many responses were found, how many of them in archives, and how many were erased, by form. */
    forms: Record<string, { found: number; archived?: number; erased: number }>;
    startedAt?: string;
    endedAt?: string;
    reason?: string;
    /** What an export came to. */
    file?: NonNullable<Shown['file']>;
    /** How many batches of found responses are stored. */
    batches: number;
    /** What is being done, and with the batches from which on. */
    step: number;
    batch: number;
    place?: Place;
    /** When the responses were gone: ISO 8601. */
    sweptAt?: string;
    /** Not to go on earlier: ms since the epoch. */
    notBefore?: number;
  };

const requests = requestsOf<DataSubjectRequest>({
  itemType: 'dataSubject',
  quota: 'dataSubjectRequests',
  keptSeconds: 365 * 24 * 3600,
  isId: isDataSubjectRequestId,
});

export const {
  key: requestKey,
  partition: requestPartition,
  create: createRequest,
  get: getRequest,
  getOf: getRequestOf,
  getAll: getRequests,
  idsOf: requestIdsOf,
  save: saveRequest,
  noteFailure,
  noteInterruption,
} = requests;

/** A request as its record shows it. */
export function requestRecord(request: DataSubjectRequest): Shown {
  const { id, type, state, environment, subject, createdAt, startedAt, endedAt, reason, file } = request;
  const forms = Object.entries(request.forms).map(([formId, counts]) => ({ formId, archived: 0, ...counts }));
  return {
    ...{ id, type, state, environment, subject },
    found: forms.reduce((sum, { found }) => sum + found, 0),
    archived: forms.reduce((sum, { archived }) => sum + archived, 0),
    erased: forms.reduce((sum, { erased }) => sum + erased, 0),
    ...{ forms, file: file ?? null, reason: reason ?? null, createdAt },
    ...{ startedAt: startedAt ?? null, endedAt: endedAt ?? null },
    ...waitingOf(request, endedAt),
  };
}

/** Stores the end of a request: it has failed where it says why. What would name the person goes with it. */
export function endRequest(read: DataSubjectRequest): Promise<DataSubjectRequest | undefined> {
  const state = read.reason === undefined ? 'done' : 'failed';
  const change = { state, endedAt: new Date().toISOString(), fingerprint: undefined, place: undefined } as const;
  const due = read.file ? Date.parse(read.file.expiresAt) : 'never';
  return saveRequest(read, change, { due, writes: [quotaWrite('dataSubjectRequests', read, -1)] });
}
