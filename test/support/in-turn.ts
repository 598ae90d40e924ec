import { api } from '../../shared/contracts/index.ts';
import type { Operation } from './cloud/client.ts';

const operations = Object.keys(api);

/**
 * What all operations do alike is tried at each of them with so many of the values, and at the next operation with those that
 * follow: each value has its turn, and no operation goes without.
 */
export function inTurn<T>(operation: Operation, values: readonly T[], count = 1): T[] {
  const first = (operations.indexOf(operation) * count) % values.length;
  return [...values.slice(first), ...values.slice(0, first)].slice(0, count);
}
