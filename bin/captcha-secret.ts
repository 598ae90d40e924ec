/**
 * Sets the secret of a captcha for all forms of a deployment that have none of their own; or removes it. It is read from the
 * standard input, so that no shell remembers it.
 *
 *   npm run captcha-secret -- -c stage=dev turnstile
 *   npm run captcha-secret -- -c stage=dev turnstile --remove
 *
 * The stage may be in STAGE as well. Table and key are those that the stage's data stack names, or TABLE_NAME and KMS_KEY_ID.
 */
import { captchaProviders } from '../shared/contracts/forms/captcha-providers.ts';
import { secretArguments, setDeploymentSecret } from './deployment-secret.ts';
import { fail } from './stack-output.ts';

const { name, remove } = secretArguments();
const captcha = captchaProviders.find(each => each === name);
if (!captcha) fail(`Usage: npm run captcha-secret -- [-c stage=…] <${captchaProviders.join(' | ')}> [--remove]`);

await setDeploymentSecret({ captcha }, remove);
console.log(
  remove
    ? `Removed: a form with ${captcha} needs a secret of its own.`
    : `Stored: forms with ${captcha} that have no secret of their own use it within a minute.`,
);
