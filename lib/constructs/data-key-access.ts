import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Contract } from '../../shared/contracts/contract.ts';
import type { Setting } from '../../shared/env.ts';
import type { Data } from '../data-stack.ts';
import { allow } from './lambda-function.ts';

/** Where the keys of sealed answers lie, and what they are wrapped with. */
export type DataKeyStore = Pick<Data, 'dataKeys' | 'secretsKey'>;

type Access = NonNullable<Contract['dataKeys']>;

/** What each access is in IAM. Whoever seals has to unwrap the key that is there, and so could open: the code does not. */
const tableActions: Readonly<Record<Access, readonly string[]>> = {
  open: ['dynamodb:GetItem', 'dynamodb:Query'],
  seal: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
  rotate: ['dynamodb:PutItem', 'dynamodb:Query'],
  destroy: ['dynamodb:DeleteItem', 'dynamodb:Query'],
};
const keyActions: Readonly<Record<Access, readonly string[]>> = {
  open: ['kms:Decrypt'],
  seal: ['kms:Decrypt', 'kms:GenerateDataKey'],
  rotate: ['kms:Decrypt', 'kms:GenerateDataKey'],
  destroy: [],
};

export function dataKeyAccess({ dataKeys, secretsKey }: DataKeyStore, access: Access): PolicyStatement[] {
  const onTable = allow(tableActions[access], [dataKeys.tableArn]);
  if (access === 'destroy') return [onTable];
  const onKey = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...keyActions[access]],
    resources: [secretsKey.keyArn],
    // Secrets of receivers are sealed under the same key, for no organization: they stay closed.
    conditions: { Null: { 'kms:EncryptionContext:organization': 'false' } },
  });
  return [onTable, onKey];
}

export const dataKeySettings = ({ dataKeys, secretsKey }: DataKeyStore): Partial<Record<Setting, string>> => ({
  DATA_KEYS_TABLE: dataKeys.tableName,
  KMS_KEY_ID: secretsKey.keyArn,
});
