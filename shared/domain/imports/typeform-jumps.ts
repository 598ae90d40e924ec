import type { Field } from '../fields/field.ts';
import { type Foreign, type FormImport, listOf } from './imported.ts';

type Condition = NonNullable<Field['visibleIf']>;
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

/** A jump skips the fields up to its target: each of them is shown unless the jump is made. */
export function addJumps(made: FormImport, ids: Ids, form: Foreign): void {
  const labels = labelsOf(listOf(form.fields));
  for (const [number, logic] of listOf(form.logic).entries()) {
    const from = made.fields.findIndex(({ id }) => id === ids.get(String(logic.ref)));
    /** The jumps of this question before: each is made only where those are not. */
    const earlier: Condition[] = [];
    for (const [index, action] of listOf(logic.actions).entries()) {
      addJump(made, { ids, labels, from }, { action, earlier, path: `logic[${number}].actions[${index}]` });
    }
  }
}

type Action = { readonly action: Foreign; readonly earlier: Condition[]; readonly path: string };

function addJump(made: FormImport, place: From, { action, earlier, path }: Action): void {
  const jump = place.from < 0 ? undefined : jumpOf(made, place, action);
  if (!jump) {
    made.warn(
      path,
      'only jumps forward whose conditions look at earlier questions become conditions; set it up by hand',
    );
    return;
  }
  const reached = [...jump.conditions, ...earlier.map(not)];
  if (reached.length > 0) skip(made.fields, place.from + 1, jump.target, reached);
  else if (jump.target > place.from + 1) {
    made.warn(path, 'always skips the questions up to its target; they were left as they are');
  }
  earlier.push(...jump.conditions);
}

const not = (condition: Condition): Condition => ({ not: condition }) as Condition;

function skip(fields: Field[], from: number, to: number, reached: readonly Condition[]): void {
  const [only] = reached;
  const jumped = reached.length === 1 && only ? only : ({ all: reached } as Condition);
  for (let index = from; index < to; index++) {
    const field = fields[index];
    if (!field) continue;
    const before = field.visibleIf;
    fields[index] = { ...field, visibleIf: before ? ({ all: [before, not(jumped)] } as Condition) : not(jumped) };
  }
}

type From = { readonly ids: Ids; readonly labels: ReadonlyMap<string, string>; readonly from: number };
type Jump = { readonly target: number; readonly conditions: readonly Condition[] };

function jumpOf(made: FormImport, place: From, { action, details, condition }: Foreign): Jump | undefined {
  const to = details?.to ?? {};
  const named = made.fields.findIndex(({ id }) => id === place.ids.get(String(to.value)));
  const target = to.type === 'thankyou' ? made.fields.length : named;
  if (action !== 'jump' || target <= place.from) return undefined;
  if (condition?.op === 'always') return { target, conditions: [] };
  const converted = conditionOf(made, place, condition);
  return converted && { target, conditions: [converted] };
}

function conditionOf(made: FormImport, place: From, condition: Foreign): Condition | undefined {
  const { op, vars } = condition ?? {};
  if (op !== 'and' && op !== 'or') return comparisonOf(made, place, op, listOf(vars));
  const parts = listOf(vars).map(each => conditionOf(made, place, each));
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return (op === 'and' ? { all: parts } : { any: parts }) as Condition;
}

function comparisonOf(made: FormImport, { ids, labels, from }: From, op: unknown, vars: Foreign[]) {
  const index = made.fields.findIndex(({ id }) => id === ids.get(String(vars[0]?.value)));
  const field = made.fields[index];
  const { type, value } = vars[1] ?? {};
  const operator = comparisons[String(op)];
  if (!field || index > from || vars[0]?.type !== 'field' || operator === undefined || vars.length < 2)
    return undefined;
  const compared = type === 'choice' ? labels.get(String(value)) : value;
  if (compared === undefined) return undefined;
  if (typeof compared === 'boolean') return booleanOf(field, operator, compared);
  if (field.type !== 'multiselect') return { field: field.id, op: operator, value: compared } as Condition;
  const included = { field: field.id, op: 'includesAny', value: [compared] } as Condition;
  return operator === 'ne' ? not(included) : included;
}

/** Yes and no are a choice here; what was agreed to is true. */
const booleanOf = ({ id, type }: Field, op: string, value: boolean): Condition =>
  ({ field: id, op, value: type === 'radio' ? (value ? 'Yes' : 'No') : value }) as Condition;

/** What choices are called, by their refs. */
function labelsOf(fields: readonly Foreign[]): Map<string, string> {
  return new Map(
    fields.flatMap(({ properties = {} }) => [
      ...listOf(properties.choices).map(({ ref, label }): [string, string] => [String(ref), String(label).trim()]),
      ...labelsOf(listOf(properties.fields)),
    ]),
  );
}
