import { describe, expect, it } from '@jest/globals';
import { missingIndexes } from '../../../bin/command/missing-indexes.ts';

const tableWith = (...names: string[]) => ({
  TableName: 'Restored',
  GlobalSecondaryIndexes: names.map(IndexName => ({ IndexName })),
});

describe('a table of before', () => {
  it('is told how to get the index of changes, without which updated_since is answered 500', () => {
    const said = missingIndexes(tableWith('gsi1', 'gsi2'))?.split('\n') ?? [];
    expect(said[0]).toContain('The table Restored lacks indexes');
    expect(said.slice(1)).toEqual([
      [
        'aws dynamodb update-table --table-name Restored',
        '--attribute-definitions AttributeName=changedpk,AttributeType=S AttributeName=changedsk,AttributeType=S',
        `--global-secondary-index-updates '[{"Create":{"IndexName":"gsi3","KeySchema":[{"AttributeName":"changedpk","KeyType":"HASH"},{"AttributeName":"changedsk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["status"]}}}]'`,
      ].join(' '),
    ]);
  });

  it('is told one command for each index, and nothing where it has all', () => {
    expect(missingIndexes({ TableName: 'Restored' })?.split('\n')).toHaveLength(4);
    expect(missingIndexes(tableWith('gsi1', 'gsi3'))).toContain('"ProjectionType":"KEYS_ONLY"');
    expect(missingIndexes(tableWith('gsi3', 'gsi2', 'gsi1'))).toBeUndefined();
  });
});
