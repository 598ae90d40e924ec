import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Consumed, consumedBy } from '../../../../bench/consumed-capacity.ts';
import { browserHeaders, eightAnswers, eightFieldForm } from '../../../../bench/eight-field-form.ts';
import { type Handler, invoke } from '../../../../bench/invoke.ts';
import { handler } from '../../../../functions/submissions/create-submission.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { log } from '../../../../shared/log.ts';
import { putForm } from '../../../../shared/store/forms/forms.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const minute = 60_000;

describe('A submission of eight fields', () => {
  useTable();
  let submit: (headers?: Record<string, string>, status?: string) => Promise<Consumed>;

  beforeAll(async () => {
    log.setLogLevel('SILENT');
    const caller = await newCaller();
    const form = newForm(eightFieldForm, caller.environment);
    await putForm(form, caller);
    submit = (headers, status) =>
      consumedBy(dynamodb, () =>
        invoke(handler as unknown as Handler, {
          headers: { ...browserHeaders, authorization: `Bearer ${caller.secretKey}`, ...headers },
          pathParameters: { formId: form.id },
          query: status === undefined ? {} : { status },
          body: eightAnswers,
        }),
      );
    // What is in a cache, and for how long, must not depend on how fast this machine is.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + minute);
  });

  afterAll(() => {
    jest.restoreAllMocks();
  });

  it('reads its key, its form and the shards of the index when they are in no cache', async () => {
    const { calls, readUnits } = await submit();
    expect(Object.fromEntries(calls)).toEqual({ GetItem: 3, PutItem: 1 });
    expect(readUnits).toBe(2.5);
  });

  it('is one PutItem and nothing else, of one unit for the table and one for its index', async () => {
    await submit();
    const { calls, readUnits, writeUnits } = await submit();
    expect(Object.fromEntries(calls)).toEqual({ PutItem: 1 });
    expect({ readUnits, writeUnits }).toEqual({ readUnits: 0, writeUnits: 2 });
  });

  it('is completed after a first save by two reads and one transaction, of ten units', async () => {
    const session = { 'x-session-id': 'session-00000001' };
    await submit(session, 'partial');
    await submit(session, 'partial');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1);
    const { calls, readUnits, writeUnits } = await submit(session);
    expect(Object.fromEntries(calls)).toEqual({ GetItem: 2, TransactWriteItems: 1 });
    expect({ readUnits, writeUnits }).toEqual({ readUnits: 2, writeUnits: 10 });
  });

  it('takes a transaction only for the sake of an Idempotency-Key', async () => {
    await submit();
    const { calls } = await submit({ 'idempotency-key': 'order-1' });
    expect(Object.fromEntries(calls)).toEqual({ GetItem: 1, TransactWriteItems: 1 });
  });
});
