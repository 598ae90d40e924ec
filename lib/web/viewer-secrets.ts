import type { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';

/** What the functions believe, the oldest first, and what the distribution says: the last of it. */
export type ViewerSecrets = readonly SecretValue[];

/**
 * The secrets by which functions know the distribution. There are two while one is replaced by the next, and until the one after
 * it: the functions learn of a secret before the distribution names it, which takes minutes to change everywhere.
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
  // Only what may read the settings of the functions and the distribution reads it there: it gives nobody any data.
  return secret.secretValue;
}
