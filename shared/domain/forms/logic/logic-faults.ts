import type { Fault } from '../../../fault.ts';
import type { Field } from '../../fields/field.ts';
import { faultsOfCondition, type Scope } from './condition-faults.ts';
import { faultsOfFormula } from './formula-faults.ts';

/**
 * Returns every fault of the conditions and formulas of a form's fields. Each names only earlier fields, so one pass in
 * the order of the form decides them all, and there are no cycles.
 */
export function faultsOfLogic(fields: readonly Field[]): Fault[] {
  const all = new Set(fields.map(({ id }) => id));
  const earlier = new Map<string, Field>();
  const comparisons = { ofField: 0, ofForm: 0 };
  return fields.flatMap((field, index) => {
    comparisons.ofField = 0;
    const faults = faultsOfField(field, `fields[${index}]`, { id: field.id, earlier, all, comparisons });
    earlier.set(field.id, field);
    return faults;
  });
}

function faultsOfField(field: Field, path: string, scope: Scope): Fault[] {
  const { visibleIf, requiredIf, compute } = field;
  return [
    ...(visibleIf ? faultsOfCondition(visibleIf, `${path}.visibleIf`, scope) : []),
    ...(requiredIf ? faultsOfRequiredIf(field, `${path}.requiredIf`, scope) : []),
    ...faultsOfCompute(compute, field.type, `${path}.compute`, scope),
  ];
}

/** The types that nobody answers. */
const unanswered: readonly string[] = ['calculated', 'statement', 'page'];

function faultsOfRequiredIf({ type, requiredIf }: Field, path: string, scope: Scope): Fault[] {
  if (!unanswered.includes(type)) return faultsOfCondition(requiredIf, path, scope);
  return [{ field: path, rule: 'notAllowed', message: `A field of type ${type} has no answer; remove requiredIf` }];
}

function faultsOfCompute(compute: unknown, type: string, field: string, scope: Scope): Fault[] {
  if (type === 'calculated') return compute ? faultsOfFormula(compute, field, scope) : [withoutFormula(field)];
  if (!compute) return [];
  return [{ field, rule: 'notAllowed', message: `Only a calculated field has compute; this field is of type ${type}` }];
}

const withoutFormula = (field: string): Fault => ({
  field,
  rule: 'required',
  message: 'A calculated field needs a formula, such as {"op": "+", "args": [{"field": "seats"}, 1]}',
});
