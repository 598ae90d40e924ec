import { FormlineError } from '../errors.ts';

/** What ends a command, in words for whoever typed it. */
export class Failure extends Error {
  /** 1: it failed; 2: it was called wrongly; 3: there are differences. */
  readonly exitCode: 1 | 2 | 3;

  constructor(message: string, exitCode: 1 | 2 | 3 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An error in words: of a refusal every fault, and the id that finds it in the logs. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof FormlineError)) return error instanceof Error ? error.message : String(error);
  const faults = error.details.map(({ field, message }) => `\n  ${field === '' ? '' : `${field} `}${message}`);
  const request = error.requestId === undefined ? '' : `\n  (${error.status}, request ${error.requestId})`;
  return (faults.length > 0 ? 'The service refuses this:' : error.message) + faults.join('') + request;
}
