/**
 * Sets or removes the secret of the deployment's client at a single sign-on provider. It reads the secret from standard
 * input, so that no shell history keeps it.
 *
 *   npm run oidc-secret -- --stage dev okta
 *   npm run oidc-secret -- --stage dev okta --remove
 *
 * The argument is the provider's ID in OIDC_PROVIDERS. Uses the table and key of the stage's data stack, or TABLE_NAME
 * and KMS_KEY_ID.
 */
import { isProviderId } from '../shared/domain/accounts/providers.ts';
import { secretArguments, setDeploymentSecret } from './command/deployment-secret.ts';
import { fail } from './command/stack-output.ts';

const { name: provider, remove } = secretArguments({
  name: 'oidc-secret',
  does: 'Sets the secret of a stage’s client at a provider of single sign-on. It is read from the standard input.',
  positionals: 'ID of a provider in OIDC_PROVIDERS',
});
if (!isProviderId(provider)) fail('Name the provider by its ID in OIDC_PROVIDERS: npm run oidc-secret -- okta');

await setDeploymentSecret({ provider }, remove);
console.log(
  remove
    ? `Removed: within a minute nobody signs in by ${provider}.`
    : `Stored: people sign in by ${provider} within a minute.`,
);
