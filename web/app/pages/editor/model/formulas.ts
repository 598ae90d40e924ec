import { choiceValue } from '../../../../../shared/domain/fields/field.ts';
import type { Arithmetic } from '../../../../../shared/domain/forms/logic/condition.ts';
import { numeric, scored } from '../../../../../shared/domain/forms/logic/formula-faults.ts';
import { comparisonOf } from './conditions.ts';
import type { Field, Formula } from './draft.ts';

export type { Arithmetic };

/** The kinds of parts of a formula. */
export type PartKind = 'number' | 'field' | 'score' | 'if' | 'op';

export const operations: readonly Arithmetic[] = ['+', '-', '*', '/', 'min', 'max', 'round'];

export const isNumeric = ({ type }: Field): boolean => numeric.includes(type);
export const isScored = ({ type }: Field): boolean => scored.includes(type);

export function kindOf(part: Formula): PartKind {
  if (typeof part === 'number') return 'number';
  if ('op' in part) return 'op';
  if ('score' in part) return 'score';
  return 'if' in part ? 'if' : 'field';
}

/** Returns the kinds of parts that a formula can have with these earlier fields. */
export function kindsWith(before: readonly Field[], canCompare: boolean): PartKind[] {
  return [
    'number',
    ...(before.some(isNumeric) ? (['field'] as const) : []),
    ...(before.some(isScored) ? (['score'] as const) : []),
    'op',
    ...(canCompare ? (['if'] as const) : []),
  ];
}

/** Changes the kind of a formula part, and keeps the old part inside it if possible. */
export function ofKind(kind: PartKind, part: Formula, before: readonly Field[], comparable: readonly Field[]): Formula {
  if (kind === kindOf(part)) return part;
  const [number] = before.filter(isNumeric).slice(-1);
  const [choice] = before.filter(isScored).slice(-1);
  const [compared] = comparable.slice(-1);
  if (kind === 'field' && number) return { field: number.id, else: 0 };
  if (kind === 'score' && choice) return scoreOf(choice);
  if (kind === 'op') return { op: '+', args: [part, 0] };
  // biome-ignore lint/suspicious/noThenProperty: the name in the format of formulas
  if (kind === 'if' && compared) return { if: comparisonOf(compared), then: part, else: 0 };
  return 0;
}

/** Returns a score that gives the options of a field the numbers 1, 2, 3 … in order, as a starting point. */
export const scoreOf = ({ id, options = [] }: Field): Extract<Formula, { score: string }> => ({
  score: id,
  values: Object.fromEntries(options.map((option, index) => [choiceValue(option), index + 1])),
  else: 0,
});

/** Changes the operation of a formula, and adapts its arguments to it. */
export function withOperation(op: Arithmetic, args: readonly Formula[]): Extract<Formula, { op: Arithmetic }> {
  const [first = 0, second = 0] = args;
  if (op === 'round')
    return { op, args: [args.length > 1 && typeof second !== 'number' ? { op: '+', args } : first, 2] };
  return { op, args: args.length > 1 ? args : [first, 0] };
}
