import type { InvocationResult } from '../functions/functions.ts';
import { isObject } from '../template/template.ts';

/**
 * Returns the positions of the records that a function failed to handle: all if it threw, or if it reports one that
 * wasn't in its batch.
 */
export function failedItems(
  { failed, payload }: InvocationResult,
  identifiers: readonly string[],
  reportsItemFailures: boolean,
): ReadonlySet<number> {
  const all = new Set(identifiers.keys());
  if (failed) return all;
  const result: unknown = JSON.parse(payload);
  const failures = reportsItemFailures && isObject(result) ? (result.batchItemFailures ?? []) : [];
  if (!Array.isArray(failures)) return all;
  const positions = failures.map(failure =>
    identifiers.indexOf(String((failure as { itemIdentifier?: unknown })?.itemIdentifier)),
  );
  return positions.includes(-1) ? all : new Set(positions);
}
