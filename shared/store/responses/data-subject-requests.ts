import type { FromSchema } from 'json-schema-to-ts';
import type { listDataSubjectRequests } from '../../contracts/responses/data-subjects.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import type { Fingerprint } from '../../domain/responses/data-subject.ts';
import { isDataSubjectRequestId } from '../../ids.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { expression } from '../expression.ts';
import { dueKeys, type Key, keyOf, keysOf, partitionOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { isQuotaFull, quotaWrite } from '../quotas.ts';
import { batchGet, getItem, type Item, type TransactItem, updateOnce, writeIfUnchanged } from '../table.ts';
import { exists, putNewWrite, updateItemWith } from '../writes.ts';

type Shown = FromSchema<typeof listDataSubjectRequests.response>['items'][number];

/** Where a walk through partitions, in the order of their names, goes on: behind this sort key of this partition. */
export type Place = { partition: string; after: string };

/** A request to export or erase a person, with the progress of its job. */
export type DataSubjectRequest = Pick<Shown, 'id' | 'type' | 'state' | 'environment' | 'subject' | 'createdAt'> & {
  environmentId: string;
  organizationId: string;
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
  /** Runs in a row that came to nothing. */
  failures: number;
  /** Counts up with each write. */
  revision: number;
};

const keptSeconds = 365 * 24 * 3600;

export const requestKey = (request: string): Key => keyOf('dataSubject', { request });

/** All that belongs to a request lies in one partition. */
export const requestPartition = (request: string): string => partitionOf('dataSubject', 'pk', { request });

function fromItem(item: Item): DataSubjectRequest | undefined {
  const { pk, sk, gsi1pk, gsi1sk, duepk, duesk, stamp, ttl, ...request } = item;
  return Number(ttl) > Date.now() / 1000 ? (request as DataSubjectRequest) : undefined;
}

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
  };
}

/** Stores a new request; due at once. `full`: the environment has as many unfinished ones as there may be. */
export async function createRequest(
  request: DataSubjectRequest,
  { caller, action }: Audited<Caller>,
): Promise<'created' | 'full' | undefined> {
  const { id, environmentId, createdAt } = request;
  const ttl = Math.floor(Date.parse(createdAt) / 1000) + keptSeconds;
  const keys = keysOf('dataSubject', { request: id, environmentId });
  const written = await writeIfUnchanged([
    putNewWrite({ ...keys, ...dueKeys(Date.now(), environmentId), ...request, ttl }),
    quotaWrite('dataSubjectRequests', caller, 1),
    auditWrite(caller, action, id),
  ]);
  if (written) return 'created';
  return (await isQuotaFull('dataSubjectRequests', caller)) ? 'full' : undefined;
}

export async function getRequest(key: Key): Promise<DataSubjectRequest | undefined> {
  const item = await getItem(key);
  return item && fromItem(item);
}

/** The request of the caller's environment with this id. */
export async function getRequestOf(caller: Caller, id: string): Promise<DataSubjectRequest | undefined> {
  const request = isDataSubjectRequestId(id) ? await getRequest(requestKey(id)) : undefined;
  return request?.environmentId === caller.environmentId ? request : undefined;
}

/** The ids of an environment's requests, in order of creation. */
export async function requestIdsOf(environmentId: string): Promise<string[]> {
  const partition = partitionOf('dataSubject', 'gsi1pk', { environmentId });
  const query = { index: 'lists', partition, attributes: ['gsi1sk'] } as const;
  return (await queryAll(query)).map(({ gsi1sk }) => String(gsi1sk));
}

/** Requests by id, in this order; those that are gone are left out. */
export async function getRequests(ids: readonly string[]): Promise<DataSubjectRequest[]> {
  const requests = (await batchGet(ids.map(requestKey))).map(fromItem).filter(request => request !== undefined);
  const byId = new Map(requests.map(request => [request.id, request]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

/** What a run of the job changes; `undefined` takes an attribute away. */
export type RequestChange = Partial<DataSubjectRequest>;

type Saving = {
  /** When it is due next (ms since the epoch); `never`; left out, when its lease ends. */
  due?: number | 'never';
  /** Of the same transaction. */
  writes?: readonly TransactItem[];
};

/** Stores what a run has come to. Undefined when another run came in between, or the request is gone: there is nothing more to do. */
export async function saveRequest(
  read: DataSubjectRequest,
  change: RequestChange,
  { due, writes = [] }: Saving = {},
): Promise<DataSubjectRequest | undefined> {
  const changed = { failures: 0, ...change, revision: read.revision + 1 };
  const absent = Object.entries(changed).filter(([, value]) => value === undefined);
  const saved = await updateItemWith(
    requestKey(read.id),
    {
      set: { ...changed, ...(typeof due === 'number' && dueKeys(due, read.environmentId)) },
      remove: [...absent.map(([name]) => name), ...(due === 'never' ? ['duepk', 'duesk'] : [])],
      if: expression`revision = ${read.revision}`,
    },
    writes,
  );
  return saved ? { ...read, ...changed } : undefined;
}

/** Stores the end of a request: it has failed where it says why. What would name the person goes with it. */
export function endRequest(read: DataSubjectRequest): Promise<DataSubjectRequest | undefined> {
  const state = read.reason === undefined ? 'done' : 'failed';
  const change = { state, endedAt: new Date().toISOString(), fingerprint: undefined, place: undefined } as const;
  const due = read.file ? Date.parse(read.file.expiresAt) : 'never';
  return saveRequest(read, change, { due, writes: [quotaWrite('dataSubjectRequests', read, -1)] });
}

/** Notes that a run failed, and gives how many have in a row. */
export async function noteFailure(key: Key): Promise<number> {
  const updated = await updateOnce(key, { add: { failures: 1 }, if: exists }, 'UPDATED_NEW');
  return Number(updated?.failures ?? 0);
}
