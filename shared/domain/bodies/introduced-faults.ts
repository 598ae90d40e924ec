import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../fault.ts';

/**
 * The faults that a change introduces. A record that an earlier version stored may break rules that are newer; that must
 * not block changes to its other properties.
 */
export function introducedFaults<T extends object>(before: T, after: T, judge: (record: T) => Fault[]): Fault[] {
  const faults = judge(after);
  const isUntouched = ({ field }: Fault): boolean => {
    const property = (/^[^.[]+/.exec(field)?.[0] ?? '') as keyof T;
    return property in before && isDeepStrictEqual(before[property], after[property]);
  };
  if (!faults.some(isUntouched)) return faults;
  const known = judge(before);
  return faults.filter(fault => !isUntouched(fault) || !known.some(each => isDeepStrictEqual(each, fault)));
}
