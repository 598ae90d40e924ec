import { type Arguments, argumentsOf, asksForHelp, helpOf, type Options, type Usage, UsageError } from './arguments.ts';
import { explanationOf } from './explanation.ts';

/**
 * Reads the command line of a command, and has whatever it throws told in words. Ends the process where somebody asks for
 * help (0), or where the command line is wrong (1). Every file in `bin/` begins with it, before it imports what is slow.
 */
export function command<const O extends Options>(usage: Usage<O>, args = process.argv.slice(2)): Arguments<O> {
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
