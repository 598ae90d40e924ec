import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from '@jest/globals';
import { scaleHotPartitions } from '../../../../shared/counting/shard-scaling.ts';
import { isSealed } from '../../../../shared/domain/responses/stored-answers.ts';
import { newId } from '../../../../shared/ids.ts';
import { getIndexShards } from '../../../../shared/store/accounts/environments.ts';
import { getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../../../shared/store/responses/response-lists.ts';
import { deleteResponse, itemOf, responseKey } from '../../../../shared/store/responses/responses.ts';
import { setRestriction } from '../../../../shared/store/responses/restriction.ts';
import { createResponse, getAnsweredVisit, getOpenedResponse } from '../../../../shared/store/responses/submissions.ts';
import { recordEvents } from '../../../../shared/store/responses/visits.ts';
import { dynamodb, getItem } from '../../../../shared/store/table.ts';
import { formWithFields, keyedTies, newCaller, readOf, storedForm, submit } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();

const middleware = 'throttle';

/** No local engine throttles: the client is made to see what DynamoDB answers when a partition takes no more writes. */
function throttle(isThrottled: (request: string) => boolean, error: () => Error): void {
  dynamodb.middlewareStack.add(
    next => async args => {
      if (!('Key' in args.input) && isThrottled(JSON.stringify(args.input))) throw error();
      return next(args);
    },
    { name: middleware, step: 'initialize' },
  );
}

const $metadata = { httpStatusCode: 400 };
const table = 'arn:aws:dynamodb:eu-central-1:123456789012:table/Table';
const tooFast = (reason?: string, resource = table) =>
  new ProvisionedThroughputExceededException({
    ...{ message: 'Too fast', $metadata },
    ThrottlingReasons: reason === undefined ? [] : [{ reason, resource }],
  });
const tableTooFast = () => tooFast('TableWriteKeyRangeThroughputExceeded');
const indexTooFast = () => tooFast('IndexWriteKeyRangeThroughputExceeded', `${table}/index/gsi1`);

const placeOf = ({ organizationId, form: { environment } }: StoredForm) => ({ organizationId, environment });

const submissionOf = ({ form }: StoredForm, name: string) => ({
  formId: form.id,
  formVersion: 1,
  environment: form.environment,
  status: 'completed' as const,
  answers: { name },
  notes: [],
  meta: {},
});

async function idsIn(list: ResponseList | undefined): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list?.read({ order: 'asc' }) ?? []) ids.push(id);
  return ids;
}

describe('createResponse', () => {
  afterEach(() => {
    dynamodb.middlewareStack.remove(middleware);
  });

  it('spreads a form whose partition takes no more writes, and stores the response', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const early = await submit(stored);
    throttle(request => request.includes(`RESPONSES#${stored.form.id}#0`), tableTooFast);
    const late: string[] = [];
    for (let row = 0; row < 8; row++) late.push((await submit(stored)).id);
    dynamodb.middlewareStack.remove(middleware);

    expect((await getForm(stored.form.id))?.shards).toBe(4);
    expect(await getIndexShards(caller)).toBe(1);
    expect(await idsIn(await responsesOfForm(caller, stored.form.id, {}))).toEqual([early.id, ...late].sort());
    expect(await idsIn(await responsesOfEnvironment(caller, {}))).toEqual([early.id, ...late].sort());
  });

  it('spreads the index of an environment that takes no more writes, and leaves its forms alone', async () => {
    const caller = await newCaller();
    const forms = [await storedForm(caller), await storedForm(caller)];
    const submitToEach = async (rows: number) => {
      const ids: string[] = [];
      for (let row = 0; row < rows; row++) for (const form of forms) ids.push((await submit(form)).id);
      return ids;
    };
    const early = await submitToEach(1);
    throttle(request => request.includes(`ENV#${caller.environmentId}#RESPONSES#0`), indexTooFast);
    const late = await submitToEach(4);
    dynamodb.middlewareStack.remove(middleware);

    expect(await getIndexShards(caller)).toBe(4);
    for (const { form } of forms) expect((await getForm(form.id))?.shards).toBe(1);
    expect(await idsIn(await responsesOfEnvironment(caller, {}))).toEqual([...early, ...late].sort());
  });

  it.each([
    ['does not say what it is', undefined, table],
    ['is of the account', 'TableWriteAccountLimitExceeded', table],
    ['is of the table', 'TableWriteMaxOnDemandThroughputExceeded', table],
    ['is of all of the index', 'IndexWriteAccountLimitExceeded', `${table}/index/gsi1`],
    ['is of another index', 'IndexWriteKeyRangeThroughputExceeded', `${table}/index/gsi2`],
    ['is of reading', 'TableReadKeyRangeThroughputExceeded', table],
  ])('refuses what is throttled, and spreads nothing, where the throttle %s', async (_, reason, resource) => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    let attempts = 0;
    throttle(
      request => request.includes(`RESPONSES#${stored.form.id}#`) && ++attempts > 0,
      () => tooFast(reason, resource),
    );
    await expect(submit(stored)).rejects.toThrow('Too fast');
    expect(attempts).toBe(1);
    expect((await getForm(stored.form.id))?.shards).toBe(1);
    expect(await getIndexShards(caller)).toBe(1);
  });

  it('goes up one step a minute, and tries another shard in between', async () => {
    const stored = await storedForm(await newCaller());
    throttle(request => request.includes(`RESPONSES#${stored.form.id}#0`), tableTooFast);
    for (let row = 0; row < 20; row++) await submit((await getForm(stored.form.id)) ?? stored);
    expect((await getForm(stored.form.id))?.shards).toBe(4);
  });

  it('keeps what a person answered of all that a browser sent, which is a visit of its own', async () => {
    const fields = [
      { id: 'name', type: 'text' as const },
      { id: 'source', type: 'hidden' as const },
    ];
    const stored = await formWithFields(await newCaller(), { fields });
    const content = { ...submissionOf(stored, 'Ada'), answers: { name: 'Ada', source: 'mail' } };
    const answeredFirst = async (context: { browser?: boolean; sessionId?: string }) => {
      const response = await createResponse(stored, content, context);
      return (await getItem(responseKey(response?.id ?? '')))?.answeredFirst;
    };
    expect(await answeredFirst({ browser: true })).toEqual(['name']);
    expect(await answeredFirst({})).toBeUndefined();
    expect(await answeredFirst({ browser: true, sessionId: 'visit' })).toBeUndefined();
  });

  it('refuses a transaction that was throttled, which names no partition, and stores it once it is not', async () => {
    const stored = await storedForm(await newCaller());
    const CancellationReasons = [{ Code: 'ThrottlingError' }, { Code: 'None' }];
    throttle(
      request => request.includes('TransactItems') && request.includes(`RESPONSES#${stored.form.id}#0`),
      () => new TransactionCanceledException({ message: 'Cancelled', $metadata, CancellationReasons }),
    );
    const ties = keyedTies({ idempotencyKey: 'one', sessionId: 'visit' });
    await expect(createResponse(stored, submissionOf(stored, 'Ada'), ties)).rejects.toThrow('Cancelled');
    expect((await getForm(stored.form.id))?.shards).toBe(1);
    dynamodb.middlewareStack.remove(middleware);
    expect(await createResponse(stored, submissionOf(stored, 'Ada'), ties)).toBeDefined();
    expect(await createResponse(stored, submissionOf(stored, 'Ada'), ties)).toBeUndefined();
  });

  it('keeps key and session with a response whose second attempt is stored', async () => {
    const stored = await storedForm(await newCaller());
    throttle(request => request.includes(`RESPONSES#${stored.form.id}#0`), tableTooFast);
    const ties = keyedTies({ idempotencyKey: 'one', sessionId: 'visit' });
    expect(await createResponse(stored, submissionOf(stored, 'Ada'), ties)).toBeDefined();
    dynamodb.middlewareStack.remove(middleware);
    expect(await createResponse(stored, submissionOf(stored, 'Ada'), ties)).toBeUndefined();
  });

  it('gives up with the throttle when the environment is gone and its index can be given no shards', async () => {
    const caller = await newCaller();
    const stored = { ...(await storedForm(caller)), organizationId: newId('organization') };
    throttle(request => request.includes(`ENV#${caller.environmentId}#RESPONSES#`), indexTooFast);
    await expect(createResponse(stored, submissionOf(stored, 'Ada'))).rejects.toThrow('Too fast');
    expect(await getIndexShards(caller)).toBe(1);
  });

  it('gives up with the throttle when the other shard takes no more either', async () => {
    const stored = await storedForm(await newCaller());
    let attempts = 0;
    throttle(request => request.includes(`RESPONSES#${stored.form.id}#`) && ++attempts > 0, tableTooFast);
    await expect(createResponse(stored, submissionOf(stored, 'Ada'))).rejects.toThrow('Too fast');
    expect(attempts).toBe(2);
    expect((await getForm(stored.form.id))?.shards).toBe(4);
  });
});

describe('the response of a visit', () => {
  const sessionId = 'visit';
  const saved = async () => {
    const fields = [{ id: 'name', type: 'text' as const }];
    const stored = await formWithFields(await newCaller(), { fields, fieldPolicies: { name: 'encrypted' } });
    const ties = keyedTies({ idempotencyKey: 'one', sessionId });
    const response = await createResponse(stored, { ...submissionOf(stored, 'Ada'), status: 'partial' }, ties);
    if (!response) throw new Error('The response is not stored');
    return { stored, response };
  };

  it('is given opened, and as stored', async () => {
    const { stored, response } = await saved();
    const read = await readOf(stored, response);
    const opened = { ...read, response: { ...read.response, answers: { name: 'Ada' } }, sealed: read.response };
    expect(isSealed(read.response.answers.name)).toBe(true);
    expect(await getOpenedResponse(response.id, stored)).toEqual(opened);
    expect(await getAnsweredVisit(stored, sessionId)).toEqual({
      ...{ answered: new Set(['name']), responseId: response.id, startedAt: response.submittedAt },
      read: opened,
    });
  });

  it('is none once it is restricted or deleted, and the visit stays', async () => {
    const { stored, response } = await saved();
    const visit = await getAnsweredVisit(stored, sessionId);
    expect(await setRestriction(await readOf(stored, response), true, [])).toBeDefined();
    expect(await getOpenedResponse(response.id, stored)).toBeUndefined();
    expect(await getAnsweredVisit(stored, sessionId)).toEqual({ ...visit, read: undefined });
    expect(await deleteResponse(await readOf(stored, response))).toBe(true);
    expect(await getOpenedResponse(response.id, stored)).toBeUndefined();
    expect(await getAnsweredVisit(stored, sessionId)).toEqual({ ...visit, read: undefined });
  });

  it('is none while the visit has sent none, and that of no other form', async () => {
    const { response } = await saved();
    const other = await storedForm(await newCaller());
    expect(await getAnsweredVisit(other, sessionId)).toBeUndefined();
    const at = '2026-11-20T10:00:00.000Z';
    const visitor = { formId: other.form.id, environmentId: other.environmentId, sessionId };
    await recordEvents(visitor, { sessionId, events: [{ type: 'view', at }] });
    expect(await getAnsweredVisit(other, sessionId)).toEqual({ answered: new Set(), read: undefined });
    expect(await getOpenedResponse(response.id, other)).toBeUndefined();
  });
});

describe('scaleHotPartitions', () => {
  const changesOf = async (stored: StoredForm, rows: number) => {
    const { id, ...response } = await submit(stored);
    return Array.from({ length: rows }, (_, row) => {
      const { pk, sk, ...after } = itemOf({ id, ...response }, stored.environmentId);
      return { key: { pk, sk }, sequence: String(row), after: after as object };
    });
  };

  it('spreads a form with more than 300 rows a second in a partition, and leaves a slower one alone', async () => {
    const [hot, calm] = [await storedForm(await newCaller()), await storedForm(await newCaller())];
    await scaleHotPartitions([...(await changesOf(hot, 301)), ...(await changesOf(calm, 299))]);
    expect((await getForm(hot.form.id))?.shards).toBe(4);
    expect((await getForm(calm.form.id))?.shards).toBe(1);
    expect(await getIndexShards(placeOf(calm))).toBe(1);
  });

  it('spreads the index of an environment for the rate of all its forms, and leaves them alone', async () => {
    const caller = await newCaller();
    const forms = [await storedForm(caller), await storedForm(caller)];
    const batch = (await Promise.all(forms.map(form => changesOf(form, 151)))).flat();
    await scaleHotPartitions(batch);
    expect(await getIndexShards(caller)).toBe(4);
    await scaleHotPartitions(batch);
    expect(await getIndexShards(caller)).toBe(4);
    for (const { form } of forms) expect((await getForm(form.id))?.shards).toBe(1);
  });
});
