import type { Field } from '../../../../../shared/domain/fields/field.ts';
import type { FormFault } from './faults.ts';

// The dashboard's bundle uses this instead of shared/domain/forms/patterns.ts and pattern-budget.ts.

/** Leaves patterns that the browser does not understand to the service. RE2 has syntax that JavaScript lacks. */
export function patternOf(source: string): { isFoundIn(text: string): boolean } {
  try {
    const pattern = new RegExp(source, 'u');
    return { isFoundIn: text => pattern.test(text) };
  } catch {
    return { isFoundIn: () => true };
  }
}

/** The service checks that patterns compile, and their cost. */
export const faultsOfPatterns = (_fields: readonly Field[]): FormFault[] => [];
