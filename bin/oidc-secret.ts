/**
 * Sets the secret of the deployment's client at a provider of single sign-on; or removes it. It is read from the standard
 * input, so that no shell remembers it.
 *
 *   npm run oidc-secret -- -c stage=dev okta
 *   npm run oidc-secret -- -c stage=dev okta --remove
 *
 * The provider is named by its id in OIDC_PROVIDERS. The stage may be in STAGE as well. Table and key are those that the
 * stage's data stack names, or TABLE_NAME and KMS_KEY_ID.
 */
import { parseArgs } from 'node:util';
import { isProviderId } from '../shared/domain/accounts/providers.ts';
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
const [provider = ''] = positionals;
if (!isProviderId(provider) || positionals.length > 1)
  fail('Usage: npm run oidc-secret -- [-c stage=…] <id of a provider in OIDC_PROVIDERS> [--remove]');

const secret = values.remove ? undefined : await readSecret();
process.env.TABLE_NAME ||= await stackOutput('Data', 'TableName');
if (!values.remove) process.env.KMS_KEY_ID ||= await stackOutput('Data', 'SecretsKeyArn');
const { sealSecret } = await import('../shared/aws/secrets.ts');
const { putProviderSecret } = await import('../shared/store/accounts/sign-in/provider-secrets.ts');

try {
  await putProviderSecret(provider, secret && (await sealSecret(secret, { provider })));
} catch (error) {
  fail(`The table ${process.env.TABLE_NAME} cannot be written: ${(error as Error).message}`, howToDeploy);
}
console.log(
  secret === undefined
    ? `Removed: within a minute nobody signs in by ${provider}.`
    : `Stored: people sign in by ${provider} within a minute.`,
);
