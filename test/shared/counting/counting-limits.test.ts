import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storedCounters } from '../../../bench/counting/readers.ts';
import { visitKey } from '../../../bench/counting/visit-items.ts';
import { countChanges } from '../../../shared/counting/counter-batch.ts';
import type { Change } from '../../../shared/counting/counter-deltas/counter-delta.ts';
import { answerRules } from '../../../shared/domain/responses/answer-types.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { dynamodb, type TransactItem } from '../../../shared/store/table.ts';
import { newCaller, storedForm } from '../../support/records.ts';
import { useTable } from '../../support/table.ts';

const fieldIds = Array.from({ length: 200 }, (_, index) => `f${index}_${'x'.repeat(60)}`.slice(0, 64));
const start = Date.parse('2026-03-01T12:00:00.000Z');

/** A visit that begins with this, as the stream tells of it; each of another quarter hour where `apart`. */
function visit({ form, environmentId }: StoredForm, number: number, content: Change['after'], apart = false): Change {
  const at = new Date(start + (apart ? number * 86_400_000 : 0)).toISOString();
  const after = { environmentId, at, startedAt: at, writes: 1, ...content };
  return { key: visitKey(form.id, `visit ${number}`), stream: '', sequence: String(1000 + number), after };
}

describe('a batch that a transaction cannot take whole', () => {
  useTable();
  const transactions: TransactItem[][] = [];

  beforeAll(() => {
    dynamodb.middlewareStack.add(
      next => async args => {
        const { TransactItems } = args.input as { TransactItems?: TransactItem[] };
        if (TransactItems) transactions.push(TransactItems);
        return next(args);
      },
      { name: 'transactions', step: 'initialize' },
    );
  });
  afterAll(() => {
    dynamodb.middlewareStack.remove('transactions');
  });

  const expressionOf = ({ Update }: TransactItem) => Update?.UpdateExpression ?? '';

  /** Counts the changes as one batch, within the limits of DynamoDB; gives what counters came of it, by attribute. */
  async function counted(
    { form }: StoredForm,
    changes: readonly Change[],
    prefix: string,
  ): Promise<Map<string, number>> {
    transactions.length = 0;
    expect(await countChanges(changes)).toBe(true);
    expect(await countChanges(changes)).toBe(true);
    expect(Math.max(...transactions.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(Math.max(...transactions.flat().map(item => expressionOf(item).length))).toBeLessThanOrEqual(4096);
    const sums = new Map<string, number>();
    for (const [name, count] of await storedCounters([form.id])) {
      const [, item = '', attribute = ''] = name.split(' ');
      if (item.startsWith(prefix)) sums.set(attribute, (sums.get(attribute) ?? 0) + count);
    }
    return sums;
  }

  it('is written in parts when an item would take too many attributes, and counts each change once', async () => {
    const stored = await storedForm(await newCaller());
    const broken = (number: number) =>
      Array.from({ length: 100 }, (_, index) => ({
        type: 'error',
        fieldId: fieldIds[(number * 100 + index) % 200],
        rule: answerRules[number % answerRules.length],
      }));
    const changes = Array.from({ length: 28 }, (_, number) =>
      visit(stored, number, { events: JSON.stringify(broken(number)) }),
    );
    const sums = await counted(stored, changes, 'FIELDS#');
    expect([...sums.values()].reduce((sum, count) => sum + count)).toBe(2800);
    expect(transactions.length).toBeGreaterThan(10);
  });

  it('takes a visit that answers all 200 fields at once', async () => {
    const stored = await storedForm(await newCaller());
    const answered = new Set(fieldIds);
    const visits = [0, 1].map(number => visit(stored, number, { answered, last: fieldIds[199] }));
    const sums = await counted(stored, visits, 'FIELDQUARTER#');
    expect(sums.size).toBe(201);
    expect(new Set(sums.values())).toEqual(new Set([2]));
  });

  it('is written in parts when it touches more than 100 items', async () => {
    const stored = await storedForm(await newCaller());
    const content = { focused: new Set(['name']), last: 'name' };
    const changes = Array.from({ length: 120 }, (_, number) => visit(stored, number, content, true));
    const sums = await counted(stored, changes, 'FIELDS#');
    expect(Object.fromEntries(sums)).toEqual({ 'f:name': 120, 'd:name': 120 });
    expect(transactions.length).toBeGreaterThan(4);
  });
});
