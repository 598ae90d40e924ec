import type { ParseArgsOptionsConfig } from 'node:util';
import type { Formline } from '../formline.ts';

/** What a command has to work with. */
export type Context = {
  /** The client of the chosen stage. */
  readonly formline: () => Promise<Formline>;
  readonly stageName: () => Promise<string>;
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
  /** Results: text, or with --json the value. */
  readonly print: (text: string, value: unknown) => void;
  /** What happens meanwhile, for people: to standard error, and nothing with --json. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
};

export type Command = {
  /** What follows its name: `<webhook>`. */
  readonly arguments?: string;
  readonly summary: string;
  /** What one has to know beyond that. */
  readonly details?: string;
  readonly options: ParseArgsOptionsConfig;
  /** Each option in words. */
  readonly optionWords: Readonly<Record<string, string>>;
  readonly run: (context: Context) => Promise<void>;
};

/** The text of an option, where it was given. */
export const textOf = ({ values }: Context, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};
