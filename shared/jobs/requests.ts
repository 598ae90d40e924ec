import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../aws/is-refusal.ts';
import { dayMs } from '../durations.ts';
import { isStorageUnreachable } from '../errors.ts';
import type { StoredRequest } from '../store/requests.ts';

/** The maximum number of consecutive failed runs of a request. After these, the obstacle is not temporary. */
export const failuresMax = 5;

/**
 * Returns why a request waits after a failed run: AWS fails, is unreachable, or denies access. Returns undefined after
 * a day of waiting, and for errors that would recur.
 */
export function interruptionBy(error: unknown, { interruption }: StoredRequest): string | undefined {
  const isOld = interruption !== undefined && Date.now() - interruption.since > dayMs;
  if (isOld || isRefusal(error)) return undefined;
  const cause = isStorageUnreachable(error) ? error.message : `AWS answered ${(error as Error).name}.`;
  return `Interrupted: ${cause} It continues by itself, and fails if it can’t within a day.`;
}

/** The longest lag of the index of forms. */
export const indexLagMs = 2000;

/** Waits until the index of forms includes those that existed when the request was made. */
export async function untilIndexed({ createdAt }: StoredRequest): Promise<void> {
  await pause(Math.max(0, Date.parse(createdAt) + indexLagMs - Date.now()));
}
