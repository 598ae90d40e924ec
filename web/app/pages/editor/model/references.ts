import type { Comparison } from '../../../../../shared/domain/forms/logic/condition.ts';
import type { Condition, Field, Formula } from './draft.ts';
import { compact } from './draft.ts';

/** A field that depends on another one, and the part of its logic that does. */
export type Naming = { readonly id: string; readonly by: 'visibleIf' | 'requiredIf' | 'compute' };

type ScoreFormula = Extract<Formula, { score: string }>;

/** How to rewrite the parts of a field's logic that name another field; undefined removes a part. */
type Rewrite = {
  readonly comparison: (comparison: Comparison) => Comparison | undefined;
  readonly number: (part: Extract<Formula, { field: string }>) => Formula;
  readonly score: (part: ScoreFormula) => Formula;
};

/** Returns the fields whose logic names a field. */
export function namingsOf(fields: readonly Field[], id: string): Naming[] {
  return fields.flatMap(field =>
    (['visibleIf', 'requiredIf', 'compute'] as const)
      .filter(by => namesIn(field, by).has(id))
      .map(by => ({ id: field.id, by })),
  );
}

function namesIn(field: Field, by: Naming['by']): ReadonlySet<string> {
  const names = new Set<string>();
  const rewrite: Rewrite = {
    comparison: comparison => {
      names.add(comparison.field);
      return comparison;
    },
    number: part => {
      names.add(part.field);
      return part;
    },
    score: part => {
      names.add(part.score);
      return part;
    },
  };
  rewritten({ id: field.id, type: field.type, [by]: field[by] }, rewrite);
  return names;
}

/** Renames a field wherever other fields refer to it. The field’s own ID stays. */
export const renamedIn = (fields: readonly Field[], from: string, to: string): Field[] =>
  rewrittenIn(fields, {
    comparison: comparison => (comparison.field === from ? { ...comparison, field: to } : comparison),
    number: part => (part.field === from ? { ...part, field: to } : part),
    score: part => (part.score === from ? { ...part, score: to } : part),
  });

/** Removes everything that depends on a field. In formulas, the number for a missing answer replaces it, or 0. */
export const forgottenIn = (fields: readonly Field[], id: string): Field[] =>
  rewrittenIn(fields, {
    comparison: comparison => (comparison.field === id ? undefined : comparison),
    number: part => (part.field === id ? (part.else ?? 0) : part),
    score: part => (part.score === id ? (part.else ?? 0) : part),
  });

/**
 * Changes the values of a field's options in the logic of all fields. If the new value is undefined, the option is
 * removed from it.
 */
export const revaluedIn = (
  fields: readonly Field[],
  id: string,
  another: (value: string) => string | undefined,
): Field[] =>
  rewrittenIn(fields, {
    comparison: comparison => (comparison.field === id ? revalued(comparison, another) : comparison),
    number: part => part,
    score: part => (part.score === id ? rescored(part, another) : part),
  });

function revalued(comparison: Comparison, another: (value: string) => string | undefined): Comparison | undefined {
  const { value } = comparison;
  if (Array.isArray(value)) {
    const left = value.flatMap(each => another(each) ?? []);
    return left.length > 0 ? { ...comparison, value: left } : undefined;
  }
  if (typeof value !== 'string') return comparison;
  const other = another(value);
  return other === undefined ? undefined : { ...comparison, value: other };
}

function rescored(part: ScoreFormula, another: (value: string) => string | undefined): Formula {
  const values = Object.entries(part.values).flatMap(([value, score]) => {
    const other = another(value);
    return other === undefined ? [] : [[other, score] as const];
  });
  return values.length > 0 ? { ...part, values: Object.fromEntries(values) } : (part.else ?? 0);
}

/** Rewrites the logic of all fields. */
export const rewrittenIn = (fields: readonly Field[], rewrite: Rewrite): Field[] =>
  fields.map(field => rewritten(field, rewrite));

function rewritten(field: Field, rewrite: Rewrite): Field {
  const { visibleIf, requiredIf, compute } = field;
  if (!visibleIf && !requiredIf && compute === undefined) return field;
  const logic = {
    visibleIf: visibleIf && condition(visibleIf as Condition, rewrite),
    requiredIf: requiredIf && condition(requiredIf as Condition, rewrite),
    compute: compute && asCompute(formula(compute as Formula, rewrite)),
  };
  return compact({ ...field, ...logic } as Field);
}

/** Wraps a bare number, which is not a formula by itself. */
export const asCompute = (part: Formula): Exclude<Formula, number> =>
  typeof part === 'number' ? { op: '+', args: [part] } : part;

function condition(part: Condition, rewrite: Rewrite): Condition | undefined {
  if ('not' in part) {
    const not = condition(part.not, rewrite);
    return not && { not };
  }
  if ('all' in part) {
    const all = part.all.flatMap(each => condition(each, rewrite) ?? []);
    return all.length > 0 ? { all } : undefined;
  }
  if ('any' in part) {
    const any = part.any.flatMap(each => condition(each, rewrite) ?? []);
    return any.length > 0 ? { any } : undefined;
  }
  return rewrite.comparison(part);
}

function formula(part: Formula, rewrite: Rewrite): Formula {
  if (typeof part === 'number') return part;
  if ('op' in part) return { ...part, args: part.args.map(each => formula(each, rewrite)) };
  if ('score' in part) return rewrite.score(part);
  if ('field' in part) return rewrite.number(part);
  const met = condition(part.if, rewrite);
  const otherwise = formula(part.else, rewrite);
  // biome-ignore lint/suspicious/noThenProperty: the name in the format of formulas
  return met ? { if: met, then: formula(part.then, rewrite), else: otherwise } : otherwise;
}
