import type { Fault } from '../../fault.ts';

/** More than a record can need. Recursion over a value fails at some thousands. */
const depthMax = 200;

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Returns the fault of a JSON value that is nested too deeply. */
export function faultsOfDepth(value: unknown): Fault[] {
  let level = [value];
  for (let depth = 0; depth <= depthMax; depth++) {
    level = level.flatMap(partsOf);
    if (level.length === 0) return [];
  }
  return [{ field: '', rule: 'maxDepth', message: `is nested more than ${depthMax} deep` }];
}
