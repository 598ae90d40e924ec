import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../shared/ids.ts';
import { dueKeys, keyOf } from '../../../../shared/store/keys.ts';
import {
  createRequest,
  type DataSubjectRequest,
  endHits,
  endRequest,
  exceptionsOf,
  foundIn,
  getRequest,
  requestKey,
  requestRecord,
  requestRecords,
  savePending,
  untilOf,
} from '../../../../shared/store/responses/data-subject-requests.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const now = Date.parse('2026-11-20T10:00:00.000Z');
const createdAt = '2026-11-20T09:00:00.000Z';
const endedAt = new Date(now).toISOString();
const hourMs = 3600_000;
const dayMs = 24 * hourMs;

let caller: Caller;

beforeEach(async () => {
  caller = await newCaller();
  jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const requestWith = (content: Partial<DataSubjectRequest> = {}): DataSubjectRequest => ({
  ...{ id: newId('dataSubjectRequest'), organizationId: caller.organizationId, environmentId: caller.environmentId },
  ...{ environment: 'production', createdAt, failures: 0, revision: 1, type: 'erase', state: 'running' },
  ...{ subject: { email: 'a•••@example.com' }, forms: {}, batches: 0, step: 0, batch: 0 },
  ...(content as object),
});

const fingerprint = { salt: 'salt', hash: 'hash', folded: true } as const;

async function created(content: Partial<DataSubjectRequest> = {}): Promise<DataSubjectRequest> {
  const request = requestWith(content);
  const action = 'data_subject.erasure_requested';
  expect(await createRequest(request, { caller, action })).toBe('created');
  return request;
}

/** What is stored of a request besides itself: when it is due, and when it goes. */
async function endsOf({ id }: DataSubjectRequest) {
  const { duepk, duesk, ttl } = { ...(await getItem(requestKey(id))) };
  return { duepk, duesk, ttl };
}

const endsAt = (due: number | undefined, ttl = Date.parse(createdAt)) => ({
  ...{ duepk: undefined, duesk: undefined, ttl: ttl / 1000 + 365 * 24 * 3600 },
  ...(due !== undefined && { ...dueKeys(due, caller.environmentId), duepk: expect.stringMatching(/^DUE#\d+$/) }),
});

const unfinished = async () =>
  (await getItem(keyOf('environment', { org: caller.organizationId, environment: 'production' })))?.dataSubjectRequests;

const read = ({ id }: DataSubjectRequest) => getRequest(requestKey(id));

describe('the record of a request', () => {
  it('has nothing that the request has not', () => {
    const { id, type, state, environment, subject } = requestWith();
    expect(requestRecord(requestWith({ id }))).toEqual({
      ...{ id, type, state, environment, subject, environments: null, hits: null, searchId: null, mentions: [] },
      ...{ except: [], found: 0, archived: 0, erased: 0, views: 0, forms: [], file: null, pending: null },
      ...{ disclosedTo: [], reason: null, createdAt, deadline: '2026-12-20T09:00:00.000Z', note: null },
      ...{ startedAt: null, endedAt: null },
    });
  });

  it('adds up what was found in forms, and shows all that is known', () => {
    const forms = { form_1: { found: 3, archived: 2, erased: 1 }, form_2: { found: 40, erased: 20 } };
    const file = { bytes: 10, files: 1, expiresAt: '2026-11-27T10:00:00.000Z' };
    const hits = { named: 1, mentioned: 2, notes: 3, recipients: 4, accounts: 5 };
    const pending = { files: 1, exports: 2, buckets: ['acme'] };
    const receivers = [
      { kind: 'webhook' as const, id: 'wh_1', name: 'hooks.example.com' },
      { kind: 'integration' as const, id: 'int_1', name: 'airtable', rows: { removed: 1, pending: 2, failed: 3 } },
    ];
    const times = { startedAt: createdAt, endedAt, deadline: '2026-12-01T00:00:00.000Z' };
    const known = { ...times, reason: 'Why', note: 'A note', searchId: 'dsr_1', views: 6, file };
    const kept = { mentions: ['sub_1'], except: ['sub_2', { responseId: 'sub_3', reason: 'A lawsuit' }] };
    const request = requestWith({
      ...{ forms, hits, hitsUntil: file.expiresAt, pending, disclosedTo: receivers, ...known, ...kept },
      interruption: { since: now, reason: 'A closed bucket' },
    });
    const { id, type, state, environment, subject } = request;
    expect(requestRecord(request)).toEqual({
      ...{ id, type, state, environment, subject, createdAt, ...known, environments: null },
      ...{ found: 43, archived: 2, erased: 21 },
      forms: [
        { formId: 'form_1', found: 3, archived: 2, erased: 1 },
        { formId: 'form_2', found: 40, archived: 0, erased: 20 },
      ],
      hits: { ...hits, expiresAt: file.expiresAt },
      pending: { ...pending, rows: 0 },
      disclosedTo: [{ ...receivers[0], rows: null }, receivers[1]],
      mentions: ['sub_1'],
      except: [
        { responseId: 'sub_2', reason: null },
        { responseId: 'sub_3', reason: 'A lawsuit' },
      ],
    });
    expect(foundIn(request)).toBe(43);
    expect(exceptionsOf({})).toEqual([]);
  });

  it('says that a request waits until it has ended, and shows hits while a search runs', () => {
    const hits = { named: 0, mentioned: 0, notes: 0, recipients: 0, accounts: 0 };
    const waiting = { hits, interruption: { since: now, reason: 'A closed bucket' } };
    const record = requestRecord(requestWith(waiting));
    expect(record).toMatchObject({ state: 'waiting', reason: 'A closed bucket', hits: { ...hits, expiresAt: null } });
    expect(requestRecord(requestWith({ ...waiting, endedAt }))).toMatchObject({ state: 'running', reason: null });
  });

  it('finds what was submitted until the request was made, unless it says another time', () => {
    expect(untilOf(requestWith())).toBe(createdAt);
    expect(untilOf(requestWith({ until: endedAt }))).toBe(endedAt);
  });

  it('has the parts in other environments for a session of the organization alone', async () => {
    const [here, there] = [newId('dataSubjectRequest'), newId('dataSubjectRequest')];
    const parts = [
      { environment: 'production' as const, id: here },
      { environment: 'staging' as const, id: there },
    ];
    const whole = await created({ id: here, parts, forms: { form_1: { found: 2, erased: 1 } } });
    const [strangersKey, foreign] = [await newCaller(), newId('dataSubjectRequest')];
    const stranger = { organizationId: strangersKey.organizationId, environmentId: strangersKey.environmentId };
    await created({ id: foreign, ...stranger, parts: [{ environment: 'production', id: foreign }] });
    const claiming = requestWith({ parts: [{ environment: 'production', id: foreign }] });
    const part = { ...{ environment: 'production', id: here, state: 'running' }, found: 2, erased: 1, reason: null };
    const records = await requestRecords({ ...caller, kind: 'session' }, [whole, requestWith(), claiming]);
    expect(records.map(({ environments }) => environments)).toEqual([[part], null, null]);
    expect(await requestRecords({ ...caller, kind: 'secretKey' }, [whole])).toEqual([requestRecord(whole)]);
  });
});

describe('a request that has ended', () => {
  it('no longer says whom it was about, and is no longer counted or due', async () => {
    const request = await created({ fingerprint, place: { partition: 'p', after: 'a' } });
    expect(await unfinished()).toBe(1);
    const { fingerprint: _, place: __, ...rest } = request;
    const ended = { ...rest, state: 'done', endedAt, revision: 2 };
    expect(await endRequest(request)).toEqual({ ...ended, fingerprint: undefined, place: undefined });
    expect(await read(request)).toEqual(ended);
    expect(await endsOf(request)).toEqual(endsAt(undefined));
    expect(await unfinished()).toBe(0);
    expect(await endRequest(request)).toBeUndefined();
    expect(await unfinished()).toBe(0);
  });

  it('has failed if it has a reason', async () => {
    const request = await created({ type: 'search', fingerprint, reason: 'Too many' });
    expect(await endRequest(request)).toMatchObject({ state: 'failed', fingerprint: undefined });
    expect(await read(request)).not.toHaveProperty('hitsUntil');
    expect(await endsOf(request)).toEqual(endsAt(undefined));
  });

  it('is due when its file expires', async () => {
    const expiresAt = '2026-11-22T10:00:00.000Z';
    const request = await created({ type: 'export', file: { bytes: 1, files: 0, expiresAt } });
    expect(await endRequest(request)).toMatchObject({ state: 'done' });
    expect(await endsOf(request)).toEqual(endsAt(Date.parse(expiresAt)));
  });

  it('of a search keeps its hits for a week, and then forgets them', async () => {
    const addressHits = [{ kind: 'accounts' as const, id: 'user_1' }];
    const request = await created({ type: 'search', fingerprint, addressHits });
    const hitsUntil = new Date(now + 7 * dayMs).toISOString();
    const ended = await endRequest(request);
    expect(await read(request)).toEqual({ ...request, state: 'done', endedAt, hitsUntil, revision: 2 });
    expect(await endsOf(request)).toEqual(endsAt(now + 7 * dayMs));
    await endHits(ended as DataSubjectRequest);
    const { fingerprint: _, addressHits: __, ...rest } = request;
    expect(await read(request)).toEqual({ ...rest, state: 'done', endedAt, revision: 3 });
    expect(await endsOf(request)).toEqual(endsAt(undefined));
  });

  it('with something left to remove tries again every hour, and is done once that is gone', async () => {
    const pending = { files: 2, exports: 1, buckets: ['acme'], rows: 0 };
    const request = await created({ hiddenExports: ['exp_1'], fingerprint });
    const { fingerprint: _, ...rest } = request;
    const ended = (await endRequest(request, pending)) as DataSubjectRequest;
    const remainder = { ...rest, state: 'done_with_remainder', endedAt };
    expect(await read(request)).toEqual({ ...remainder, pending, revision: 2 });
    expect(await endsOf(request)).toEqual(endsAt(now + hourMs));
    expect(await unfinished()).toBe(0);
    jest.setSystemTime(now + hourMs);
    const fewer = { ...pending, files: 1 };
    const again = (await savePending(ended, fewer)) as DataSubjectRequest;
    expect(await read(request)).toEqual({ ...remainder, pending: fewer, revision: 3 });
    expect(await endsOf(request)).toEqual(endsAt(now + 2 * hourMs, now + hourMs));
    expect(await savePending(ended, undefined)).toBeUndefined();
    await savePending(again, undefined);
    const { hiddenExports: __, ...bare } = remainder;
    expect(await read(request)).toEqual({ ...bare, state: 'done', revision: 4 });
    expect(await endsOf(request)).toEqual(endsAt(undefined, now + hourMs));
  });
});
