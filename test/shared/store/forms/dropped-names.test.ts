import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '../../../../shared/ids.ts';
import { log } from '../../../../shared/log.ts';
import { countDropped, droppedNamesOf, forgetDropped } from '../../../../shared/store/forms/dropped-names.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { dynamodb, getItem, putItem } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const began = Date.parse('2026-11-20T10:00:00.000Z');
const middleware = 'another writer';
const seconds = (count: number) => began + count * 1000;
const isoOf = (time: number) => new Date(time).toISOString();

let formId: string;

beforeEach(() => {
  formId = newId('form');
});
afterEach(() => {
  dynamodb.middlewareStack.remove(middleware);
  jest.restoreAllMocks();
});

async function countAt(time: number, ...names: string[]): Promise<void> {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(time);
  await countDropped(formId, names);
  clock.mockRestore();
}

const item = () => getItem(keyOf('droppedNames', { scope: formId }));

/** Does this right before each of the first attempts to store the names. */
function beforeAttempts(times: number, work: () => Promise<void>): void {
  let left = times;
  dynamodb.middlewareStack.add(
    next => async args => {
      const isAttempt = 'Item' in args.input && 'ConditionExpression' in args.input;
      if (isAttempt && left-- > 0) await work();
      return next(args);
    },
    { name: middleware, step: 'initialize' },
  );
}

/** Counts a name as another process does. */
async function countElsewhere(): Promise<void> {
  const { names = {}, revision = 0 } = { ...(await item()) };
  const { city } = names as Record<string, { count: number }>;
  const counted = { ...(names as object), city: { count: (city?.count ?? 0) + 1, lastAt: isoOf(began) } };
  await putItem({ ...keyOf('droppedNames', { scope: formId }), names: counted, revision: Number(revision) + 1 });
}

describe('names that a form has no field for', () => {
  it('are counted, each once for a submission, and listed from the most frequent on', async () => {
    await countAt(began, 'phone', ' city\n', 'city', '');
    expect(await item()).toEqual({
      ...keyOf('droppedNames', { scope: formId }),
      names: {
        phone: { count: 1, lastAt: isoOf(began) },
        city: { count: 1, lastAt: isoOf(began) },
        '(blank)': { count: 1, lastAt: isoOf(began) },
      },
      revision: 1,
      ttl: began / 1000 + 90 * 24 * 3600,
      stamp: expect.any(String),
    });
    await countAt(seconds(10), 'phone');
    expect(await droppedNamesOf(formId)).toEqual([
      { name: 'phone', count: 2, lastAt: isoOf(seconds(10)) },
      { name: '(blank)', count: 1, lastAt: isoOf(began) },
      { name: 'city', count: 1, lastAt: isoOf(began) },
    ]);
    expect(await item()).toMatchObject({ revision: 2, ttl: seconds(10) / 1000 + 90 * 24 * 3600 });
  });

  it('are gathered for ten seconds after a write, and then written together', async () => {
    await countAt(began, 'phone');
    await countAt(seconds(1), 'city');
    await countAt(seconds(9.999), 'city', 'phone');
    expect(await droppedNamesOf(formId)).toEqual([{ name: 'phone', count: 1, lastAt: isoOf(began) }]);
    await countAt(seconds(10), 'city');
    const lastAt = isoOf(seconds(10));
    expect(await droppedNamesOf(formId)).toEqual([
      { name: 'city', count: 3, lastAt },
      { name: 'phone', count: 2, lastAt },
    ]);
    await countAt(seconds(20), 'city');
    expect((await droppedNamesOf(formId))[0]).toEqual({ name: 'city', count: 4, lastAt: isoOf(seconds(20)) });
  });

  it('are twenty of a submission, and twenty of those that are gathered', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `name${String(index).padStart(2, '0')}`);
    await countAt(began, ...names);
    expect((await droppedNamesOf(formId)).map(({ name }) => name)).toEqual(names.slice(0, 20));
    await countAt(seconds(1), ...names.slice(0, 19));
    await countAt(seconds(2), 'room', 'late', 'name00');
    await countAt(seconds(10), 'late');
    const after = new Map((await droppedNamesOf(formId)).map(({ name, count }) => [name, count]));
    expect(after.get('name00')).toBe(3);
    expect(after.has('room')).toBe(true);
    expect(after.has('late')).toBe(false);
  });

  it('are looked at no further than the twentieth of a submission, even if they are all the same', async () => {
    await countAt(began, ...Array.from({ length: 19 }, () => 'phone'), 'city', 'late');
    expect((await droppedNamesOf(formId)).map(({ name }) => name)).toEqual(['city', 'phone']);
  });

  it('cause no write when there are none', async () => {
    await countAt(began);
    expect(await item()).toBeUndefined();
    expect(await droppedNamesOf(formId)).toEqual([]);
    await countAt(began, 'phone');
    expect(await item()).toMatchObject({ revision: 1 });
  });

  it('are added to those that another process counts at the same time', async () => {
    beforeAttempts(2, countElsewhere);
    await countAt(began, 'phone');
    expect(await droppedNamesOf(formId)).toEqual([
      { name: 'city', count: 2, lastAt: isoOf(began) },
      { name: 'phone', count: 1, lastAt: isoOf(began) },
    ]);
    expect(await item()).toMatchObject({ revision: 3 });
  });

  it('are given up when others come first three times', async () => {
    beforeAttempts(3, countElsewhere);
    await countAt(began, 'phone');
    expect(await droppedNamesOf(formId)).toEqual([{ name: 'city', count: 3, lastAt: isoOf(began) }]);
  });

  it('are forgotten on request, and those of other forms stay', async () => {
    await countAt(began, 'phone');
    const first = formId;
    formId = newId('form');
    await countAt(began, 'city');
    await forgetDropped(first);
    expect(await droppedNamesOf(first)).toEqual([]);
    expect(await droppedNamesOf(formId)).toEqual([{ name: 'city', count: 1, lastAt: isoOf(began) }]);
  });

  it('fail nobody when they cannot be written', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => {});
    const refusal = new Error('The table takes no more');
    beforeAttempts(1, async () => {
      throw refusal;
    });
    await countAt(began, 'phone');
    expect(error.mock.calls).toEqual([['names without a field were not counted', refusal]]);
    expect(await droppedNamesOf(formId)).toEqual([]);
  });
});
