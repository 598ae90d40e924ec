/**
 * Lets mails go to an address again that a mail came back from, or that called one spam.
 *
 *   npm run allow-address -- --stage dev ada@example.com
 *
 * Uses the table and key of the stage's data stack, or TABLE_NAME and KMS_KEY_ID.
 */
import { command } from './command/command.ts';
import { useLocalEnvironment } from './command/local-environment.ts';
import { fail, howToDeploy, stackOutput } from './command/stack-output.ts';
import { stageOptions, useStage } from './command/stage.ts';

const { values, positionals } = command({
  name: 'allow-address',
  does: 'Lets mails go to an address again that a mail came back from, or that called one spam.',
  positionals: '<address>',
  options: stageOptions,
});
const [address] = positionals;
if (!address?.includes('@')) fail('Name the address: npm run allow-address -- ada@example.com');
useStage(values);
useLocalEnvironment();
process.env.TABLE_NAME ||= await stackOutput('Data', 'TableName');
process.env.KMS_KEY_ID ||= await stackOutput('Data', 'SecretsKeyArn');

const { allowAddress } = await import('../shared/store/mails/mail-stops.ts');
try {
  await allowAddress(address);
} catch (error) {
  fail(`The table ${process.env.TABLE_NAME} cannot be written: ${(error as Error).message}`, howToDeploy);
}
console.log(
  `Mails go to ${address} again, once SES has it no more: aws sesv2 delete-suppressed-destination --email-address ${address}`,
);
