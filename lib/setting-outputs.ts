import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { Config } from './config.ts';
import { settingNames, settingOutput } from './setting-list.ts';

/** Stores in the stage what it is deployed with, so that `npm run deploy` can compare. */
export function rememberSettings(stack: Stack, { stage, given }: Config): void {
  new CfnOutput(stack, settingOutput('STAGE'), { value: stage });
  for (const name of settingNames) {
    const value = given[name];
    if (value !== undefined) new CfnOutput(stack, settingOutput(name), { value });
  }
}
