import {
  type Arguments,
  argumentsOf,
  asksForHelp,
  type CommandOptions,
  helpOf,
  type Usage,
  UsageError,
} from './arguments.ts';
import { explanationOf } from './explanation.ts';

/**
 * Parses a command's arguments, and prints whatever the command throws as a message. Exits with 0 after showing help,
 * or with 1 for an invalid command line. Every file in `bin/` calls it first, before slow imports.
 */
export function command<const O extends CommandOptions>(usage: Usage<O>, args = process.argv.slice(2)): Arguments<O> {
  process.on('uncaughtException', error => {
    console.error(explanationOf(error) ?? error);
    process.exit(1);
  });
  if (asksForHelp(args)) {
    console.log(helpOf(usage));
    process.exit(0);
  }
  try {
    return argumentsOf(usage, args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
