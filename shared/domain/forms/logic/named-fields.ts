import type { Condition, Formula } from './condition.ts';

/** The ids of the fields whose answers a formula reads, those of its conditions among them. */
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
