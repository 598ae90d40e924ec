import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Setting } from '../../shared/env.ts';
import type { Data } from '../data-stack.ts';

const actions = { open: 'kms:Decrypt', create: 'kms:Encrypt' } as const;

/**
 * Returns what it takes to open or create the key of the hashes that the table has in place of addresses and networks.
 * The condition keeps other secrets closed.
 */
export function hashKeyAccess({ secretsKey }: Pick<Data, 'secretsKey'>, access: keyof typeof actions) {
  const statement = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [actions[access]],
    resources: [secretsKey.keyArn],
    conditions: { Null: { 'kms:EncryptionContext:hashes': 'false' } },
  });
  const settings = { KMS_KEY_ID: secretsKey.keyArn } satisfies Partial<Record<Setting, string>>;
  return { settings, statements: [statement] };
}
