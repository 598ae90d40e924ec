import { expect, it } from '@jest/globals';
import { faultsOfDepth } from '../../../../shared/domain/bodies/depth.ts';

const nested = (depth: number) => JSON.parse(`${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`);

it('lets a body be nested 200 deep and no deeper, however deep it is', () => {
  expect(faultsOfDepth(nested(200))).toEqual([]);
  const tooDeep = [{ field: '', rule: 'maxDepth', message: 'is nested more than 200 deep' }];
  expect(faultsOfDepth(nested(202))).toEqual(tooDeep);
  expect(faultsOfDepth(nested(60_000))).toEqual(tooDeep);
});

it('lets values be that have no parts', () => {
  for (const value of [null, 'text', 1, [], {}, [null]]) expect(faultsOfDepth(value)).toEqual([]);
});
