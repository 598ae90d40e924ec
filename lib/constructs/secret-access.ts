import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Setting } from '../../shared/env.ts';
import type { Data } from '../data-stack.ts';

type SecretsKey = Pick<Data, 'secretsKey'>;
type Owner = 'captcha' | 'provider' | 'user' | 'hashes';
type Action = 'kms:Decrypt' | 'kms:Encrypt';

/** Returns the setting that names the KMS key of all secrets. */
export const keySettings = ({ secretsKey }: SecretsKey): Readonly<Partial<Record<Setting, string>>> => ({
  KMS_KEY_ID: secretsKey.keyArn,
});

/** Allows the secrets of captchas, of single sign-on providers or of users, or the key of hashes, and no others. */
export const useSecretsOf = (owner: Owner, action: Action, { secretsKey }: SecretsKey): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [action],
    resources: [secretsKey.keyArn],
    conditions: { Null: { [`kms:EncryptionContext:${owner}`]: 'false' } },
  });

/** Returns what it takes to seal or open these secrets: the statement, and the setting that names the KMS key. */
export const secretAccess = (owner: Owner, action: Action, data: SecretsKey) => ({
  settings: keySettings(data),
  statements: [useSecretsOf(owner, action, data)],
});
