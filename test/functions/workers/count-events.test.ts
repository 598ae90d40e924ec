import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../bench/consumed-capacity.ts';
import { insertionsOf } from '../../../bench/fill.ts';
import { handler } from '../../../functions/workers/count-events.ts';
import { dayOf } from '../../../shared/domain/quarters.ts';
import { getJob } from '../../../shared/store/jobs.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { dynamodb, tableName } from '../../../shared/store/table.ts';
import { newCaller, storedForm } from '../../support/records.ts';
import { useTable } from '../../support/table.ts';

describe('count-events', () => {
  useTable();

  it('sees to the recount of each day that it counts, before it counts, and once in a process', async () => {
    const stored = await storedForm(await newCaller());
    const fault = 'fault';
    dynamodb.middlewareStack.add(
      next => async args => {
        if ('TransactItems' in args.input) throw new Error('The table cannot be written');
        return next(args);
      },
      { name: fault, step: 'initialize' },
    );
    const Records = insertionsOf([stored], 5);
    await expect(handler({ Records })).rejects.toThrow('cannot be written');
    dynamodb.middlewareStack.remove(fault);
    const job = `recount-${stored.form.id}-${dayOf(Date.now())}`;
    expect(await getJob(keyOf('job', { job }))).toMatchObject({ kind: 'recount', formId: stored.form.id, step: 0 });

    const { calls } = await consumedBy(dynamodb, () => handler({ Records }));
    expect(Object.fromEntries(calls)).toEqual({ BatchGetItem: 2, TransactWriteItems: 1 });
  });

  it('passes over what the stream of another table brings', async () => {
    const stored = await storedForm(await newCaller());
    const own = insertionsOf([stored], 2);
    const others = insertionsOf([stored], 3).map(record => ({
      ...record,
      eventSourceARN: record.eventSourceARN?.replace(/table\/[^/]+/, 'table/formline-before'),
    }));
    await handler({ Records: [...others, ...own] });
    const Key = keyOf('shardCounts', { scope: stored.form.id, shard: '0' });
    const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key }));
    expect(Item).toMatchObject({ completed: 2 });
  });
});
