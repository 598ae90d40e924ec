import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { AccessTo } from '../../shared/contracts/contract.ts';
import type { Setting } from '../../shared/env.ts';
import { prefixOf } from '../../shared/store/keys.ts';
import type { Data } from '../data-stack.ts';
import { allow } from './lambda-function.ts';

/** The table of the keys of sealed answers, and the key that wraps them. */
export type DataKeyStore = Pick<Data, 'dataKeys' | 'secretsKey'>;

type Access = AccessTo<'dataKeys'>;

/**
 * The IAM actions of each access. A function that seals must unwrap the existing key, so its role could open answers;
 * its code does not.
 */
const tableActions: Readonly<Record<Access, readonly string[]>> = {
  open: ['dynamodb:GetItem', 'dynamodb:Query'],
  seal: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
  rotate: ['dynamodb:PutItem', 'dynamodb:Query'],
  destroy: ['dynamodb:DeleteItem', 'dynamodb:Query'],
  note: [],
};
const keyActions: Readonly<Record<Access, readonly string[]>> = {
  open: ['kms:Decrypt'],
  seal: ['kms:Decrypt', 'kms:GenerateDataKey'],
  rotate: ['kms:Decrypt', 'kms:GenerateDataKey'],
  destroy: [],
  note: [],
};

export function dataKeyAccess({ dataKeys, secretsKey }: DataKeyStore, access: Access): PolicyStatement[] {
  const notes = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['dynamodb:PutItem'],
    resources: [dataKeys.tableArn],
    // No key: only notes of deletions.
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefixOf('deletion', 'pk')}*`] },
      // `ForAllValues` alone would also match a request without the key.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
  if (access === 'note') return [notes];
  const onTable = allow(tableActions[access], [dataKeys.tableArn]);
  if (access === 'destroy') return [onTable, notes];
  const onKey = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...keyActions[access]],
    resources: [secretsKey.keyArn],
    // The same key seals the secrets of receivers, without an organization. This condition keeps them closed.
    conditions: { Null: { 'kms:EncryptionContext:organization': 'false' } },
  });
  return [onTable, onKey];
}

export const dataKeySettings = ({ dataKeys, secretsKey }: DataKeyStore): Partial<Record<Setting, string>> => ({
  DATA_KEYS_TABLE: dataKeys.tableName,
  KMS_KEY_ID: secretsKey.keyArn,
});
