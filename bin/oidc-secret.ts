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
import { isProviderId } from '../shared/domain/accounts/providers.ts';
import { secretArguments, setDeploymentSecret } from './deployment-secret.ts';
import { fail } from './stack-output.ts';

const { name: provider, remove } = secretArguments();
if (!isProviderId(provider))
  fail('Usage: npm run oidc-secret -- [-c stage=…] <id of a provider in OIDC_PROVIDERS> [--remove]');

await setDeploymentSecret({ provider }, remove);
console.log(
  remove
    ? `Removed: within a minute nobody signs in by ${provider}.`
    : `Stored: people sign in by ${provider} within a minute.`,
);
