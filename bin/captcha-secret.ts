/**
 * Sets or removes the captcha secret for all forms of a deployment that have none of their own. It reads the secret
 * from standard input, so that no shell history keeps it.
 *
 *   npm run captcha-secret -- --stage dev turnstile
 *   npm run captcha-secret -- --stage dev turnstile --remove
 *
 * Uses the table and key of the stage's data stack, or TABLE_NAME and KMS_KEY_ID.
 */
import { captchaProviders } from '../shared/contracts/forms/captcha-providers.ts';
import { secretArguments, setDeploymentSecret } from './command/deployment-secret.ts';
import { fail } from './command/stack-output.ts';

const { name, remove } = secretArguments({
  name: 'captcha-secret',
  does: 'Sets the secret of a captcha for all forms of a stage that have none of their own. It is read from the standard input.',
  positionals: captchaProviders.join(' | '),
});
const captcha = captchaProviders.find(each => each === name);
if (!captcha) fail(`Name the captcha: npm run captcha-secret -- <${captchaProviders.join(' | ')}>`);

await setDeploymentSecret({ captcha }, remove);
console.log(
  remove
    ? `Removed: a form with ${captcha} needs a secret of its own.`
    : `Stored: forms with ${captcha} that have no secret of their own use it within a minute.`,
);
