import { randomBytes } from 'node:crypto';
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { storedCounters } from '../../../bench/counting/readers.ts';
import { visitKey } from '../../../bench/counting/visit-items.ts';
import type { ImageChange } from '../../../shared/counting/counter-deltas/counter-delta.ts';
import { answerRules } from '../../../shared/domain/fields/breach.ts';
import { log } from '../../../shared/log.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { dynamodb, type Item, tableName } from '../../../shared/store/table.ts';
import { itInAll } from '../../support/in-all.ts';
import { newCaller, storedForm } from '../../support/records/records.ts';
import { countAll } from '../../support/table/counting.ts';
import { useTable } from '../../support/table/table.ts';

/** Random, so that packing gains nothing; as long as an id may be. */
const idsOf = (version: string, count: number) =>
  Array.from({ length: count }, () => `${version}${randomBytes(48).toString('base64url')}`.slice(0, 64));

const hour = '2026-03-01T12';
const start = Date.parse(`${hour}:00:00.000Z`);

let sequence = 1000;

/** A visit that begins with this, as the stream tells of it. */
function visit({ form, environmentId }: StoredForm, content: ImageChange['after']): ImageChange {
  sequence += 1;
  const at = new Date(start).toISOString();
  const after = { environmentId, at, startedAt: at, writes: 1, ...content };
  return { key: visitKey(form.id, `visit ${sequence}`), sequence: String(sequence), after };
}

/** Three thousand error events: each field breaks every rule. */
const broken = (stored: StoredForm, fieldIds: readonly string[]) =>
  [...answerRules, 'of the browser'].map(rule =>
    visit(stored, { events: JSON.stringify(fieldIds.map(fieldId => ({ type: 'error', fieldId, rule }))) }),
  );

const answered = (stored: StoredForm, fieldIds: readonly string[]) => [
  visit(stored, { focused: new Set(fieldIds), answered: new Set(fieldIds), last: fieldIds.at(-1) }),
];

const faults: string[] = [];

/** Runs what is to go wrong at the puts of some items. */
function faultAtPut(name: string, fault: (item: Item) => void): void {
  faults.push(name);
  dynamodb.middlewareStack.add(
    next => async args => {
      const { Item } = args.input as { Item?: Item };
      if (Item?.pk?.startsWith('COUNTS#')) fault(Item);
      return next(args);
    },
    { name, step: 'initialize' },
  );
}

const rejection = () =>
  new DynamoDBServiceException({
    name: 'ValidationException',
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
    message: 'Item size has exceeded the maximum allowed size',
  });

const sumOf = async (scope: string, letter: string) => {
  const counters = [...(await storedCounters([scope]))].filter(([name]) => name.split(' ')[2]?.startsWith(letter));
  return counters.reduce((sum, [, count]) => sum + count, 0);
};

describe('the items of counters', () => {
  useTable();
  afterEach(() => {
    for (const name of faults.splice(0)) dynamodb.middlewareStack.remove(name);
    jest.restoreAllMocks();
  });

  itInAll(
    'stay small, and lose no count, whatever a hostile form, its versions and its browsers bring in an hour',
    async () => {
      const sizes: number[] = [];
      faultAtPut('sizes', item =>
        sizes.push(JSON.stringify({ ...item, counts: '' }).length + (item.counts as Buffer).length),
      );
      const stored = await storedForm(await newCaller());
      let [errors, answers] = [0, 0];
      for (const version of ['a', 'b', 'c', 'd']) {
        const fieldIds = idsOf(version, 200);
        const changes = [...broken(stored, fieldIds), ...answered(stored, fieldIds)];
        await countAll(changes);
        await countAll(changes);
        errors += (answerRules.length + 1) * 200;
        answers += 200;
      }
      expect(await sumOf(stored.form.id, 'e:')).toBe(errors);
      expect(await sumOf(stored.form.id, 'g:')).toBe(answers);
      expect(await sumOf(stored.form.id, 'g:*')).toBe(400);
      expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
    },
  );

  it.each([
    ['DynamoDB rejects', rejection],
    ['cannot be made', () => new RangeError('Invalid array length')],
  ])('that %s hold up no other: what they lack is told of, whole', async (_, fault) => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const caller = await newCaller();
    const [poisoned, next] = [await storedForm(caller), await storedForm(await newCaller())];
    faultAtPut('poison', ({ pk, sk }) => {
      if (pk === `COUNTS#${poisoned.form.id}` && sk.startsWith('HOUR#')) throw fault();
    });
    await countAll([...answered(poisoned, ['name']), ...answered(next, ['name'])]);
    expect(await sumOf(next.form.id, 'b')).toBe(1);
    expect(await sumOf(poisoned.environmentId, 'b')).toBe(1);
    expect(await sumOf(poisoned.form.id, 'b')).toBe(0);
    expect(told).toHaveBeenCalledTimes(1);
    expect(told.mock.calls[0]?.[1]).toMatchObject({
      key: { pk: `COUNTS#${poisoned.form.id}` },
      steps: [{ added: expect.arrayContaining([{ name: 'b', cell: 0, by: 1 }]) }],
    });
  });

  it('whose stored counts are no counts hold up no other', async () => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const [spoilt, next] = [await storedForm(await newCaller()), await storedForm(await newCaller())];
    await countAll(answered(spoilt, ['name']));
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `COUNTS#${spoilt.form.id}` },
      }),
    );
    for (const item of Items) {
      const Item = { ...item, counts: Buffer.from('no counts') };
      await dynamodb.send(new PutCommand({ TableName: tableName(), Item }));
    }
    await countAll([...answered(spoilt, ['name']), ...answered(next, ['name'])]);
    expect(await sumOf(next.form.id, 'b')).toBe(1);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('of a change that cannot be read hold up no other', async () => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const stored = await storedForm(await newCaller());
    await countAll([visit(stored, { events: 'no JSON' }), ...answered(stored, ['name'])]);
    expect(await sumOf(stored.form.id, 'b')).toBe(1);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('are written later, each once, when the table is too busy for one of them', async () => {
    const stored = await storedForm(await newCaller());
    const changes = answered(stored, ['name']);
    faultAtPut('throttle', ({ pk }) => {
      if (pk !== `COUNTS#${stored.environmentId}`) return;
      throw Object.assign(new Error('Throughput exceeds the limit'), { name: 'ThrottlingException' });
    });
    await expect(countAll(changes)).rejects.toThrow('Throughput');
    expect(await sumOf(stored.form.id, 'b')).toBe(1);
    dynamodb.middlewareStack.remove(faults.pop() ?? '');
    await countAll(changes);
    expect([await sumOf(stored.form.id, 'b'), await sumOf(stored.environmentId, 'b')]).toEqual([1, 1]);
  });

  itInAll('are as many in a batch as it has forms', async () => {
    const caller = await newCaller();
    const forms = await Promise.all(Array.from({ length: 120 }, () => storedForm(caller)));
    await countAll(forms.flatMap(form => answered(form, ['name'])));
    const counters = await storedCounters([...forms.map(({ form }) => form.id), forms[0]?.environmentId ?? '']);
    expect(counters.get(`${forms[0]?.environmentId} HOUR#${hour} b 0`)).toBe(120);
    for (const { form } of forms) expect(counters.get(`${form.id} HOUR#${hour} g:name 0`)).toBe(1);
  });
});
