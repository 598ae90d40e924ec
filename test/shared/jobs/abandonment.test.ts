import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { storedCounters } from '../../../bench/counting/readers.ts';
import { recordOf } from '../../../bench/fill.ts';
import { handler as dispatchEvents } from '../../../functions/workers/dispatch-events.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { eventOfSilence, eventsOfChange, type ResponseImage } from '../../../shared/domain/receivers/webhook-events.ts';
import { newResponseId, responseAddress } from '../../../shared/ids.ts';
import { abandonInactive, abandonResponse } from '../../../shared/jobs/abandonment.ts';
import { log } from '../../../shared/log.ts';
import { isDue, lease } from '../../../shared/store/due.ts';
import { deleteForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { type Key, keyOf } from '../../../shared/store/keys.ts';
import { getResponse, itemOf, replaceResponse } from '../../../shared/store/responses/responses.ts';
import { visitKey } from '../../../shared/store/responses/visit-update.ts';
import { visitHash } from '../../../shared/store/responses/visits.ts';
import { dynamodb, tableName } from '../../../shared/store/table.ts';
import type { Json } from '../../support/cloud/http.ts';
import { newCaller, storedForm, submit, submitAnswers } from '../../support/records/records.ts';
import { withRetention } from '../../support/records/retention.ts';
import { countAll } from '../../support/table/counting.ts';
import { readDue } from '../../support/table/due-items.ts';
import { readStream, useTable } from '../../support/table/table.ts';

useTable({ stream: true });

let caller: Caller;
beforeAll(async () => {
  caller = await newCaller();
});

const hour = 3600_000;
const day = 24 * hour;
const iso = (time: number) => new Date(time).toISOString();

function keyOfResponse(id: string): Key {
  const { formId, shard, sortKey } = responseAddress(id) ?? { formId: '', shard: '', sortKey: '' };
  return keyOf('response', { form: formId, shard, sortKey });
}

async function itemAt(Key: Key): Promise<Json> {
  return (await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }))).Item;
}

const partialOf = async (stored?: StoredForm) => {
  const form = stored ?? (await storedForm(caller));
  const { id } = await submit(form, 'Ada', 'partial');
  const Key = keyOfResponse(id);
  const read = async () => {
    const response = await getResponse(id, form);
    if (!response) throw new Error('The response is gone');
    return response;
  };
  /** What somebody makes of it at this time. */
  const save = async (status: 'partial' | 'completed', time: number) => {
    const before = await read();
    return replaceResponse(before, { ...before.response, status, updatedAt: iso(time) });
  };
  return { id, form, Key, read, save, item: () => itemAt(Key) };
};

const dueNow = async (Key: Key, now: number): Promise<boolean> => {
  for await (const item of readDue(now)) if (item.pk === Key.pk && item.sk === Key.sk) return true;
  return false;
};

describe('a partial response', () => {
  it('is abandoned when its person leaves, once, and is due when it is to be removed', async () => {
    const { id, Key, item, read } = await partialOf();
    const now = Date.now();
    await abandonResponse(id, iso(now));
    const abandoned = await item();
    expect(abandoned).toMatchObject({ status: 'abandoned', revision: 2 });
    expect(abandoned.updatedAt >= iso(now)).toBe(true);
    expect(await dueNow(Key, now + 48 * hour)).toBe(false);
    await abandonResponse(id, iso(now + hour));
    expect(await item()).toEqual(abandoned);
    expect((await read()).response.status).toBe('abandoned');
  });

  it('stays as it is when it was saved after its person left', async () => {
    const { id, save, item } = await partialOf();
    const left = Date.now();
    await save('partial', left + 1);
    const saved = await item();
    await abandonResponse(id, iso(left));
    expect(await item()).toEqual(saved);
  });

  it('stays as it is when somebody had left before it was first saved', async () => {
    const { id, item } = await partialOf();
    await abandonResponse(id, iso(Date.now() - hour));
    expect(await item()).toMatchObject({ status: 'partial' });
  });

  it('that was completed, deleted or never there is left alone', async () => {
    const { id, save, item, form } = await partialOf();
    await save('completed', Date.now());
    await abandonResponse(id, iso(Date.now() + hour));
    expect((await item()).status).toBe('completed');
    const gone = newResponseId(form.form.id, 1, Date.now());
    await abandonResponse(gone, iso(Date.now()));
    await abandonInactive(keyOfResponse(gone), Date.now());
    expect(await itemAt(keyOfResponse(gone))).toBeUndefined();
  });

  it('is due a day after its first save, and no save moves that', async () => {
    const { Key, item, save } = await partialOf();
    const first = await item();
    await save('partial', Date.now() + 5 * hour);
    expect(await item()).toMatchObject({ duepk: first.duepk, duesk: first.duesk });
    const now = Date.now();
    expect([isDue(first.duesk, now + 23 * hour), isDue(first.duesk, now + 25 * hour)]).toEqual([false, true]);
    expect(await dueNow(Key, now + 25 * hour)).toBe(true);
  });

  it('is abandoned when it has been silent for a day', async () => {
    const { Key, item } = await partialOf();
    await abandonInactive(Key, Date.now() + 24 * hour);
    expect(await item()).toMatchObject({ status: 'abandoned' });
    expect(await dueNow(Key, Date.now() + 29 * day)).toBe(false);
  });

  it('is told of its silence by the one write that ends it, and by none after', async () => {
    const { id, Key, form, save } = await partialOf();
    const told = async () => {
      const changes = (await readStream()).filter(({ key }) => key.pk === Key.pk && key.sk === Key.sk);
      return changes.map(({ sequence, before, after }) => {
        const images = { before: before as ResponseImage, after: after as ResponseImage };
        return eventOfSilence({ formId: form.form.id, responseId: id, createdAt: 0, sequence, ...images });
      });
    };
    await abandonInactive(Key, Date.now() + 24 * hour);
    await abandonInactive(Key, Date.now() + 24 * hour);
    const details = { formId: form.form.id, responseId: id, name: 'event.abandon', status: 'abandoned' };
    expect((await told()).filter(Boolean)).toMatchObject([{ event: details, completes: false }]);
    await save('partial', Date.now() + 1);
    await abandonResponse(id, iso(Date.now() + hour));
    const events = await told();
    expect(events.filter(Boolean)).toHaveLength(1);
    expect(events.at(-1)).toBeUndefined();
  });

  it('is due again a day after its last save when it was not silent', async () => {
    const { Key, item, save } = await partialOf();
    const saved = Date.now() + 5 * hour;
    await save('partial', saved);
    await abandonInactive(Key, Date.now() + 24 * hour);
    const { status, duesk } = await item();
    expect({ status, early: isDue(duesk, saved + 24 * hour - 1), late: isDue(duesk, saved + 24 * hour) }).toEqual({
      status: 'partial',
      early: false,
      late: true,
    });
    await abandonInactive(Key, saved + 24 * hour);
    expect((await item()).status).toBe('abandoned');
  });

  it('is due no longer once it is completed, and again when it is made partial', async () => {
    const { item, save } = await partialOf();
    await save('completed', Date.now());
    expect(await item()).not.toHaveProperty('duepk');
    expect(await item()).not.toHaveProperty('duesk');
    await save('partial', Date.now() + 10 * hour);
    const { duesk } = await item();
    expect([isDue(duesk, Date.now() + 33 * hour), isDue(duesk, Date.now() + 35 * hour)]).toEqual([false, true]);
  });

  it('is removed with its visit 30 days after it was abandoned, and not while somebody works with it', async () => {
    const form = await storedForm(caller);
    const { id } = await submitAnswers(form, { name: 'Ada' }, 'partial', { sessionId: 'a-session-of-a-visitor' });
    const Key = keyOfResponse(id);
    const visit = visitKey(form.form.id, visitHash('a-session-of-a-visitor'));
    await abandonInactive(Key, Date.now() + 24 * hour);
    const read = await getResponse(id, form);
    const noted = Date.now() + day;
    if (read) await replaceResponse(read, { ...read.response, handling: 'done', updatedAt: iso(noted) });
    expect(await dueNow(Key, Date.now() + 31 * day)).toBe(true);
    await abandonInactive(Key, noted + 30 * day - 1);
    expect(await itemAt(Key)).toMatchObject({ status: 'abandoned' });
    expect(await dueNow(Key, noted + 30 * day + 1)).toBe(true);
    expect(await itemAt(visit)).toBeDefined();
    await abandonInactive(Key, noted + 30 * day);
    await abandonInactive(Key, noted + 30 * day);
    expect([await itemAt(Key), await itemAt(visit)]).toEqual([undefined, undefined]);
  });

  it('stays with a completed one where the form says so, or if it was once completed', async () => {
    const kept = await partialOf(await withRetention(await storedForm(caller), { partialDays: 0 }));
    await abandonInactive(kept.Key, Date.now() + 24 * hour);
    expect(await kept.item()).not.toHaveProperty('duepk');
    const { Key, item, save } = await partialOf();
    await save('completed', Date.now());
    await save('partial', Date.now());
    await abandonInactive(Key, Date.now() + 24 * hour);
    await abandonInactive(Key, Date.now() + 100 * day);
    expect(await item()).toMatchObject({ status: 'abandoned' });
    expect(await item()).not.toHaveProperty('duepk');
  });

  it('of a form that is gone is due no longer, and changes nothing', async () => {
    const { Key, item, form } = await partialOf();
    await deleteForm(form);
    await abandonInactive(Key, Date.now() + 25 * hour);
    expect((await item()).status).toBe('partial');
    expect(await item()).not.toHaveProperty('duepk');
  });

  it('that is leased is no news to webhooks, and is counted as it was', async () => {
    const { Key, form } = await partialOf();
    const own = async () => (await readStream()).filter(({ key }) => key.pk.includes(form.form.id));
    await countAll(await own());
    const before = await storedCounters([form.form.id]);
    expect(before.size).toBeGreaterThan(0);
    const { duesk } = await itemAt(Key);
    expect(await lease({ ...Key, duesk }, Date.now())).toBe(true);

    const leased = (await own()).at(-1);
    const details = { formId: form.form.id, responseId: 'sub_1', createdAt: 0, sequence: '1' };
    expect(leased?.before).toMatchObject({ duesk });
    const images = { before: leased?.before as ResponseImage, after: leased?.after as ResponseImage };
    expect(eventsOfChange({ ...details, ...images })).toEqual([]);
    await countAll(await own());
    expect(await storedCounters([form.form.id])).toEqual(before);
  });

  it('that was stored before there were due times gets one with its next save', async () => {
    const form = await storedForm(caller);
    const { id, Key, save, item } = await partialOf(form);
    const response = (await getResponse(id, form))?.response;
    if (response)
      await dynamodb.send(new PutCommand({ TableName: tableName(), Item: itemOf(response, form.environmentId) }));
    expect(await item()).not.toHaveProperty('duepk');
    await save('partial', Date.now());
    expect(await dueNow(Key, Date.now() + 25 * hour)).toBe(true);
  });
});

describe('the record of a visit that somebody left', () => {
  const sequence = '7';
  const left = (responseId: string, formId: string): DynamoDBStreamEvent => {
    const key = visitKey(formId, visitHash('visit-1'));
    const at = iso(Date.now());
    const events = JSON.stringify([{ type: 'abandon', at }]);
    const image = {
      ...key,
      environmentId: 'env_1',
      responseId,
      receivedAt: at,
      abandonedAt: at,
      events,
    };
    const attributes = (item: object) => marshall(item) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
    return {
      Records: [recordOf({ Keys: attributes(key), NewImage: attributes(image), SequenceNumber: sequence })],
    };
  };
  const name = 'conflict';
  const conflict = () => {
    const middleware = (next: (args: never) => Promise<never>) => async (args: { input: object }) => {
      const isAbandonment = 'UpdateExpression' in args.input && JSON.stringify(args.input).includes('"abandoned"');
      if (!isAbandonment) return next(args as never);
      throw new TransactionConflictException({ message: 'Another write', $metadata: {} });
    };
    dynamodb.middlewareStack.add(middleware as never, { name, step: 'initialize' });
  };

  it('comes again when the response could not be abandoned just then, and changes nothing once it was', async () => {
    log.setLogLevel('SILENT');
    const { id, item, form } = await partialOf();
    const record = left(id, form.form.id);
    conflict();
    expect(await dispatchEvents(record, {} as Context)).toEqual({ batchItemFailures: [{ itemIdentifier: sequence }] });
    dynamodb.middlewareStack.remove(name);
    expect((await item()).status).toBe('partial');
    expect(await dispatchEvents(record, {} as Context)).toEqual({ batchItemFailures: [] });
    const abandoned = await item();
    expect(abandoned.status).toBe('abandoned');
    expect(await dispatchEvents(record, {} as Context)).toEqual({ batchItemFailures: [] });
    expect(await item()).toEqual(abandoned);
  });
});
