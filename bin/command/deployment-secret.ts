import { createInterface } from 'node:readline/promises';
import type { SecretPurpose } from '../../shared/store/deployment-secrets.ts';
import type { Usage } from './arguments.ts';
import { command } from './command.ts';
import { useLocalEnvironment } from './local-environment.ts';
import { fail, howToDeploy, stackOutput } from './stack-output.ts';
import { stageOptions, useStage } from './stage.ts';

/** What the command line asks for: the secret of `name`, which may be none, and whether to remove it. */
export type SecretArguments = { readonly name: string; readonly remove: boolean };

/** Reads `--stage … <name> [--remove]`, and has the command work on that stage. */
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
 * Seals what stands on the standard input, and stores it as a secret of the deployment; or removes that. Table and key are
 * those that the stage's data stack names, or TABLE_NAME and KMS_KEY_ID. Ends the command where that fails.
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

/** The first line of the standard input, so that no shell remembers it. Ends the command when it can be no secret. */
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
