import { parseArgs } from 'node:util';
import { closestName } from '../../shared/domain/text/closest-name.ts';
import { CommandError } from './command-error.ts';

type Option = {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** Whether the command needs it. */
  readonly required?: boolean;
  /** The placeholder of its value in the help: `name`. */
  readonly value?: string;
  /** What it does, in a few words. */
  readonly means: string;
};

export type CommandOptions = Readonly<Record<string, Option>>;

export type Usage<O extends CommandOptions = CommandOptions> = {
  /** The name of its npm script: `bootstrap`. */
  readonly name: string;
  /** What it does, in a sentence or two. */
  readonly does: string;
  readonly options?: O;
  /** The positional arguments, as the help shows them: `export | import`. */
  readonly positionals?: string;
  /** The maximum number of positional arguments. Default: 1. */
  readonly positionalsMax?: number;
};

type ValueOf<O extends Option> = O['type'] extends 'boolean' ? boolean : O['multiple'] extends true ? string[] : string;

type Values<O extends CommandOptions> = {
  readonly [N in keyof O]: O[N]['required'] extends true ? ValueOf<O[N]> : ValueOf<O[N]> | undefined;
};

export type Arguments<O extends CommandOptions> = {
  readonly values: Values<O>;
  readonly positionals: readonly string[];
};

/** Thrown for an invalid command line. Its message says what is wrong. */
export class UsageError extends CommandError {}

/** Whether the arguments ask for help. */
export const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some(arg => arg === '--help' || arg === '-h');
};

/** Parses a command line. Throws a `UsageError` that names everything that is wrong with it. */
export function argumentsOf<const O extends CommandOptions>(usage: Usage<O>, args: readonly string[]): Arguments<O> {
  const options: CommandOptions = usage.options ?? {};
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: known,
    ...{ strict: false, allowPositionals: true, tokens: true },
  });
  const most = usage.positionals ? (usage.positionalsMax ?? 1) : 0;
  const faults = [
    ...tokens.flatMap(token => (token.kind === 'option' ? faultsOfOption(options, token) : [])),
    ...positionals.slice(most).map(given => `"${given}" means nothing here.`),
    ...Object.entries(options)
      .filter(([name, { required }]) => required && values[name] === undefined)
      .map(([name, { value = 'value', means }]) => `--${name} <${value}> is missing: ${means}.`),
  ];
  if (faults.length > 0)
    throw new UsageError([...faults, `npm run ${usage.name} -- --help shows how it is used.`].join('\n'));
  return { values: values as Values<O>, positionals };
}

type GivenOption = { readonly name: string; readonly rawName: string; readonly value?: string };

function faultsOfOption(options: CommandOptions, { name, rawName, value }: GivenOption): string[] {
  const option = options[name];
  if (!option) return [unknownOption(options, name, rawName)];
  if (option.type === 'boolean') return value === undefined ? [] : [`--${name} takes no value.`];
  // An option after it is an option, not its value.
  const isMissing = !value || value.startsWith('--');
  return isMissing ? [`--${name} needs a value: --${name} <${option.value ?? 'value'}>.`] : [];
}

function unknownOption(options: CommandOptions, name: string, rawName: string): string {
  const meant = rawName.startsWith('--') ? closestName(name, [...Object.keys(options), 'help']) : undefined;
  return `There is no option ${rawName}${meant ? `: did you mean --${meant}?` : '.'}`;
}

/** Returns the help text of a command. */
export function helpOf({ name, does, options = {}, positionals }: Usage): string {
  const all = { ...options, help: { type: 'boolean', short: 'h', means: 'show this' } } satisfies CommandOptions;
  const rows = Object.entries<Option>(all).map(([option, { type, short, value = 'value', means, required }]) => [
    `${short ? `-${short}, ` : '    '}--${option}${type === 'string' ? ` <${value}>` : ''}`,
    `${means}${required ? ' (required)' : ''}`,
  ]);
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return [
    does,
    '',
    `  npm run ${name} --${positionals ? ` <${positionals}>` : ''}${Object.keys(options).length > 0 ? ' [options]' : ''}`,
    '',
    ...rows.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}
