import { idInHeader, namesOfOwn, ownColumns } from '../../domain/exports/columns.ts';
import { unguardFormula } from '../../domain/exports/formula-guard.ts';
import { type Column, columnId, columnLabel, columnsOf } from '../../domain/fields/columns.ts';
import type { Field } from '../../domain/fields/field.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { Fault } from '../../fault.ts';

/** The columns besides answers: those of a default export, and one that an export may include on request. */
const importedColumns = [...ownColumns, 'startedAt'] as const;

export type OwnName = (typeof importedColumns)[number];

/** The use of a column's cells. `nothing` is left out; `unknown` has no match in the form. */
export type ColumnUse =
  | { readonly use: 'own'; readonly name: OwnName }
  | { readonly use: 'answer'; readonly field: Field; readonly column: Column }
  | { readonly use: 'extra'; readonly name: string }
  | { readonly use: 'nothing' | 'unknown' };

/** The target of a name: an own name, or the column of a field. */
type ColumnTarget = Exclude<ColumnUse, { use: 'extra' | 'unknown' }>;

/** The request's mapping from column names to `status`, a field ID, or `null`. */
export type Naming = Readonly<Record<string, string | null>>;

/** Returns the use of each column: by the names in an export, IDs or labels, or by the request's mapping. */
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
  readonly byId: ReadonlyMap<string, ColumnTarget>;
  readonly byLabel: ReadonlyMap<string, ColumnTarget | undefined>;
};

function targetsOf(fields: readonly Field[]): Targets {
  const columns = fields.flatMap(field => columnsOf(field).map(column => ({ use: 'answer', field, column }) as const));
  // The names in an export with other columns, and in a default one. The last match wins.
  const namesOf = [(column: Column) => `answers.${columnId(column)}`, columnId, (column: Column) => idInHeader(column)];
  const ids = namesOf.flatMap(nameOf => columns.map(target => [nameOf(target.column), target] as const));
  const own = ownColumns.map(name => [name, { use: 'own', name }] as const);
  // In an export without this column, this name is a field with this ID.
  const started = ['startedAt', { use: 'own', name: 'startedAt' }] as const;
  const labels = columns.flatMap(target => {
    const label = columnLabel(target.column);
    return [label, `${label} (${columnId(target.column)})`].map(name => [name, target] as const);
  });
  return { byId: new Map<string, ColumnTarget>([started, ...ids, ...own]), byLabel: unambiguous(labels) };
}

/** Drops names that two entries share. */
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

function inAnyCase(name: string, targets: ReadonlyMap<string, ColumnTarget | undefined>): ColumnTarget | undefined {
  const found = [...targets].filter(([other]) => plainly(other) === plainly(name));
  return found.length === 1 ? found[0]?.[1] : undefined;
}

const plainly = (name: string): string => name.trim().toLowerCase();

function faultsOfNaming(naming: Naming, names: readonly string[], byId: Targets['byId']): Fault[] {
  return Object.entries(naming).flatMap(([name, target]) => {
    const field = `columns.${name}`;
    if (!names.includes(name)) return [{ field, rule: 'unknown', message: 'is not a column in the file' }];
    if (target === null || byId.has(target)) return [];
    const message = `must be ${importedColumns.join(', ')}, the id of a field (of a row of a matrix "field.row"), or null`;
    return [{ field, rule: 'unknown', message }];
  });
}

const noAnswers: Fault = {
  field: 'csv',
  rule: 'columns',
  message: 'No column has the id or label of a field; name them in `columns`',
};

/** Returns faults for repeated columns, one of which would be lost. */
function repeated(names: readonly string[], uses: readonly ColumnUse[]): Fault[] {
  const seen = new Map<string, string>();
  return uses.flatMap((use, index) => {
    const key = keyOf(use);
    if (key === undefined) return [];
    const [name = '', first] = [names[index], seen.get(key)];
    if (first === undefined) seen.set(key, name);
    if (first === undefined) return [];
    const message = `has two columns for ${key}, "${first}" and "${name}"; rename one, or leave it out with \`columns\``;
    return [{ field: 'csv', rule: 'columns', message }];
  });
}

function keyOf(use: ColumnUse): string | undefined {
  if (use.use === 'own' || use.use === 'extra') return use.name;
  return use.use === 'answer' ? columnId(use.column) : undefined;
}
