import { choiceValue, pointsOf } from '../../../../../shared/domain/fields/field.ts';
import { fieldTypes, isNumeric } from '../../../../../shared/domain/fields/field-types.ts';
import { comparableOf, faultOfValue } from '../../../../../shared/domain/forms/logic/comparisons.ts';
import type { Comparison, Operator } from '../../../../../shared/domain/forms/logic/condition.ts';
import { type Condition, compact, type Draft, type Field } from './draft.ts';
import { placeOf } from './fields.ts';

export type { Comparison, Operator };

/** How the parts of a group are joined. `none`: all are false; `notAll`: at least one is false. */
export type Mode = 'all' | 'any' | 'none' | 'notAll';

/** A condition as the editor shows it: a group of comparisons and other groups. */
export type Group = { readonly mode: Mode; readonly parts: readonly ConditionPart[] };
export type ConditionPart = Comparison | Group;

export const isGroup = (part: ConditionPart): part is Group => 'parts' in part;

/** The maximum depth of the format. A group with `none` takes two levels. */
export const depthMax = 5;

export const groupOf = (condition: Condition): Group => {
  const part = partOf(condition);
  return isGroup(part) ? part : { mode: 'all', parts: [part] };
};

function partOf(condition: Condition): ConditionPart {
  if ('all' in condition) return { mode: 'all', parts: condition.all.map(partOf) };
  if ('any' in condition) return { mode: 'any', parts: condition.any.map(partOf) };
  if (!('not' in condition)) return condition;
  const { not } = condition;
  if ('any' in not) return { mode: 'none', parts: not.any.map(partOf) };
  if ('all' in not) return { mode: 'notAll', parts: not.all.map(partOf) };
  return { mode: 'none', parts: [partOf(not)] };
}

/** Returns the condition of a group, or undefined if the group is empty. */
export function conditionOf({ mode, parts }: Group): Condition | undefined {
  const conditions = parts.flatMap(part => (isGroup(part) ? (conditionOf(part) ?? []) : part));
  const [only, ...others] = conditions;
  if (!only) return undefined;
  const isOne = others.length === 0;
  if (mode === 'all') return isOne ? only : { all: conditions };
  if (mode === 'any') return isOne ? only : { any: conditions };
  return { not: isOne ? only : mode === 'none' ? { any: conditions } : { all: conditions } };
}

/** Returns the fields that a field's logic may use: earlier ones whose answers can be compared. */
export const fieldsBefore = (draft: Draft, id: string): Field[] =>
  draft.fields.slice(0, Math.max(placeOf(draft, id), 0));

export const comparableBefore = (draft: Draft, id: string): Field[] =>
  fieldsBefore(draft, id).filter(field => operatorsOf(field).length > 0);

export const operatorsOf = (field: Field): readonly Operator[] => comparableOf(field).ops;

/** Returns what an operator compares with: nothing, one value, or some of the options. */
export function comparesWith(op: Operator): 'nothing' | 'one' | 'several' {
  if (op === 'answered' || op === 'empty') return 'nothing';
  return op === 'in' || op === 'includesAny' || op === 'includesAll' ? 'several' : 'one';
}

/** Returns the comparison that a new condition on a field starts with. */
export function comparisonOf(field: Field): Comparison {
  const ops = operatorsOf(field);
  const op = (['eq', 'includesAny'] as const).find(each => ops.includes(each)) ?? 'answered';
  return withOperator({ field: field.id, op }, op, field);
}

/** Changes the operator of a comparison. The value stays if it fits. */
export function withOperator({ field: id, value }: Comparison, op: Operator, field: Field): Comparison {
  const kind = comparesWith(op);
  if (kind === 'nothing') return { field: id, op };
  const [one] = Array.isArray(value) ? value : [value];
  const fitting = kind === 'several' ? [value].flat().filter(each => each !== undefined) : one;
  const isFit = faultOfValue(op, fitting, field) === undefined;
  return compact({ field: id, op, value: (isFit ? fitting : firstValue(field, kind)) as Comparison['value'] });
}

function firstValue(field: Field, kind: 'one' | 'several'): Comparison['value'] {
  const [option] = (field.options ?? []).map(choiceValue);
  if (kind === 'several') return option === undefined ? [] : [option];
  return option ?? firstOfType(field);
}

function firstOfType(field: Field): Comparison['value'] {
  const { shape, summary } = fieldTypes[field.type];
  if (shape === 'boolean') return true;
  if (summary === 'points') return pointsOf(field).max;
  return isNumeric(field.type) ? 0 : '';
}
