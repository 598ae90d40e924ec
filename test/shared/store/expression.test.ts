import { describe, expect, it } from '@jest/globals';
import { allOf, expression, ifAbsent, parametersOf, placeholders } from '../../../shared/store/expression.ts';
import { getItem, updateItem } from '../../../shared/store/table.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

describe('the parameters of a change', () => {
  it('name each attribute once and each value where it stands', () => {
    const change = {
      set: { status: 'live', total: expression`#total + ${1}`, first: ifAbsent('first', 7), left: undefined },
      add: { count: 2 },
      remove: ['name', 'status'],
      if: allOf(expression`#status = ${'draft'}`, undefined, expression`(#count < ${9} OR size(tags) > ${0})`),
    };
    expect(parametersOf(change)).toEqual({
      UpdateExpression: 'SET #n0 = :v0, #n1 = #n1 + :v1, #n2 = if_not_exists(#n2, :v2) ADD #n3 :v3 REMOVE #n4, #n0',
      ConditionExpression: '#n0 = :v4 AND (#n3 < :v5 OR size(tags) > :v6)',
      ExpressionAttributeNames: { '#n0': 'status', '#n1': 'total', '#n2': 'first', '#n3': 'count', '#n4': 'name' },
      ExpressionAttributeValues: { ':v0': 'live', ':v1': 1, ':v2': 7, ':v3': 2, ':v4': 'draft', ':v5': 9, ':v6': 0 },
    });
  });

  it('are left out where there are none: DynamoDB refuses empty ones', () => {
    const nothing = { UpdateExpression: undefined, ConditionExpression: undefined };
    const noPlaceholders = { ExpressionAttributeNames: undefined, ExpressionAttributeValues: undefined };
    expect(parametersOf({ set: { name: undefined } })).toEqual({ ...nothing, ...noPlaceholders });
    const check = { if: expression`attribute_exists(pk)` };
    expect(parametersOf(check)).toEqual({ ...nothing, ...noPlaceholders, ConditionExpression: 'attribute_exists(pk)' });
  });

  it('take what looks like an expression in a value for a value', () => {
    const { textOf, named } = placeholders();
    expect(textOf(expression`#name = ${'#status = :v0'}`)).toBe('#n0 = :v0');
    expect(named().ExpressionAttributeValues).toEqual({ ':v0': '#status = :v0' });
  });
});

describe('a change with reserved words, sums, sets and a condition', () => {
  it('is made by DynamoDB when its condition holds, and otherwise not', async () => {
    const key = { pk: 'EXPRESSION', sk: 'ITEM' };
    await updateItem(key, { set: { status: 'draft', name: 'Ada' }, add: { tags: new Set(['a']), count: 1 } });
    const change = {
      set: { status: 'live', count: expression`#count + ${2}`, first: ifAbsent('first', 7) },
      add: { tags: new Set(['b']) },
      remove: ['name'],
      if: allOf(expression`#status = ${'draft'}`, expression`contains(tags, ${'a'})`),
    };
    expect(await updateItem(key, change)).toBe(true);
    expect(await updateItem(key, change)).toBe(false);
    const changed = { status: 'live', count: 3, first: 7, tags: new Set(['a', 'b']), stamp: expect.any(String) };
    expect(await getItem(key)).toEqual({ ...key, ...changed });
  });
});
