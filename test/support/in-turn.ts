import { api } from '../../shared/contracts/index.ts';
import type { Operation } from './cloud/client.ts';

const operations = Object.keys(api);

/**
 * Distributes values over operations, for behavior that all operations share. Each operation gets some of the values
 * and the next operation those that follow, so that each value is used and each operation is tested.
 */
export function inTurn<T>(operation: Operation, values: readonly T[], count = 1): T[] {
  const first = (operations.indexOf(operation) * count) % values.length;
  return [...values.slice(first), ...values.slice(0, first)].slice(0, count);
}
