import type { Fault } from '../../../fault.ts';
import { isObject } from '../../../json.ts';
import type { Field } from '../../fields/field.ts';
import { comparableOf, faultOfValue } from './comparisons.ts';

const depthMax = 5;
const comparisonsMaxOfField = 50;
const comparisonsMaxOfForm = 1_000;

/** The fields that a field's conditions may name, and the number of conditions so far, in the field and in the form. */
export type Scope = {
  readonly id: string;
  /** The fields before it. */
  readonly earlier: ReadonlyMap<string, Field>;
  /** All fields of the form. */
  readonly all: ReadonlySet<string>;
  readonly comparisons: { ofField: number; ofForm: number };
};

/** Returns every fault of a condition. It looks no deeper than a condition may be nested. */
export function faultsOfCondition(condition: unknown, path: string, scope: Scope, depth = 1): Fault[] {
  const fault = (rule: string, message: string): Fault[] => [{ field: path, rule, message }];
  if (!isObject(condition)) return fault('type', 'must be a condition: {"field": "pet", "op": "eq", "value": "dog"}');
  if (depth > depthMax) return fault('maxDepth', `is nested more than ${depthMax} deep; say the same in fewer steps`);
  const [kind, ...others] = ['all', 'any', 'not', 'field'].filter(name => Object.hasOwn(condition, name));
  if (!kind || others.length > 0) return fault('condition', 'must have exactly one of: all, any, not, field');
  if (kind === 'field') return faultsOfComparison(condition, path, scope);
  const unknown = faultsOfOthers(condition, [kind], path);
  const inner = condition[kind];
  if (kind === 'not') return [...unknown, ...faultsOfCondition(inner, `${path}.not`, scope, depth + 1)];
  if (Array.isArray(inner) && inner.length > 0) {
    return [
      ...unknown,
      ...inner.flatMap((part, at) => faultsOfCondition(part, `${path}.${kind}[${at}]`, scope, depth + 1)),
    ];
  }
  return fault('minItems', `${kind} must be an array of conditions, one or more`);
}

function faultsOfComparison(comparison: Parts, path: string, scope: Scope): Fault[] {
  const tooMany = counted(path, scope);
  if (tooMany) return tooMany;
  const named = fieldNamed(comparison.field, `${path}.field`, scope);
  const unknown = faultsOfOthers(comparison, ['field', 'op', 'value'], path);
  return [...unknown, ...('fault' in named ? [named.fault] : faultsOfTest(comparison, named.field, path))];
}

function faultsOfTest({ op, value }: Parts, field: Field, path: string): Fault[] {
  const { ops } = comparableOf(field);
  const known = ops.find(each => each === op);
  if (known === undefined) {
    const right = ops.length > 0 ? `must be one of: ${ops.join(', ')}` : 'cannot ask for an answer';
    return [{ field: `${path}.op`, rule: 'enum', message: `${right}; "${field.id}" is of type ${field.type}` }];
  }
  const wrong = faultOfValue(known, value, field);
  return wrong ? [{ field: `${path}.value`, ...wrong }] : [];
}

/**
 * Counts a comparison. Returns a fault for the first beyond the limit, an empty list for later ones, and undefined
 * before.
 */
function counted(field: string, { comparisons }: Scope): Fault[] | undefined {
  comparisons.ofField += 1;
  if (comparisons.ofField <= comparisonsMaxOfField) comparisons.ofForm += 1;
  const tooMany = (what: string, most: number): Fault[] => [
    { field, rule: 'maxConditions', message: `is one too many: ${what} has at most ${most} conditions` },
  ];
  const { ofField, ofForm } = comparisons;
  if (ofField > comparisonsMaxOfField)
    return ofField === comparisonsMaxOfField + 1 ? tooMany('a field', comparisonsMaxOfField) : [];
  if (ofForm > comparisonsMaxOfForm)
    return ofForm === comparisonsMaxOfForm + 1 ? tooMany('a form', comparisonsMaxOfForm) : [];
  return undefined;
}

/** Returns the earlier field with an ID, or why there is none. */
export function fieldNamed(
  id: unknown,
  path: string,
  { id: self, earlier, all }: Scope,
): { field: Field } | { fault: Fault } {
  if (typeof id !== 'string') return { fault: { field: path, rule: 'type', message: 'must be the id of a field' } };
  const field = earlier.get(id);
  if (field) return { field };
  const message = all.has(id)
    ? `"${self}" depends on "${id}", which does not come before it; move "${id}" before "${self}", or change what depends on it`
    : `"${self}" depends on the field "${id}", which the form does not have; keep that field, or change what depends on it`;
  return { fault: { field: path, rule: all.has(id) ? 'earlier' : 'unknown', message } };
}

export type Parts = Readonly<Record<string, unknown>>;

export const faultsOfOthers = (parts: Parts, known: readonly string[], path: string): Fault[] =>
  Object.keys(parts)
    .filter(name => !known.includes(name))
    .map(name => ({
      field: `${path}.${name}`,
      rule: 'unknown',
      message: 'is not a known property; remove it, or check its spelling',
    }));
