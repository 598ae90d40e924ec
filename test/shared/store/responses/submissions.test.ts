import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from '@jest/globals';
import { scaleHotForms } from '../../../../shared/counting/shard-scaling.ts';
import { getEnvironmentShards } from '../../../../shared/store/accounts/environments.ts';
import { getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { itemOf } from '../../../../shared/store/responses/responses.ts';
import { createResponse } from '../../../../shared/store/responses/submissions.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { newCaller, storedForm, submit } from '../../../support/records.ts';
import { useTable } from '../../../support/table.ts';

useTable();

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
const tooFast = () => new ProvisionedThroughputExceededException({ message: 'Too fast', $metadata });

const submissionOf = ({ form }: StoredForm, name: string) => ({
  formId: form.id,
  formVersion: 1,
  environment: form.environment,
  status: 'completed' as const,
  answers: { name },
  notes: [],
  meta: {},
});

async function idsIn(list: Awaited<ReturnType<typeof responsesOfForm>>): Promise<string[]> {
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
    throttle(request => request.includes(`RESPONSES#${stored.form.id}#0`), tooFast);
    const late: string[] = [];
    for (let row = 0; row < 8; row++) late.push((await submit(stored)).id);
    dynamodb.middlewareStack.remove(middleware);

    expect((await getForm(stored.form.id))?.shards).toBeGreaterThanOrEqual(4);
    expect(await getEnvironmentShards(caller)).toBeGreaterThanOrEqual(4);
    expect(await idsIn(await responsesOfForm(caller, stored.form.id, {}))).toEqual([early.id, ...late].sort());
    expect(await idsIn(await responsesOfEnvironment(caller, {}))).toEqual([early.id, ...late].sort());
  });

  it('spreads a form whose transaction was throttled, and keeps its key and session with it', async () => {
    const stored = await storedForm(await newCaller());
    const CancellationReasons = [{ Code: 'ThrottlingError' }, { Code: 'None' }];
    throttle(
      request => request.includes('TransactItems') && request.includes(`RESPONSES#${stored.form.id}#0`),
      () => new TransactionCanceledException({ message: 'Cancelled', $metadata, CancellationReasons }),
    );
    const ties = { idempotencyKey: 'one', sessionId: 'visit', requestHash: 'hash' };
    expect(await createResponse(stored, submissionOf(stored, 'Ada'), ties)).toBeDefined();
    expect(await createResponse(stored, submissionOf(stored, 'Ada'), ties)).toBeUndefined();
  });

  it('gives up with the throttle when every shard there can be takes no more', async () => {
    const stored = await storedForm(await newCaller());
    throttle(request => request.includes(`RESPONSES#${stored.form.id}#`), tooFast);
    await expect(createResponse(stored, submissionOf(stored, 'Ada'), { requestHash: '' })).rejects.toThrow('Too fast');
    expect((await getForm(stored.form.id))?.shards).toBe(32);
  });
});

describe('scaleHotForms', () => {
  it('spreads a form with more than 300 rows a second in a partition, and leaves a slower one alone', async () => {
    const caller = await newCaller();
    const [hot, calm] = [await storedForm(caller), await storedForm(caller)];
    const changesOf = async (stored: StoredForm, rows: number) => {
      const { id, ...response } = await submit(stored);
      return Array.from({ length: rows }, (_, row) => {
        const { pk, sk, ...after } = itemOf({ id, ...response }, stored.environmentId);
        return { key: { pk, sk }, sequence: String(row), after: after as object };
      });
    };
    await scaleHotForms([...(await changesOf(hot, 301)), ...(await changesOf(calm, 299))]);
    expect((await getForm(hot.form.id))?.shards).toBe(4);
    expect((await getForm(calm.form.id))?.shards).toBe(1);
  });
});
