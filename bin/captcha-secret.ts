/**
 * Sets the secret of a captcha for all forms of a deployment that have none of their own; or removes it. It is read from the
 * standard input, so that no shell remembers it.
 *
 *   npm run captcha-secret -- -c stage=dev turnstile
 *   npm run captcha-secret -- -c stage=dev turnstile --remove
 *
 * The stage may be in STAGE as well. Table and key are those that the stage's data stack names, or TABLE_NAME and KMS_KEY_ID.
 */
import { parseArgs } from 'node:util';
import { captchaProviders } from '../shared/contracts/forms/captcha-providers.ts';
import { contextOption, takeContext } from './context.ts';
import { useLocalEnvironment } from './local-environment.ts';
import { readSecret } from './read-secret.ts';
import { fail, howToDeploy, stackOutput } from './stack-output.ts';

const { values, positionals } = parseArgs({
  options: { ...contextOption, remove: { type: 'boolean', default: false } },
  allowPositionals: true,
});
takeContext(values.context, ['STAGE', 'TABLE_NAME']);
useLocalEnvironment();
const provider = captchaProviders.find(name => name === positionals[0]);
if (!provider || positionals.length > 1)
  fail(`Usage: npm run captcha-secret -- [-c stage=…] <${captchaProviders.join(' | ')}> [--remove]`);

const secret = values.remove ? undefined : await readSecret();
process.env.TABLE_NAME ||= await stackOutput('Data', 'TableName');
if (!values.remove) process.env.KMS_KEY_ID ||= await stackOutput('Data', 'SecretsKeyArn');
const { sealSecret } = await import('../shared/aws/secrets.ts');
const { putSharedSecret } = await import('../shared/store/forms/shared-captcha-secrets.ts');

try {
  await putSharedSecret(provider, secret && (await sealSecret(secret, { captcha: provider })));
} catch (error) {
  fail(`The table ${process.env.TABLE_NAME} cannot be written: ${(error as Error).message}`, howToDeploy);
}
console.log(
  secret === undefined
    ? `Removed: a form with ${provider} needs a secret of its own.`
    : `Stored: forms with ${provider} that have no secret of their own use it within a minute.`,
);
