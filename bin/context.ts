import { contextKey } from '../lib/settings.ts';

/** Settings as CDK's commands take them, for `parseArgs`: `-c stage=blue`. */
export const contextOption = {
  context: { type: 'string', short: 'c', multiple: true, default: [] as string[] },
} as const;

/**
 * Makes `-c stage=blue` what `STAGE=blue` in the environment is, which has precedence, as with CDK. Ends the command with 1
 * where it is not `name=value`, or a setting that the command has no use for.
 *
 * @param settings those that the command takes, as the environment calls them
 */
export function takeContext(given: readonly string[], settings: readonly string[]): void {
  const names = new Map(settings.map(name => [contextKey(name), name]));
  for (const each of given) {
    const [, key = '', value = ''] = /^(\w+)=(.+)$/s.exec(each) ?? [];
    const name = names.get(key);
    if (name) process.env[name] ||= value;
    else refuse(each, [...names.keys()]);
  }
}

function refuse(given: string, taken: readonly string[]): never {
  console.error(`There is no setting for "-c ${given}" here: -c ${taken.join('=…, -c ')}=….`);
  process.exit(1);
}
