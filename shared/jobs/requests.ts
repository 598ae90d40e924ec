import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../aws/refusal.ts';
import { dayMs } from '../durations.ts';
import { isStorageUnreachable } from '../errors.ts';
import type { StoredRequest } from '../store/requests.ts';

/** So many runs of a request in a row may come to nothing: what stands in the way does not go by itself. */
export const failuresMax = 5;

/**
 * Why a request waits after a run has failed: AWS fails, is not reached, or does not let the service in. Undefined where it
 * has waited for a day, and for what would fail again.
 */
export function interruptionBy(error: unknown, { interruption }: StoredRequest): string | undefined {
  const isOld = interruption !== undefined && Date.now() - interruption.since > dayMs;
  if (isOld || isRefusal(error)) return undefined;
  const cause = isStorageUnreachable(error) ? error.message : `AWS answered ${(error as Error).name}.`;
  return `It was interrupted: ${cause} It goes on by itself; if it cannot within a day, it fails.`;
}

/** How late the index of forms may be. */
const indexLagMs = 2000;

/** Waits until the index of forms has those that were there when something was asked for. */
export async function untilIndexed({ createdAt }: StoredRequest): Promise<void> {
  await pause(Math.max(0, Date.parse(createdAt) + indexLagMs - Date.now()));
}
