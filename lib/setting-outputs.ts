import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { Config } from './config.ts';
import { type SettingName, settingNames } from './setting-list.ts';

/** The output by which a stage remembers a setting: `SettingAlarmEmail`. */
export const settingOutput = (name: SettingName): string =>
  `Setting${name.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Has the stage remember what it is deployed with: `npm run deploy` compares. */
export function rememberSettings(stack: Stack, { stage, given }: Config): void {
  new CfnOutput(stack, settingOutput('STAGE'), { value: stage });
  for (const name of settingNames) {
    const value = given[name];
    if (value !== undefined) new CfnOutput(stack, settingOutput(name), { value });
  }
}
