import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { timeOf } from '../../../../shared/ids.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { getIdempotencyRecord, idempotencyRecordWrite } from '../../../../shared/store/forms/idempotency.ts';
import { decoyOf, storeFor } from '../../../../shared/store/responses/decoys.ts';
import { deleteResponse, responseKey } from '../../../../shared/store/responses/responses.ts';
import type { AnsweredVisit, SubmissionPlan, SubmissionTies } from '../../../../shared/store/responses/submissions.ts';
import { visitKey } from '../../../../shared/store/responses/visit-update.ts';
import { recordEvents, visitHash } from '../../../../shared/store/responses/visits.ts';
import { dynamodb, getItem, tableName } from '../../../../shared/store/table.ts';
import { formWithFields, newCaller, readOf, storedForm, submitAnswers } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();

const decoys = storeFor({ caught: true });
const sessionId = 'session of a robot';
const now = Date.parse('2026-11-20T10:11:12.345Z');
const at = new Date(now).toISOString();

let stored: StoredForm;

beforeEach(async () => {
  stored = await storedForm(await newCaller());
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const contentOf = ({ form }: StoredForm, status: Response['status'] = 'completed') => ({
  ...{ formId: form.id, formVersion: 1, environment: form.environment, status },
  ...{ answers: { name: 'Robot' }, notes: [], meta: { source: 'browser' as const } },
});

const creating = (status: Response['status'], ties: SubmissionTies, visit?: AnsweredVisit): SubmissionPlan => ({
  ...{ act: 'create', visit, content: contentOf(stored, status), ties },
});

async function commit(plan: SubmissionPlan): Promise<Response> {
  const response = await decoys.commit(stored, plan);
  if (!response) throw new Error('The submission was not taken');
  return response;
}

/** What the form has stored of submissions: its responses, visits and keys, and what was blocked. */
async function storedItems() {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  return Items.filter(({ pk }) => pk.includes(`#${stored.form.id}#`));
}

const blocked = () => ({
  pk: expect.stringMatching(`^ONCE#${stored.form.id}#[0-9a-f]$`),
  sk: expect.stringMatching(/^REFUSALS#[0-9a-f-]{36}$/),
  ...{ environmentId: stored.environmentId, at, ttl: Math.floor(now / 1000) + 2 * 24 * 3600, blocked: 1 },
});

const visitItem = () => ({
  ...visitKey(stored.form.id, visitHash(sessionId)),
  ...{ environmentId: stored.environmentId, at, ttl: Math.floor(now / 1000) + 30 * 24 * 3600, writes: 1 },
});

describe('a submission that the honeypot has caught', () => {
  it('is answered as any other, and leaves nothing but the note that one was blocked', async () => {
    const response = await commit(creating('completed', {}));
    const times = { startedAt: at, submittedAt: at, updatedAt: at };
    expect(response).toEqual({ id: expect.stringMatching(/^sub_\w+$/), ...contentOf(stored), ...times });
    expect(timeOf(response.id.slice('sub_'.length))).toBe(now);
    expect(await storedItems()).toEqual([blocked()]);
  });

  it('of a session leaves its ID in the visit while it is partial', async () => {
    const { id } = await commit(creating('partial', { sessionId }));
    const items = await storedItems();
    expect(items).toHaveLength(2);
    expect(items).toEqual(expect.arrayContaining([blocked(), { ...visitItem(), decoy: id }]));
  });

  it('of a session leaves a visit without an ID when it is complete', async () => {
    await commit(creating('completed', { sessionId }));
    const items = await storedItems();
    expect(items).toHaveLength(2);
    expect(items).toEqual(expect.arrayContaining([blocked(), visitItem()]));
  });

  it('is sealed like any other, although nothing of it is stored', async () => {
    const fields = [{ id: 'name', type: 'text' as const }];
    stored = await formWithFields(await newCaller(), { fields, fieldPolicies: { name: 'encrypted' } });
    await commit(creating('completed', {}));
    const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: process.env.DATA_KEYS_TABLE }));
    expect(Items.filter(({ sk }) => sk.startsWith(`${stored.environmentId}#`))).toHaveLength(1);
  });

  it('is not taken when its session has sent a response meanwhile', async () => {
    const { id } = await submitAnswers(stored, { name: 'Ada' }, 'partial', { sessionId, browser: true });
    const before = await storedItems();
    expect(await decoys.commit(stored, creating('partial', { sessionId }))).toBeUndefined();
    expect(await storedItems()).toEqual(before);
    const visit = await decoys.getAnsweredVisit(stored, sessionId);
    expect(visit).toMatchObject({ responseId: id });
    await commit(creating('partial', { sessionId }, visit));
    expect((await storedItems()).filter(item => item.blocked)).toEqual([blocked()]);
  });
});

describe('the visit of a session whose submission was caught', () => {
  it('is that of a response without answers, which takes further saves', async () => {
    const { id } = await commit(creating('partial', { sessionId }));
    const response = {
      ...{ id, formId: stored.form.id, formVersion: stored.form.version, environment: 'production' },
      ...{ status: 'partial', answers: {}, notes: [], meta: {}, startedAt: at, submittedAt: at, updatedAt: at },
    };
    const visit = await decoys.getAnsweredVisit(stored, sessionId);
    const read = { response, sealed: response, storedForm: stored, item: responseKey(id), revision: 1 };
    expect(visit).toEqual({ answered: new Set(), decoy: id, read });
  });

  it('keeps the ID through a save, and forgets it with the last one', async () => {
    const { id } = await commit(creating('partial', { sessionId }));
    for (const [status, decoy] of [
      ['partial', id],
      ['completed', undefined],
    ] as const) {
      const visit = (await decoys.getAnsweredVisit(stored, sessionId)) as AnsweredVisit;
      const { read } = visit;
      if (!read) throw new Error('The visit takes no save');
      const response = { ...read.response, status, answers: { name: 'Robot' } };
      const ties = { sessionId };
      const plan = { act: 'save', visit: { ...visit, read }, response, spam: undefined, ties } as const;
      expect(await commit(plan)).toEqual(response);
      expect((await getItem(visitItem()))?.decoy).toBe(decoy);
    }
    expect((await storedItems()).filter(item => item.blocked)).toHaveLength(3);
    expect(await getItem(responseKey(id))).toBeUndefined();
  });

  it('has its real response, if it sent one', async () => {
    const { id } = await submitAnswers(stored, { name: 'Ada' }, 'partial', { sessionId, browser: true });
    const visit = await decoys.getAnsweredVisit(stored, sessionId);
    await commit(creating('partial', { sessionId }, visit));
    const again = await decoys.getAnsweredVisit(stored, sessionId);
    expect(again).toMatchObject({ responseId: id, read: { response: { id, answers: { name: 'Ada' } } } });
    expect(again?.decoy).toMatch(/^sub_/);
    expect(await deleteResponse(await readOf(stored, { id }))).toBe(true);
    expect(await decoys.getAnsweredVisit(stored, sessionId)).toEqual({ ...again, read: undefined });
  });

  it('has no response while it has sent none', async () => {
    expect(await decoys.getAnsweredVisit(stored, sessionId)).toBeUndefined();
    const visitor = { formId: stored.form.id, environmentId: stored.environmentId, sessionId };
    await recordEvents(visitor, { sessionId, events: [{ type: 'view', at }] });
    expect(await decoys.getAnsweredVisit(stored, sessionId)).toEqual({ answered: new Set() });
  });
});

describe('an Idempotency-Key of a submission that was caught', () => {
  const idempotencyKey = 'key of a robot';
  const keyed = (caught = true): SubmissionTies => ({
    writes: response => [idempotencyRecordWrite(response, 201, { idempotencyKey, requestHash: 'hash', caught })],
  });
  const record = async () => {
    const found = await getIdempotencyRecord(stored.form.id, idempotencyKey);
    if (!found) throw new Error('The key was not kept');
    return found;
  };

  it('gives the same answer again, with what was sent to fields of the form', async () => {
    const response = await commit(creating('partial', keyed()));
    expect(await record()).toEqual({ requestHash: 'hash', status: 201, responseId: response.id, caught: 'partial' });
    const sent = { name: 'Robot', website: 'https://example.com/' };
    expect(decoyOf(stored, await record(), sent)).toEqual({ ...response, meta: {} });
    expect(decoyOf(stored, await record(), {})).toEqual({ ...response, meta: {}, answers: {} });
  });

  it('is used once', async () => {
    await commit(creating('completed', keyed()));
    const before = await storedItems();
    expect(await decoys.commit(stored, creating('completed', keyed()))).toBeUndefined();
    expect(await storedItems()).toEqual(before);
  });

  it('of a submission that was not caught has no such answer', async () => {
    await submitAnswers(stored, { name: 'Ada' }, 'completed', keyed(false));
    expect(decoyOf(stored, await record(), { name: 'Ada' })).toBeUndefined();
  });
});

it('a submission that the honeypot has not caught is stored', async () => {
  const response = await storeFor({ caught: false }).commit(stored, creating('completed', {}));
  expect((await readOf(stored, response as Response)).response).toMatchObject({ answers: { name: 'Robot' } });
  expect((await storedItems()).filter(item => item.blocked)).toEqual([]);
});
