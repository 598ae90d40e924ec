import type { Fault } from '../../fault.ts';
import { closestName } from '../closest-name.ts';
import { type Column, columnAnswer, columnId, columnLabel } from '../fields/columns.ts';
import type { Response } from '../responses/response.ts';

type LinkedFile = { readonly url: string | null; readonly withheld?: string };

/** A response as an export has it. `answers` are what the reader may see of them. */
export type ExportedResponse = Readonly<Record<'id' | 'formId' | 'status' | 'submittedAt', string>> & {
  readonly answers: Readonly<Record<string, unknown>>;
  /** Links to files, which take the place of their ids. */
  readonly files?: Readonly<Record<string, LinkedFile | readonly LinkedFile[]>>;
} & Partial<Pick<Response, 'formVersion' | 'environment' | 'updatedAt' | 'meta' | 'notes' | 'spam'>>;

/** A column of an export: its names, and what it has of a response. */
export type ExportColumn = {
  /** `submittedAt`, `origin`, `email`; of a row of a matrix `service.speed`. */
  readonly name: string;
  /** Of a field. */
  readonly label?: string;
  readonly cellOf: (response: ExportedResponse) => unknown;
};

/** The columns that an export has of every response unless it is asked for others. */
export const ownColumns = ['id', 'formId', 'status', 'submittedAt'] as const;
const inRecord = ['id', 'formId', 'formVersion', 'environment', 'status', 'submittedAt', 'updatedAt'] as const;
const inMeta = ['source', 'origin', 'userAgent', 'durationMs', 'consents'] as const;

const ofRecord = (name: (typeof inRecord)[number] | 'notes' | 'spam'): ExportColumn => ({
  name,
  cellOf: response => response[name],
});
const ofMeta = (name: (typeof inMeta)[number]): ExportColumn => ({ name, cellOf: ({ meta }) => meta?.[name] });

const own: readonly ExportColumn[] = [
  ...inRecord.map(ofRecord),
  ...inMeta.map(ofMeta),
  ofRecord('notes'),
  ofRecord('spam'),
];

/** What columns are called that are no answers. */
export const namesOfOwn: readonly string[] = own.map(({ name }) => name);

/** The columns of answers, those in the form before those that are in it no longer; none is called as one of `others`. */
function columnsOfAnswers(
  columns: readonly Column[],
  retired: readonly Column[],
  others: readonly string[],
): ExportColumn[] {
  const byId = new Map<string, Column>();
  for (const column of [...columns, ...retired]) if (!byId.has(columnId(column))) byId.set(columnId(column), column);
  return [...byId.values()].map(column => ({
    name: idInHeader(column, others),
    label: columnLabel(column),
    cellOf: response => valueIn(response, column),
  }));
}

/**
 * What a column of answers is called beside these others: a field may be called `status`, and readers that key rows by
 * header would lose one of the two. A field's id has no dot.
 */
export function idInHeader(column: Column, others: readonly string[] = ownColumns): string {
  const isTaken = others.includes(column.id) || (column.id === 'answers' && column.row !== undefined);
  return isTaken ? `answers.${columnId(column)}` : columnId(column);
}

function valueIn({ answers, files = {} }: ExportedResponse, column: Column): unknown {
  const { id } = column;
  if (Object.hasOwn(files, id)) return [files[id] ?? []].flat().map(({ url, withheld }) => url ?? withheld ?? '');
  return Object.hasOwn(answers, id) ? columnAnswer(column, answers[id]) : undefined;
}

/** What an export has unless it is asked for other columns: four of every response, and a column for each answer. */
export const usualColumns = (columns: readonly Column[], retired: readonly Column[]): ExportColumn[] => [
  ...ownColumns.map(ofRecord),
  ...columnsOfAnswers(columns, retired, ownColumns),
];

/**
 * The columns that a query asks for by name, in its order; `all` stands for every one. Also what is wrong with it.
 *
 * @param asked `id,email,meta`, separated by commas
 */
export function namedColumns(
  asked: string,
  columns: readonly Column[],
  retired: readonly Column[],
): { columns: ExportColumn[]; faults: Fault[] } {
  const names = asked.split(',').map(name => name.trim());
  const known = [...own, ...columnsOfAnswers(columns, retired, namesOfOwn)];
  const found = names.flatMap(name => (name === 'all' ? known : known.filter(column => isCalled(column, name))));
  const unknown = names.filter(name => name !== 'all' && !known.some(column => isCalled(column, name)));
  const faults = [
    ...unknown.map(name => faultOf('unknown', whyUnknown(name, [...known.map(({ name }) => name), 'all']))),
    ...(new Set(found).size < found.length ? [faultOf('unique', 'must name each column only once')] : []),
  ];
  return { columns: found, faults };
}

/** By its name, by that with `answers.` before it, or by the id of the matrix that it is a row of. */
const isCalled = ({ name, label }: ExportColumn, asked: string): boolean =>
  name === asked || (label !== undefined && (`answers.${name}` === asked || name.startsWith(`${asked}.`)));

const faultOf = (rule: string, message: string): Fault => ({ field: 'columns', rule, message });

function whyUnknown(name: string, known: readonly string[]): string {
  const closest = closestName(name, known);
  const hint = closest
    ? `did you mean "${closest}"?`
    : 'name a property of a response or of its meta, the id of a field, or all';
  return `"${name.slice(0, 64)}" is not a column; ${hint}`;
}
