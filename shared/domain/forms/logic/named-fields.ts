import type { Condition, Formula } from './condition.ts';

/** Returns the IDs of the fields that a formula reads, including those in its conditions. */
export function fieldsOfFormula(formula: Formula): string[] {
  if (typeof formula === 'number') return [];
  if ('if' in formula) {
    return [...fieldsOfCondition(formula.if), ...fieldsOfFormula(formula.then), ...fieldsOfFormula(formula.else)];
  }
  if ('op' in formula) return formula.args.flatMap(fieldsOfFormula);
  return ['field' in formula ? formula.field : formula.score];
}

function fieldsOfCondition(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOfCondition);
  if ('any' in condition) return condition.any.flatMap(fieldsOfCondition);
  if ('not' in condition) return fieldsOfCondition(condition.not);
  return [condition.field];
}
