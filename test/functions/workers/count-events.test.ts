import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../bench/consumed-capacity.ts';
import { insertionsOf } from '../../../bench/fill.ts';
import { handler } from '../../../functions/workers/count-events.ts';
import { dayOf } from '../../../shared/domain/quarters.ts';
import { getJob } from '../../../shared/store/jobs.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { dynamodb } from '../../../shared/store/table.ts';
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
});
