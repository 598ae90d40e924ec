import { definitions, settingNames } from '../../lib/setting-list.ts';
import { contextKey } from '../../lib/settings.ts';
import { readStageFile } from '../../lib/stage-file.ts';
import type { CommandOptions } from './arguments.ts';
import { fail } from './stack-output.ts';

/** The option that selects a stage. CDK's own commands use `-c stage=blue`. */
export const stageOptions = {
  stage: { type: 'string', value: 'name', means: 'the stage, whose settings are in stages/<name>.json; or in STAGE' },
  context: {
    type: 'string',
    short: 'c',
    multiple: true,
    value: 'name=value',
    means: 'a setting as CDK takes it: -c alarmEmail=…',
  },
} as const satisfies CommandOptions;

type StageValues = { readonly stage?: string | undefined; readonly context?: readonly string[] | undefined };

/**
 * Selects the stage for a command and puts its settings into the environment. The environment comes first, then the
 * context, then the stage's file. Ends the command if a setting is invalid.
 */
export function useStage({ stage, context = [] }: StageValues): string {
  const { env } = process;
  if (stage && env.STAGE && env.STAGE !== stage) {
    fail(`--stage is ${stage}, and STAGE in the environment is ${env.STAGE}: unset one of them.`);
  }
  if (stage) env.STAGE = stage;
  setAll(context.map(settingOf));
  const chosen = env.STAGE || 'dev';
  // An invalid stage name is reported with the other settings, and must not become a file name.
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

/** Converts `stage=blue` of the context to `STAGE=blue`. */
function settingOf(given: string): readonly [string, string] {
  const [, key = '', value = ''] = /^(\w+)=(.+)$/s.exec(given) ?? [];
  const name = settingNames.find(each => contextKey(each) === key);
  return name ? [name, value] : fail(`There is no setting for "-c ${given}": docs/settings.md lists all of them.`);
}
