import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { Config } from './config.ts';
import { type SettingName, settingNames } from './setting-list.ts';

/** Returns the output by which a stage remembers a setting: `SettingAlarmEmail`. */
export const settingOutput = (name: SettingName): string =>
  `Setting${name.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Stores in the stage what it is deployed with, so that `npm run deploy` can compare. */
export function rememberSettings(stack: Stack, { stage, given }: Config): void {
  new CfnOutput(stack, settingOutput('STAGE'), { value: stage });
  for (const name of settingNames) {
    const value = given[name];
    if (value !== undefined) new CfnOutput(stack, settingOutput(name), { value });
  }
}
