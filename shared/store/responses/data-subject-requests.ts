import type { FromSchema } from 'json-schema-to-ts';
import type { listDataSubjectRequests } from '../../contracts/responses/data-subjects.ts';
import type { PageLanguage } from '../../domain/exports/person-file.ts';
import type { Fingerprint } from '../../domain/responses/data-subject.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { isDataSubjectRequestId } from '../../ids.ts';
import { quotaWrite } from '../quotas.ts';
import { requestsOf, type StoredRequest, waitingOf } from '../requests.ts';

type ShownRequest = FromSchema<typeof listDataSubjectRequests.response>['items'][number];

/** Where to continue a walk through partitions in order of name: after this sort key of this partition. */
export type ScanPosition = { partition: string; after: string };

type Pending = NonNullable<ShownRequest['pending']>;
type Disclosure = ShownRequest['disclosedTo'][number];

/** A request to export or erase a person, with the progress of its job. */
export type DataSubjectRequest = StoredRequest &
  Pick<ShownRequest, 'type' | 'state' | 'subject'> & {
    /** The person's fingerprint, until the request has ended. */
    fingerprint?: Fingerprint;
    /** The number of responses found, of those in archives, and of those erased, by form. */
    forms: Record<string, { found: number; archived?: number; erased: number }>;
    /** The number of saved views that name the person. */
    views?: number;
    /** When the person must have an answer (ISO 8601). Earlier requests have none. */
    deadline?: string;
    note?: string;
    startedAt?: string;
    endedAt?: string;
    reason?: string;
    /** The maximum number of responses that it may concern. Requests of 0.2.0 have no limit. */
    responsesMax?: number;
    /** Whether the file shows masked answers in full, as files of 0.2.0 do. */
    includeMasked?: boolean;
    /** What else the file has. Files of requests without it have the notes. */
    include?: readonly 'notes'[];
    /** The language of the page, and of the texts of forms that have it. */
    language?: PageLanguage;
    /** The name of the key, or the address of the user, who made it. */
    requestedBy?: string;
    /** The IDs of responses that it leaves alone. */
    except?: readonly string[];
    /** The file of an export. */
    file?: NonNullable<ShownRequest['file']>;
    /** The archive beside that file, and the number of uploaded files in it. Exports from before 0.3.0 have none. */
    zip?: { bytes: number; files: number };
    /** The number of stored batches of found responses. */
    batches: number;
    /** The current step, and the batch to continue from. */
    step: number;
    batch: number;
    place?: ScanPosition;
    /** The exports that it has hidden and that have files in an owner's bucket. */
    hiddenExports?: string[];
    /** The files that it has not removed yet, because the owner of a bucket denies access. */
    pending?: Omit<Pending, 'rows'> & Partial<Pick<Pending, 'rows'>>;
    /** The receivers that got responses which it erases. */
    disclosedTo?: readonly (Omit<Disclosure, 'rows'> & Partial<Pick<Disclosure, 'rows'>>)[];
    /** When the responses were gone (ISO 8601). */
    sweptAt?: string;
    /** The earliest time to continue, in ms since the epoch. */
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

/** Returns the number of responses that a request has found. */
export const foundIn = ({ forms }: Pick<DataSubjectRequest, 'forms'>): number =>
  Object.values(forms).reduce((sum, { found }) => sum + found, 0);

/** A month, in which the law wants an answer. */
const answeredWithinMs = 30 * dayMs;

/** Returns when a request must be answered, unless it says another time. */
const deadlineOf = (createdAt: string): string => new Date(Date.parse(createdAt) + answeredWithinMs).toISOString();

/** Returns a request as the API shows it. */
export function requestRecord(request: DataSubjectRequest): ShownRequest {
  const { id, type, state, environment, subject, createdAt, startedAt, endedAt, reason, file } = request;
  const forms = Object.entries(request.forms).map(([formId, counts]) => ({ formId, archived: 0, ...counts }));
  return {
    ...{ id, type, state, environment, subject },
    found: foundIn(request),
    archived: forms.reduce((sum, { archived }) => sum + archived, 0),
    erased: forms.reduce((sum, { erased }) => sum + erased, 0),
    views: request.views ?? 0,
    ...{ forms, file: file ?? null, pending: request.pending ? { rows: 0, ...request.pending } : null },
    ...{
      disclosedTo: (request.disclosedTo ?? []).map(each => ({ rows: null, ...each })),
      reason: reason ?? null,
      createdAt,
    },
    ...{ deadline: request.deadline ?? deadlineOf(createdAt), note: request.note ?? null },
    ...{ startedAt: startedAt ?? null, endedAt: endedAt ?? null },
    ...waitingOf(request, endedAt),
  };
}

/** Stores what an ended request has yet to remove. Without it, the request is done. */
export const savePending = (read: DataSubjectRequest, pending: DataSubjectRequest['pending']) =>
  pending
    ? saveRequest(read, { pending }, { due: Date.now() + againMs, isKept: true })
    : saveRequest(read, { state: 'done', pending, hiddenExports: undefined }, { due: 'never' });

/** How long it takes until a closed bucket is tried again. */
const againMs = hourMs;

/**
 * Stores the end of a request, which has failed if it has a reason. Anything that would name the person is removed.
 *
 * @param pending what it has not removed yet; it is due until that is gone
 */
export function endRequest(
  read: DataSubjectRequest,
  pending?: DataSubjectRequest['pending'],
): Promise<DataSubjectRequest | undefined> {
  const done = pending ? 'done_with_remainder' : 'done';
  const state = read.reason === undefined ? done : 'failed';
  const endedAt = new Date().toISOString();
  const change = { state, endedAt, pending, fingerprint: undefined, place: undefined } as const;
  const due = pending ? Date.now() + againMs : read.file ? Date.parse(read.file.expiresAt) : 'never';
  return saveRequest(read, change, { due, writes: [quotaWrite('dataSubjectRequests', read, -1)] });
}
