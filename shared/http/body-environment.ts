import type { EnvironmentName } from '../auth/caller.ts';
import { environmentMismatch } from './errors.ts';

/** Throws the 403 for a body that names another environment than the one it is created in. */
export function checkCreatedIn(own: EnvironmentName, named: EnvironmentName | undefined): void {
  if (named && named !== own) throw environmentMismatch(`The credential belongs to ${own}; use one of ${named}.`);
}

/**
 * Throws the 403 for a change that names another environment than the one that the record is in.
 *
 * @param record what it is, for the message: `A form`
 */
export function checkStaysIn(record: string, own: EnvironmentName, named: EnvironmentName | undefined): void {
  if (named && named !== own) {
    throw environmentMismatch(`${record} stays in its environment, ${own}; create it anew in another.`);
  }
}
