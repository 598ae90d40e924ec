import { describe, expect, it } from '@jest/globals';
import { type ItemUpdate, ifAbsent } from '../../../shared/store/expression.ts';
import { getItem, putItem, updateItem, writeIfUnchanged } from '../../../shared/store/table.ts';
import { unchanged, updateWrite } from '../../../shared/store/writes.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const key = { pk: 'WRITES#1', sk: 'ONE' };

describe('an update in a transaction', () => {
  it('sets, adds to and removes attributes, and checks one that it changes', async () => {
    await putItem({ ...key, revision: 1, old: 'x', seen: new Set(['a', 'b']) });
    const change: ItemUpdate = {
      set: { title: 'Help', first: ifAbsent('old', 'none') },
      ...{ add: { revision: 1 }, remove: ['old'], delete: { seen: new Set(['a']) } },
      if: unchanged({ revision: 1 }),
    };
    expect(await writeIfUnchanged([updateWrite(key, change)])).toBe(true);
    expect(await getItem(key)).toEqual({ ...key, revision: 2, title: 'Help', first: 'x', seen: new Set(['b']) });
    expect(await writeIfUnchanged([updateWrite(key, change)])).toBe(false);
  });

  it.each<[string, ItemUpdate]>([
    ['sets and removes', { set: { other: 1, count: 1 }, remove: ['last', 'count'] }],
    ['sets and adds to', { set: { count: 1 }, add: { count: 1 } }],
    ['adds to and removes', { add: { count: 1 }, remove: ['count'] }],
    ['removes and deletes from', { remove: ['count'], delete: { count: new Set(['a']) } }],
  ])('is refused if it %s one attribute, as outside a transaction', async (_, change) => {
    await putItem({ ...key, revision: 1 });
    await expect(updateItem(key, change)).rejects.toThrow(/overlap/);
    await expect(writeIfUnchanged([updateWrite(key, change)])).rejects.toThrow('An update changes count twice');
    expect(await getItem(key)).toEqual({ ...key, revision: 1 });
  });
});
