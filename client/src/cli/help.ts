import type { Command } from './command.ts';

const everywhere: readonly (readonly [string, string])[] = [
  ['--stage <name>', 'the deployment, as it was called at login; or FORMLINE_STAGE'],
  ['--json', 'print results as JSON, for scripts'],
  ['--help', 'show this'],
  ['--version', 'print the version'],
];

/** Returns the text of `formline --help`: for all commands, or for those that begin with a word. */
export function helpOfAll(commands: Readonly<Record<string, Command>>, begin = ''): string {
  const rows = Object.entries(commands)
    .filter(([name]) => name.startsWith(begin))
    .map(([name, { arguments: rest = '', summary }]) => [`${name} ${rest}`.trim(), summary] as const);
  return `Formline: forms, responses and webhooks of a deployment.

Usage: formline <command> [options]

Commands:
${table(rows)}

Options of all commands:
${table(everywhere)}

Exit codes: 0 done, 1 refused or failed, 2 called wrongly, 3 differences (forms diff --fail).
formline <command> --help tells more.`;
}

export function helpOf(name: string, command: Command): string {
  const { arguments: rest = '', summary, details, options, optionWords } = command;
  const own = Object.entries(options).map(([option, { type }]) => {
    const value = type === 'string' ? ' <…>' : '';
    return [`--${option}${value}`, optionWords[option] ?? ''] as const;
  });
  return `${summary}.

Usage: formline ${`${name} ${rest}`.trim()} [options]
${details === undefined ? '' : `\n${details}\n`}
Options:
${table([...own, ...everywhere])}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`).join('\n');
}
