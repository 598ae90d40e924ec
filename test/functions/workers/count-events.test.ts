import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { consumedBy } from '../../../bench/consumed-capacity.ts';
import { insertionsOf } from '../../../bench/fill.ts';
import { handler } from '../../../functions/workers/count-events.ts';
import { dayOf } from '../../../shared/domain/time/quarters.ts';
import { log } from '../../../shared/log.ts';
import { readTotals } from '../../../shared/store/counters/counter-items.ts';
import { getJob } from '../../../shared/store/jobs.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { dynamodb } from '../../../shared/store/table.ts';
import { newCaller, storedForm } from '../../support/records/records.ts';
import { useSteadyClock } from '../../support/steady-clock.ts';
import { useTable } from '../../support/table/table.ts';

useSteadyClock();

const shardId = 'shardId-00000001795326340532-6a1f';
const completedOf = async (scope: string) => (await readTotals(scope)).counts.get('c') ?? 0;

describe('count-events', () => {
  useTable();
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('sees to the recount of each day that it counts, before it counts, and once in a process', async () => {
    const stored = await storedForm(await newCaller());
    const fault = 'fault';
    dynamodb.middlewareStack.add(
      next => async args => {
        if (JSON.stringify(args.input).includes('COUNTS#')) throw new Error('The table cannot be written');
        return next(args);
      },
      { name: fault, step: 'initialize' },
    );
    const Records = insertionsOf([stored], 5);
    await expect(handler({ Records, shardId })).rejects.toThrow('cannot be written');
    dynamodb.middlewareStack.remove(fault);
    const job = `recount-${stored.form.id}-${dayOf(Date.now())}`;
    expect(await getJob(keyOf('job', { job }))).toMatchObject({ kind: 'recount', formId: stored.form.id, step: 0 });

    const { calls } = await consumedBy(dynamodb, () => handler({ Records, shardId }));
    expect(Object.fromEntries(calls)).toEqual({ BatchGetItem: 4, PutItem: 4 });
    const again = await consumedBy(dynamodb, () => handler({ Records: insertionsOf([stored], 5), shardId }));
    expect(Object.fromEntries(again.calls)).toEqual({ BatchGetItem: 1, PutItem: 4 });
    expect(await completedOf(stored.form.id)).toBe(10);
  });

  it('passes over what the stream of another table brings, and what is older than a stream keeps it', async () => {
    const stored = await storedForm(await newCaller());
    const own = insertionsOf([stored], 2);
    const others = insertionsOf([stored], 3).map(record => ({
      ...record,
      eventSourceARN: record.eventSourceARN?.replace(/table\/[^/]+/, 'table/formline-before'),
    }));
    const old = insertionsOf([stored], 4).map(record => ({
      ...record,
      dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: Date.now() / 1000 - 86_401 },
    }));
    await handler({ Records: [...others, ...own, ...old], shardId });
    expect(await completedOf(stored.form.id)).toBe(2);
  });

  it('counts the others of a batch when one of its records cannot be read', async () => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const stored = await storedForm(await newCaller());
    const [first, poison, last] = insertionsOf([stored], 3);
    const unreadable = { ...poison?.dynamodb?.NewImage, unreadable: { N: '123456789012345678901.5' } };
    const Records = [first, { ...poison, dynamodb: { ...poison?.dynamodb, NewImage: unreadable } }, last];
    await handler({ Records: Records.filter(record => record !== undefined), shardId });
    expect(await completedOf(stored.form.id)).toBe(2);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('answers with a state, also when a window ends, and refuses an event that names no shard', async () => {
    expect(await handler({ Records: [], shardId })).toEqual({ state: {} });
    await expect(handler({ Records: [] })).rejects.toThrow('tumbling window');
  });
});
