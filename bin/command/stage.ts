import { definitions, settingNames } from '../../lib/setting-list.ts';
import { contextKey } from '../../lib/settings.ts';
import { readStageFile } from '../../lib/stage-file.ts';
import type { Options } from './arguments.ts';
import { fail } from './stack-output.ts';

/** By which a command is told its stage; `-c stage=blue` is how CDK's own commands are told. */
export const stageOptions = {
  stage: { type: 'string', value: 'name', means: 'the stage, whose settings are in stages/<name>.json; or in STAGE' },
  context: {
    type: 'string',
    short: 'c',
    multiple: true,
    value: 'name=value',
    means: 'a setting as CDK takes it: -c alarmEmail=…',
  },
} as const satisfies Options;

type StageValues = { readonly stage?: string | undefined; readonly context?: readonly string[] | undefined };

/**
 * Has the command work on the stage that it was told: its settings are in the environment from here on. What is in the
 * environment already comes first, then the context, then the file of the stage. Ends the command where one cannot be taken.
 */
export function useStage({ stage, context = [] }: StageValues): string {
  const { env } = process;
  if (stage && env.STAGE && env.STAGE !== stage) {
    fail(`--stage is ${stage}, and STAGE in the environment is ${env.STAGE}: unset one of them.`);
  }
  if (stage) env.STAGE = stage;
  setAll(context.map(settingOf));
  const chosen = env.STAGE || 'dev';
  // What is no name of a stage is refused with the other settings, and names no file.
  if (definitions.STAGE.pattern.test(chosen)) {
    const { settings, faults } = readStageFile(chosen);
    if (faults.length > 0) fail(...faults);
    setAll(Object.entries(settings));
  }
  return chosen;
}

function setAll(settings: readonly (readonly [string, string])[]): void {
  for (const [name, value] of settings) process.env[name] ||= value;
}

/** `stage=blue` of the context is `STAGE=blue`. */
function settingOf(given: string): readonly [string, string] {
  const [, key = '', value = ''] = /^(\w+)=(.+)$/s.exec(given) ?? [];
  const name = settingNames.find(each => contextKey(each) === key);
  return name ? [name, value] : fail(`There is no setting for "-c ${given}": docs/settings.md lists all of them.`);
}
