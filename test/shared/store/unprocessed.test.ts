import { describe, expect, it } from '@jest/globals';
import { withPatience } from '../../../shared/aws/request-patience.ts';
import { newId } from '../../../shared/ids.ts';
import { batchDelete, batchGet, batchPut, isThrottle } from '../../../shared/store/table.ts';
import { usePlannedFaults } from '../../support/cloud/planned-faults.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
const meet = usePlannedFaults();

const newItems = () => {
  const pk = newId('form');
  return Array.from({ length: 8 }, (_, n) => ({ pk, sk: String(n) }));
};
const sorted = (items: { sk: string }[]) => items.map(({ sk }) => sk).toSorted();

describe('what DynamoDB leaves of a batch', () => {
  it('is stored, read and deleted in further attempts', async () => {
    const items = newItems();
    meet('BatchWriteItem', 'unprocessed', 'unprocessed');
    await batchPut(items);
    expect(sorted(await batchGet(items))).toEqual(sorted(items));
    meet('BatchGetItem', 'unprocessed', 'unprocessed');
    expect(sorted(await batchGet(items))).toEqual(sorted(items));
    meet('BatchWriteItem', 'unprocessed', 'unprocessed');
    await batchDelete(items);
    expect(await batchGet(items)).toEqual([]);
  });

  it('is given up after two repeats within a request, as a throttle', async () => {
    const items = newItems();
    await batchPut(items);
    meet('BatchGetItem', 'unprocessed', 'unprocessed', 'unprocessed');
    const error = await withPatience(() => batchGet(items)).catch(error => error);
    expect([isThrottle(error), error.message]).toEqual([true, 'DynamoDB left 1 items of a batch unprocessed']);
  });
});
