import { idInHeader, namesOfOwn, ownColumns } from '../../domain/exports/columns.ts';
import { unguardFormula } from '../../domain/exports/formula-guard.ts';
import { type Column, columnId, columnLabel, columnsOf } from '../../domain/fields/columns.ts';
import type { Field } from '../../domain/fields/field.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { Fault } from '../../fault.ts';

export type OwnName = (typeof ownColumns)[number];

/** What the cells of a column are; `nothing` is left out, `unknown` has no place in the form. */
export type ColumnUse =
  | { readonly use: 'own'; readonly name: OwnName }
  | { readonly use: 'answer'; readonly field: Field; readonly column: Column }
  | { readonly use: 'extra'; readonly name: string }
  | { readonly use: 'nothing' | 'unknown' };

/** What a name may be: an own name, or the column of a field. */
type Target = Exclude<ColumnUse, { use: 'extra' | 'unknown' }>;

/** Which column of a file is what, in the words of the request: the name of a column to `status`, the id of a field, or `null`. */
export type Naming = Readonly<Record<string, string | null>>;

/** What each column of a file is: by the names that an export gives them, ids or labels, or as the request says. */
export function usesOfColumns(
  form: Form,
  header: readonly string[],
  { naming = {}, guard }: { naming?: Naming; guard: boolean },
): { uses: ColumnUse[] } | { faults: Fault[] } {
  const names = header.map(name => (guard ? unguardFormula(name) : name));
  const targets = targetsOf(form.fields);
  const faults = faultsOfNaming(naming, names, targets.byId);
  if (faults.length > 0) return { faults };
  const uses = names.map(name => useOf(form, name, targets, naming));
  const wrong = [...repeated(names, uses), ...(uses.some(({ use }) => use === 'answer') ? [] : [noAnswers])];
  return wrong.length > 0 ? { faults: wrong } : { uses };
}

type Targets = {
  readonly byId: ReadonlyMap<string, Target>;
  readonly byLabel: ReadonlyMap<string, Target | undefined>;
};

function targetsOf(fields: readonly Field[]): Targets {
  const columns = fields.flatMap(field => columnsOf(field).map(column => ({ use: 'answer', field, column }) as const));
  // As an export calls them that has other columns beside them, or the usual ones; the last counts.
  const namesOf = [(column: Column) => `answers.${columnId(column)}`, columnId, (column: Column) => idInHeader(column)];
  const ids = namesOf.flatMap(nameOf => columns.map(target => [nameOf(target.column), target] as const));
  const own = ownColumns.map(name => [name, { use: 'own', name }] as const);
  const labels = columns.flatMap(target => {
    const label = columnLabel(target.column);
    return [label, `${label} (${columnId(target.column)})`].map(name => [name, target] as const);
  });
  return { byId: new Map<string, Target>([...ids, ...own]), byLabel: unambiguous(labels) };
}

/** What two are called is the name of neither. */
function unambiguous<T>(entries: readonly (readonly [string, T])[]): Map<string, T | undefined> {
  const found = new Map<string, T | undefined>();
  for (const [name, target] of entries) found.set(name, found.has(name) ? undefined : target);
  return found;
}

function useOf(form: Form, name: string, { byId, byLabel }: Targets, naming: Naming): ColumnUse {
  const named = Object.hasOwn(naming, name) ? naming[name] : undefined;
  if (named === null || name.trim() === '') return { use: 'nothing' };
  const target = byId.get(named ?? name) ?? byLabel.get(name) ?? inAnyCase(name, byId) ?? inAnyCase(name, byLabel);
  if (target) return target;
  return form.extraFields === 'keep' && !namesOfOwn.includes(name) ? { use: 'extra', name } : { use: 'unknown' };
}

function inAnyCase(name: string, targets: ReadonlyMap<string, Target | undefined>): Target | undefined {
  const found = [...targets].filter(([other]) => plainly(other) === plainly(name));
  return found.length === 1 ? found[0]?.[1] : undefined;
}

const plainly = (name: string): string => name.trim().toLowerCase();

function faultsOfNaming(naming: Naming, names: readonly string[], byId: Targets['byId']): Fault[] {
  return Object.entries(naming).flatMap(([name, target]) => {
    const field = `columns.${name}`;
    if (!names.includes(name)) return [{ field, rule: 'unknown', message: 'is no column of the file' }];
    if (target === null || byId.has(target)) return [];
    const message = `must be ${ownColumns.join(', ')}, the id of a field (of a row of a matrix "field.row"), or null`;
    return [{ field, rule: 'unknown', message }];
  });
}

const noAnswers: Fault = {
  field: 'csv',
  rule: 'columns',
  message: 'None of the columns is called as a field of the form, by id or label; say in `columns` which is which',
};

/** No two columns may be the same: one of them would be lost. */
function repeated(names: readonly string[], uses: readonly ColumnUse[]): Fault[] {
  const seen = new Map<string, string>();
  return uses.flatMap((use, index) => {
    const key = keyOf(use);
    if (key === undefined) return [];
    const [name = '', first] = [names[index], seen.get(key)];
    if (first === undefined) seen.set(key, name);
    if (first === undefined) return [];
    const message = `has two columns for ${key}, "${first}" and "${name}"; give one of them another name, or leave it out by \`columns\``;
    return [{ field: 'csv', rule: 'columns', message }];
  });
}

function keyOf(use: ColumnUse): string | undefined {
  if (use.use === 'own' || use.use === 'extra') return use.name;
  return use.use === 'answer' ? columnId(use.column) : undefined;
}
