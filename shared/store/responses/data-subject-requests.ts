import type { FromSchema } from 'json-schema-to-ts';
import type { listDataSubjectRequests } from '../../contracts/responses/data-subjects.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
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

/** An integration, user or invitation with the person's address. */
export type AddressHit = { kind: 'recipients' | 'accounts'; id: string };

type HitCounts = Omit<NonNullable<ShownRequest['hits']>, 'expiresAt'>;

/** A request to find, export or erase a person, with the progress of its job. */
export type DataSubjectRequest = StoredRequest &
  Pick<ShownRequest, 'type' | 'state' | 'subject'> & {
    /** The person's fingerprint, until the request has ended; of a search, until its hits expire. */
    fingerprint?: Fingerprint;
    /** The parts of a request over all environments, itself included. */
    parts?: readonly { environment: DataSubjectRequest['environment']; id: string }[];
    /** What a search has found, by kind. */
    hits?: HitCounts;
    addressHits?: readonly AddressHit[];
    /** Until when the hits of an ended search are stored (ISO 8601). */
    hitsUntil?: string;
    /** The search that an erasure started from. */
    searchId?: string;
    /** Until when a response must have been submitted (ISO 8601), if not when the request was made. */
    until?: string;
    /** The IDs of responses that an erasure removes although they only mention the person. */
    mentions?: readonly string[];
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
    /** The responses that it leaves alone, with the reasons. Requests before 0.3.0 have only the IDs. */
    except?: readonly (string | { responseId: string; reason: string | null })[];
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

/** Whether no other run has stored a result since the request was read. */
export const isLatestRequest = async ({ id, revision }: DataSubjectRequest): Promise<boolean> =>
  (await getRequest(requestKey(id)))?.revision === revision;

/** Returns until when a response must have been submitted for a request to find it (ISO 8601). */
export const untilOf = ({ createdAt, until = createdAt }: DataSubjectRequest): string => until;

/** Returns the responses that an erasure leaves alone, with the reasons. */
export const exceptionsOf = ({ except = [] }: Pick<DataSubjectRequest, 'except'>) =>
  except.map(each => (typeof each === 'string' ? { responseId: each, reason: null } : each));

/** Returns the number of responses that a request has found. */
export const foundIn = ({ forms }: Pick<DataSubjectRequest, 'forms'>): number =>
  Object.values(forms).reduce((sum, { found }) => sum + found, 0);

/** A month, in which the law wants an answer. */
const answeredWithinMs = 30 * dayMs;

/** Returns when a request must be answered, unless it says another time. */
const deadlineOf = (createdAt: string): string => new Date(Date.parse(createdAt) + answeredWithinMs).toISOString();

/**
 * Returns a request as the API shows it.
 *
 * @param parts the parts of a request over all environments, for a caller who may see them
 */
export function requestRecord(request: DataSubjectRequest, parts?: readonly DataSubjectRequest[]): ShownRequest {
  const { id, type, state, environment, subject, createdAt, startedAt, endedAt, reason, file } = request;
  const forms = Object.entries(request.forms).map(([formId, counts]) => ({ formId, archived: 0, ...counts }));
  return {
    ...{ id, type, state, environment, subject },
    environments: parts?.map(partOf) ?? null,
    ...searchOf(request),
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

/** Returns what a search has found, or what an erasure was told to keep and to remove. */
const searchOf = ({ hits, hitsUntil, searchId, mentions = [], except = [] }: DataSubjectRequest) => ({
  hits: hits ? { ...hits, expiresAt: hitsUntil ?? null } : null,
  searchId: searchId ?? null,
  mentions: [...mentions],
  except: exceptionsOf({ except }),
});

/** Returns a part of a request as the whole shows it. */
function partOf(request: DataSubjectRequest) {
  const { id, environment, state, found, erased, reason } = requestRecord(request);
  return { environment, id, state, found, erased, reason };
}

/** Returns requests as the API shows them to a caller. Only a session sees the parts in other environments. */
export async function requestRecords<const R extends readonly DataSubjectRequest[]>(
  { kind, organizationId }: Pick<Caller, 'kind' | 'organizationId'>,
  read: R,
): Promise<{ [K in keyof R]: ShownRequest }> {
  const wanted = kind === 'session' ? read.flatMap(({ parts = [] }) => parts.map(({ id }) => id)) : [];
  const parts = await requests.getAll([...new Set(wanted)]);
  const records = read.map(request => {
    const ids = new Set(request.parts?.map(({ id }) => id));
    const own = parts.filter(each => ids.has(each.id) && each.organizationId === organizationId);
    return requestRecord(request, own.length > 0 ? own : undefined);
  });
  return records as { [K in keyof R]: ShownRequest };
}

/** Stores what an ended request has yet to remove. Without it, the request is done. */
export const savePending = (read: DataSubjectRequest, pending: DataSubjectRequest['pending']) =>
  pending
    ? saveRequest(read, { pending }, { due: Date.now() + againMs, isKept: true })
    : saveRequest(read, { state: 'done', pending, hiddenExports: undefined }, { due: 'never' });

/** How long the hits of a search are stored. */
const hitsKeptMs = 7 * dayMs;

/** Forgets whom an ended search was about, and what it has found. */
export const endHits = (read: DataSubjectRequest) =>
  saveRequest(read, { fingerprint: undefined, addressHits: undefined, hitsUntil: undefined }, { due: 'never' });

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
  // A search that has found something can still be listed, and an erasure can start from it.
  const isSearch = read.type === 'search' && state === 'done';
  const kept = isSearch ? { hitsUntil: new Date(Date.now() + hitsKeptMs).toISOString() } : { fingerprint: undefined };
  const change = { state, endedAt, pending, ...kept, place: undefined } as const;
  const expiry = kept.hitsUntil ?? read.file?.expiresAt;
  const due = pending ? Date.now() + againMs : expiry ? Date.parse(expiry) : 'never';
  return saveRequest(read, change, { due, writes: [quotaWrite('dataSubjectRequests', read, -1)] });
}
