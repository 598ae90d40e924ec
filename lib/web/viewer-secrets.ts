import type { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { viewerSecretsVariable } from '../../shared/domain/traffic/viewer.ts';
import type { Config } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';

/** The secrets that functions accept, oldest first. The distribution sends the last one. */
export type ViewerSecrets = readonly SecretValue[];

/**
 * Creates the secrets by which functions recognize the distribution. During a rotation there are two, until the next
 * rotation. The functions learn a secret before the distribution uses it, because the distribution takes minutes to
 * change everywhere.
 */
export function viewerSecrets(scope: Construct, config: Config): ViewerSecrets {
  if (!config.web) return [];
  const { secret } = config.web;
  return [secret - 1, secret].filter(number => number > 0).map(number => viewerSecret(scope, config, number));
}

function viewerSecret(scope: Construct, config: Config, number: number): SecretValue {
  const secret = new Secret(scope, `ViewerSecret${number}`, {
    description: `Formline, ${config.stage}: by which the functions know their distribution, number ${number}`,
    generateSecretString: { passwordLength: 40, excludePunctuation: true },
  });
  acknowledge(
    secret,
    'AwsSolutions-SMG4',
    'A deployment with the next WEB_SECRET replaces it, without a function that runs for it.',
  );
  // Anyone who may read the settings of the gateway and the distribution can read the secret there. It gives access to
  // no data.
  return secret.secretValue;
}

/**
 * Returns the stage variables that pass the secrets to the functions with each request. A template may have 60 dynamic
 * references: one in the environment of each function would be too many, and each rotation would deploy all functions.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
 */
export const variablesOf = (secrets: ViewerSecrets): Record<string, string> | undefined =>
  secrets.length > 0 ? { [viewerSecretsVariable]: secrets.map(secret => secret.unsafeUnwrap()).join(',') } : undefined;
