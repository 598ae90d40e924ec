/** An error with a message for the user of the command, printed without a stack trace. */
export class CommandError extends Error {}
