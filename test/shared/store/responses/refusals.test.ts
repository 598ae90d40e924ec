import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { log } from '../../../../shared/log.ts';
import { countRefusal, writeRefusals } from '../../../../shared/store/responses/refusals.ts';
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
});
