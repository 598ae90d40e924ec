import { ApiError } from './errors.ts';

export type Progress = { readonly done: number; readonly total: number };

export type BatchOutcome = {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  /** The error of the first failure. */
  readonly error?: unknown;
};

type ForEachOptions = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** How long to wait after a 429, in milliseconds. */
  readonly waitMs?: number;
};

const atATime = 4;

/**
 * Runs an action for each ID, a few at a time. A 404 counts as success, because the record is already gone. Aborting
 * the signal stops it before the next action.
 */
export async function forEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  { signal, onProgress, waitMs = 5000 }: ForEachOptions,
): Promise<BatchOutcome> {
  const waiting = [...ids];
  const succeeded: string[] = [];
  const failed: string[] = [];
  let error: unknown;
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      try {
        await insist(() => act(id), signal, waitMs);
        succeeded.push(id);
      } catch (reason) {
        failed.push(id);
        error ??= reason;
      }
      onProgress({ done: succeeded.length + failed.length, total: ids.length });
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return { succeeded, failed, ...(error !== undefined && { error }) };
}

/** Repeats an action as long as the service answers 429. */
async function insist(act: () => Promise<unknown>, signal: AbortSignal, waitMs: number): Promise<void> {
  try {
    await act();
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 404) return;
    if (status !== 429 || signal.aborted) throw error;
    await new Promise(resolve => setTimeout(resolve, waitMs));
    await insist(act, signal, waitMs);
  }
}
