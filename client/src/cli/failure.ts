import { FormlineError } from '../errors.ts';

/** An error that ends a command, with a message for the user. */
export class Failure extends Error {
  /** 1: it failed; 2: wrong usage; 3: there are differences. */
  readonly exitCode: 1 | 2 | 3;

  constructor(message: string, exitCode: 1 | 2 | 3 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns an error's message. A refusal lists every fault, and the request ID that finds it in the logs. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof FormlineError)) return error instanceof Error ? error.message : String(error);
  const faults = error.details.map(({ field, message }) => `\n  ${field === '' ? '' : `${field} `}${message}`);
  const request = error.requestId === undefined ? '' : `\n  (${error.status}, request ${error.requestId})`;
  return (faults.length > 0 ? 'The service refuses this:' : error.message) + faults.join('') + request;
}
