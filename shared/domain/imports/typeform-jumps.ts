import type { Field } from '../fields/field.ts';
import { type Foreign, type FormImport, listOf, ownOf } from './foreign-form.ts';

type VisibleIf = NonNullable<Field['visibleIf']>;
type Ids = ReadonlyMap<string, string>;

const comparisons: Readonly<Record<string, string>> = {
  is: 'eq',
  equal: 'eq',
  on: 'eq',
  is_not: 'ne',
  not_equal: 'ne',
  not_on: 'ne',
  lower_than: 'lt',
  earlier_than: 'lt',
  greater_than: 'gt',
  later_than: 'gt',
  lower_equal_than: 'lte',
  greater_equal_than: 'gte',
  contains: 'contains',
  begins_with: 'startsWith',
  ends_with: 'endsWith',
};

/** The maximum number of comparisons in the conditions of a field, and of a form. */
const comparisonsMax = { ofField: 50, ofForm: 1000 };

/**
 * Adds jumps as conditions. A jump skips the fields up to its target: each of them is shown unless the jump is made.
 */
export function addJumps(made: FormImport, ids: Ids, form: Foreign): void {
  const labels = labelsOf(listOf(form.fields));
  const room = { ofField: made.fields.map(() => comparisonsMax.ofField), ofForm: comparisonsMax.ofForm };
  for (const [number, logic] of listOf(form.logic).entries()) {
    const from = made.fields.findIndex(({ id }) => id === ids.get(String(logic.ref)));
    /** The earlier jumps of this question. Each jump is made only when those are not. */
    const earlier: VisibleIf[] = [];
    for (const [index, action] of listOf(logic.actions).entries()) {
      addJump(made, { ids, labels, from, room }, { action, earlier, path: `logic[${number}].actions[${index}]` });
    }
  }
}

type Action = { readonly action: Foreign; readonly earlier: VisibleIf[]; readonly path: string };

function addJump(made: FormImport, place: From, { action, earlier, path }: Action): void {
  const jump = place.from < 0 ? undefined : jumpOf(made, place, action);
  if (!jump) {
    made.warn(path, 'only forward jumps that depend on earlier questions become conditions; set it up by hand');
    return;
  }
  const first = place.from + 1;
  const before = [...earlier];
  const comparisons = [...jump.conditions, ...before].reduce((sum, condition) => sum + comparisonsIn(condition), 0);
  // One condition beyond the limit is enough, so no source can make us gather more.
  if (earlier.length <= comparisonsMax.ofField) earlier.push(...jump.conditions);
  if (comparisons === 0) {
    if (jump.target > first) {
      made.warn(path, 'always skips the questions up to its target; they were left as they are');
    }
    return;
  }
  if (!takeRoom(place.room, { from: first, to: jump.target, comparisons })) {
    made.warn(path, 'needs more conditions than a field or a form may have; set it up by hand');
    return;
  }
  skip(made.fields, first, jump.target, [...jump.conditions, ...before.map(not)]);
}

function comparisonsIn(condition: VisibleIf): number {
  const { all, any, not: negated } = condition as Foreign;
  if (negated) return comparisonsIn(negated);
  return listOf(all ?? any).reduce((sum: number, part) => sum + comparisonsIn(part), all || any ? 0 : 1);
}

type Room = { readonly ofField: number[]; ofForm: number };

/** Takes room for comparisons in all these fields. Returns whether there was enough. */
function takeRoom(room: Room, { from, to, comparisons }: { from: number; to: number; comparisons: number }): boolean {
  const skipped = room.ofField.slice(from, to);
  const all = comparisons * skipped.length;
  if (all > room.ofForm || skipped.some(left => left < comparisons)) return false;
  for (let index = from; index < to; index++) room.ofField[index] = (room.ofField[index] ?? 0) - comparisons;
  room.ofForm -= all;
  return true;
}

const not = (condition: VisibleIf): VisibleIf => ({ not: condition }) as VisibleIf;

function skip(fields: Field[], from: number, to: number, reached: readonly VisibleIf[]): void {
  const [only] = reached;
  const jumped = reached.length === 1 && only ? only : ({ all: reached } as VisibleIf);
  for (let index = from; index < to; index++) {
    const field = fields[index];
    if (field) fields[index] = { ...field, visibleIf: both(field.visibleIf, not(jumped)) };
  }
}

/** Combines several jumps over one field side by side. Nested, they would soon exceed the depth of conditions. */
function both(before: VisibleIf | undefined, also: VisibleIf): VisibleIf {
  if (before === undefined) return also;
  const { all } = before as { all?: VisibleIf[] };
  return { all: [...(all ?? [before]), also] } as VisibleIf;
}

type From = {
  readonly ids: Ids;
  readonly labels: ReadonlyMap<string, string>;
  readonly from: number;
  readonly room: Room;
};
type Jump = { readonly target: number; readonly conditions: readonly VisibleIf[] };

function jumpOf(made: FormImport, place: From, { action, details, condition }: Foreign): Jump | undefined {
  const to = details?.to ?? {};
  const named = made.fields.findIndex(({ id }) => id === place.ids.get(String(to.value)));
  const target = to.type === 'thankyou' ? made.fields.length : named;
  if (action !== 'jump' || target <= place.from) return undefined;
  if (condition?.op === 'always') return { target, conditions: [] };
  const converted = conditionOf(made, place, condition);
  return converted && { target, conditions: [converted] };
}

function conditionOf(made: FormImport, place: From, condition: Foreign): VisibleIf | undefined {
  const { op, vars } = condition ?? {};
  if (op !== 'and' && op !== 'or') return comparisonOf(made, place, op, listOf(vars));
  const parts = listOf(vars).map(each => conditionOf(made, place, each));
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return (op === 'and' ? { all: parts } : { any: parts }) as VisibleIf;
}

function comparisonOf(made: FormImport, { ids, labels, from }: From, op: unknown, vars: Foreign[]) {
  const index = made.fields.findIndex(({ id }) => id === ids.get(String(vars[0]?.value)));
  const field = made.fields[index];
  const { type, value } = vars[1] ?? {};
  const operator = ownOf(comparisons, op);
  if (!field || index > from || vars[0]?.type !== 'field' || operator === undefined || vars.length < 2)
    return undefined;
  const compared = type === 'choice' ? labels.get(String(value)) : value;
  if (compared === undefined) return undefined;
  if (typeof compared === 'boolean') return booleanOf(field, operator, compared);
  if (field.type !== 'multiselect') return { field: field.id, op: operator, value: compared } as VisibleIf;
  const included = { field: field.id, op: 'includesAny', value: [compared] } as VisibleIf;
  return operator === 'ne' ? not(included) : included;
}

/** Returns the condition for a boolean. Yes and no are a choice here; a given consent is true. */
const booleanOf = ({ id, type }: Field, op: string, value: boolean): VisibleIf =>
  ({ field: id, op, value: type === 'radio' ? (value ? 'Yes' : 'No') : value }) as VisibleIf;

/** Returns the labels of choices by their refs. */
function labelsOf(fields: readonly Foreign[]): Map<string, string> {
  return new Map(
    fields.flatMap(({ properties }) => [
      ...listOf(properties?.choices).map(({ ref, label }): [string, string] => [String(ref), String(label).trim()]),
      ...labelsOf(listOf(properties?.fields)),
    ]),
  );
}
