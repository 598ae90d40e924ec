import { createInterface } from 'node:readline/promises';
import type { SecretPurpose } from '../../shared/store/deployment-secrets.ts';
import type { Usage } from './arguments.ts';
import { command } from './command.ts';
import { useLocalEnvironment } from './local-environment.ts';
import { fail, howToDeploy, stackOutput } from './stack-output.ts';
import { stageOptions, useStage } from './stage.ts';

/** The arguments: the name of the secret, and whether to remove it. */
export type SecretArguments = { readonly name: string; readonly remove: boolean };

/** Parses `--stage … <name> [--remove]` and selects that stage. */
export function secretArguments(usage: Pick<Usage, 'name' | 'does' | 'positionals'>): SecretArguments {
  const { values, positionals } = command({
    ...usage,
    options: { ...stageOptions, remove: { type: 'boolean', means: 'remove the secret instead of setting it' } },
  });
  useStage(values);
  useLocalEnvironment();
  return { name: positionals[0] ?? '', remove: values.remove ?? false };
}

/**
 * Seals the secret from standard input and stores it for the deployment, or removes it. Uses the table and key of the
 * stage's data stack, or TABLE_NAME and KMS_KEY_ID. Ends the command on failure.
 */
export async function setDeploymentSecret(purpose: SecretPurpose, remove: boolean): Promise<void> {
  const secret = remove ? undefined : await readSecret();
  process.env.TABLE_NAME ||= await stackOutput('Data', 'TableName');
  if (!remove) process.env.KMS_KEY_ID ||= await stackOutput('Data', 'SecretsKeyArn');
  const { sealSecret } = await import('../../shared/aws/secrets.ts');
  const { putDeploymentSecret } = await import('../../shared/store/deployment-secrets.ts');
  try {
    await putDeploymentSecret(purpose, secret && (await sealSecret(secret, purpose)));
  } catch (error) {
    fail(`The table ${process.env.TABLE_NAME} cannot be written: ${(error as Error).message}`, howToDeploy);
  }
}

/**
 * Reads the first line of standard input, so that no shell history keeps it. Ends the command if it can't be a secret.
 */
async function readSecret(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  if (process.stdin.isTTY) console.error('Paste the secret and press Enter:');
  for await (const line of lines) {
    lines.close();
    const text = line.trim();
    return text.length >= 8 && text.length <= 512 ? text : fail('A secret has 8 to 512 characters.');
  }
  return fail('There is no secret on the standard input.');
}
