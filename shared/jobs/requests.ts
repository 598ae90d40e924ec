import { setTimeout as pause } from 'node:timers/promises';
import type { StoredRequest } from '../store/requests.ts';

/** So many runs of a request in a row may come to nothing: what stands in the way does not go by itself. */
export const failuresMax = 5;

/** How late the index of forms may be. */
const indexLagMs = 2000;

/** Waits until the index of forms has those that were there when something was asked for. */
export async function untilIndexed({ createdAt }: StoredRequest): Promise<void> {
  await pause(Math.max(0, Date.parse(createdAt) + indexLagMs - Date.now()));
}
