import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { log } from '../../../../shared/log.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { blockedItem, countRefusal, writeRefusals } from '../../../../shared/store/responses/refusals.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const middleware = 'failing';
const faults = [{ field: 'name', rule: 'required', message: 'An answer is required' }];

async function notes(formId: string) {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: tableName() }));
  return Items.filter(({ pk, sk }) => pk.startsWith(`ONCE#${formId}#`) && sk.startsWith('REFUSALS#'));
}

describe('refused submissions', () => {
  useTable();
  beforeAll(() => log.setLogLevel('SILENT'));
  afterEach(() => {
    dynamodb.middlewareStack.remove(middleware);
    jest.restoreAllMocks();
  });

  it('are one item for as many as come within a second, with no answer in it', async () => {
    const stored = await storedForm(await newCaller());
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    for (let refusal = 0; refusal < 50; refusal++) await countRefusal(stored, faults);
    await writeRefusals();
    const [note, ...more] = await notes(stored.form.id);
    expect(more).toEqual([]);
    expect(note).toEqual({
      pk: expect.stringMatching(/^ONCE#.+#[0-9a-f]$/),
      sk: expect.stringMatching(/^REFUSALS#/),
      environmentId: stored.environmentId,
      counts: '{"name":{"required":1}}',
      at: expect.stringMatching(/^\d{4}-.+Z$/),
      ttl: expect.any(Number),
    });
  });

  it('are refused all the same when they cannot be counted', async () => {
    const stored = await storedForm(await newCaller());
    const fail = async () => {
      throw new Error('The table takes no more');
    };
    dynamodb.middlewareStack.add(() => fail, { name: middleware, step: 'initialize' });
    await expect(countRefusal(stored, faults)).resolves.toBeUndefined();
    await expect(writeRefusals()).resolves.toBeUndefined();
  });

  it('are no item when their faults are of none of the fields of the form', async () => {
    const stored = await storedForm(await newCaller());
    await countRefusal(stored, [{ field: 'other', rule: 'required', message: 'An answer is required' }]);
    expect(await notes(stored.form.id)).toEqual([]);
  });
});

it('a submission taken for spam is an item that says only that, and when it ends', () => {
  const at = Date.parse('2026-11-20T10:11:12.345Z');
  jest.spyOn(Date, 'now').mockReturnValue(at + 1655);
  const stored = { form: { id: 'form_1' }, environmentId: 'env_1' } as StoredForm;
  const [one, other] = [blockedItem(stored, at), blockedItem(stored, at)];
  jest.restoreAllMocks();
  expect(one).toEqual({
    pk: expect.stringMatching(/^ONCE#form_1#[0-9a-f]$/),
    sk: expect.stringMatching(/^REFUSALS#[0-9a-f-]{36}$/),
    environmentId: 'env_1',
    at: '2026-11-20T10:11:12.345Z',
    ttl: Date.parse('2026-11-22T10:11:14.000Z') / 1000,
    blocked: 1,
  });
  expect(other.sk).not.toBe(one.sk);
});
