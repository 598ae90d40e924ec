import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/**
 * Returns the customer's own key, if one is set: the same construct for the whole stack. The customer maintains its
 * policy.
 */
export function customerKey(scope: Construct, { kmsKeyArn }: Config): IKey | undefined {
  if (kmsKeyArn === undefined) return undefined;
  const stack = Stack.of(scope);
  const known = stack.node.tryFindChild('CustomerKey') as IKey | undefined;
  return known ?? Key.fromKeyArn(stack, 'CustomerKey', kmsKeyArn);
}

/**
 * Returns what a function may do with the customer's key: use it only through the services that store data under it.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
 */
export function useCustomerKey(scope: Construct, { kmsKeyArn }: Config): PolicyStatement[] {
  if (kmsKeyArn === undefined) return [];
  const { region } = Stack.of(scope);
  return [
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: [kmsKeyArn],
      conditions: {
        StringEquals: { 'kms:ViaService': ['dynamodb', 's3'].map(name => `${name}.${region}.amazonaws.com`) },
      },
    }),
  ];
}
