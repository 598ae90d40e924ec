import type { ParseArgsOptionsConfig } from 'node:util';
import type { Formline } from '../formline.ts';
import { Failure } from './failure.ts';

/** The context that every command gets. */
export type CommandContext = {
  /** Returns the client of the chosen stage. */
  readonly formline: () => Promise<Formline>;
  readonly stageName: () => Promise<string>;
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
  /** Prints a result: text, or the value with --json. */
  readonly print: (text: string, value: unknown) => void;
  /** Prints a line to standard error. Prints nothing with --json. */
  readonly say: (text: string) => void;
  /** Prints progress to standard error, if it is a terminal. Prints nothing with --json. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
};

export type Command = {
  /** The arguments after its name: `<webhook>`. */
  readonly arguments?: string;
  readonly summary: string;
  /** More help text. */
  readonly details?: string;
  readonly options: ParseArgsOptionsConfig;
  /** The description of each option. */
  readonly optionWords: Readonly<Record<string, string>>;
  readonly run: (context: CommandContext) => Promise<void>;
};

/** Returns the text of an option, if given. */
export const textOf = ({ values }: CommandContext, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Returns the value of --count, the number of items to wait for. */
export function countOf(context: CommandContext): number {
  const count = Number(textOf(context, 'count') ?? Number.POSITIVE_INFINITY);
  if (!(count >= 1)) throw new Failure('--count must be a number, 1 or more', 2);
  return count;
}
