import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Contract } from '../../shared/contracts/contract.ts';
import { indexes, prefixOf } from '../../shared/store/keys.ts';
import { allow } from './lambda-function.ts';

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writeActions = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** The index of lists, or that of due work, which only the sweeper reads. */
export type TableIndex = keyof typeof indexes;

/** What a contract's `table` means in IAM: actions on the table's items, and queries of one index of it. */
export function tableAccess(table: ITable, access: Contract['table'], index: TableIndex = 'lists'): PolicyStatement[] {
  if (access === 'none') return [];
  const onItems = access === 'write' ? [...readActions, ...writeActions] : readActions;
  return [
    allow(onItems, [table.tableArn]),
    allow(['dynamodb:Query'], [`${table.tableArn}/index/${indexes[index].name}`]),
  ];
}

const partitionsOfUse = (['apiKey', 'session', 'limit'] as const).map(item => `${prefixOf(item, 'pk')}*`);

/**
 * Every function that authenticates notes the use of the key or session it was called with: when it was, and in the bucket
 * of its limit; also one that reads only.
 */
export function noteUse(table: ITable): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['dynamodb:UpdateItem'],
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitionsOfUse },
      // ForAllValues alone also holds where the request has no such key:
      // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
}
