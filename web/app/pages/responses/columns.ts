import type { Field } from '../../../../shared/domain/fields/field.ts';
import { isAnswered } from '../../../../shared/domain/fields/field-types.ts';
import type { Response } from './response.ts';

/** The columns of a table that are not answers. */
const ownColumns = [
  ...(['status', 'handling', 'updatedAt', 'id', 'formVersion'] as const),
  ...(['source', 'origin', 'duration', 'notes'] as const),
] as const;
export type OwnColumn = (typeof ownColumns)[number];

/** A column: one of the response's own, or the answers to a field. `name` is unique: a field may be called `status`. */
export type ColumnChoice = {
  readonly name: string;
  readonly own?: OwnColumn;
  readonly field?: { readonly id: string; readonly label: string; readonly inForm: boolean };
};

/** All columns: the two states, answers in the form’s order, answers to former fields, and the rest. */
export function columnsOf(fields: readonly Field[], responses: readonly Response[]): ColumnChoice[] {
  const asked = fields.filter(isAnswered);
  const known = new Set(asked.map(({ id }) => id));
  const others = new Set(responses.flatMap(({ answers }) => Object.keys(answers)).filter(id => !known.has(id)));
  const [status, handling, ...rest] = ownColumns.map(own => ({ name: own, own }));
  return [
    ...[status, handling].filter(column => column !== undefined),
    ...asked.map(({ id, label }) => columnOf(id, label || id, true)),
    ...[...others].map(id => columnOf(id, id, false)),
    ...rest,
  ];
}

const columnOf = (id: string, label: string, inForm: boolean): ColumnChoice => ({
  name: `answers.${id}`,
  field: { id, label, inForm },
});

/** Returns the default columns of a table: the states and the first questions. */
export const usualColumns = (all: readonly ColumnChoice[]): string[] => [
  'status',
  'handling',
  ...all
    .filter(({ field }) => field?.inForm)
    .slice(0, 5)
    .map(({ name }) => name),
];

/** Returns the chosen columns in the order in which they were chosen. Names without a column are left out. */
export const inOrder = (all: readonly ColumnChoice[], names: readonly string[]): ColumnChoice[] =>
  names.flatMap(name => all.find(column => column.name === name) ?? []);

const keyOf = (formId: string): string => `formline.columns.${formId}`;

/** Returns the columns chosen in this browser. */
export function keptColumns(formId: string): string[] | undefined {
  const kept: unknown = JSON.parse(localStorage.getItem(keyOf(formId)) ?? 'null');
  return Array.isArray(kept) ? kept.filter(name => typeof name === 'string') : undefined;
}

export function keepColumns(formId: string, names: readonly string[] | undefined): void {
  if (names) localStorage.setItem(keyOf(formId), JSON.stringify(names));
  else localStorage.removeItem(keyOf(formId));
}

const orderKeyOf = (formId: string): string => `formline.order.${formId}`;

/** Returns the order chosen in this browser. */
export const keptOrder = (formId: string): 'asc' | 'desc' =>
  localStorage.getItem(orderKeyOf(formId)) === 'asc' ? 'asc' : 'desc';

export const keepOrder = (formId: string, order: 'asc' | 'desc'): void =>
  localStorage.setItem(orderKeyOf(formId), order);
