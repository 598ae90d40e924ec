import type { Fault } from '../../fault.ts';
import { type Column, columnAnswer, columnId, columnLabel } from '../fields/columns.ts';
import type { Response } from '../responses/response.ts';
import { closestName } from '../text/closest-name.ts';

type LinkedFile = { readonly url: string | null; readonly withheld?: string };

/** A response in an export. `answers` are those that the reader may see. */
export type ExportedResponse = Readonly<Record<'id' | 'formId' | 'status' | 'submittedAt', string>> & {
  readonly answers: Readonly<Record<string, unknown>>;
  /** Links to files, which replace their IDs. */
  readonly files?: Readonly<Record<string, LinkedFile | readonly LinkedFile[]>>;
} & Partial<
    Pick<
      Response,
      'formVersion' | 'environment' | 'startedAt' | 'updatedAt' | 'handling' | 'assigneeId' | 'meta' | 'notes' | 'spam'
    >
  >;

/** A column of an export: its names, and its value in a response. */
export type ExportColumn = {
  /** `submittedAt`, `origin`, `email`, or `service.speed` for a row of a matrix. */
  readonly name: string;
  /** The label of a field. */
  readonly label?: string;
  /** The ID of the field whose answers it has. */
  readonly fieldId?: string;
  readonly cellOf: (response: ExportedResponse) => unknown;
};

/** The default columns of every response in an export. */
export const ownColumns = ['id', 'formId', 'status', 'submittedAt'] as const;
const inRecord = [
  ...(['id', 'formId', 'formVersion', 'environment', 'status', 'startedAt', 'submittedAt', 'updatedAt'] as const),
  ...(['handling', 'assigneeId'] as const),
] as const;
const inMeta = ['source', 'origin', 'userAgent', 'language', 'durationMs', 'consents'] as const;

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

/** The names of columns that are not answers. */
export const namesOfOwn: readonly string[] = own.map(({ name }) => name);

/** Returns the columns of answers, current fields before former ones. None has a name in `others`. */
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
    fieldId: column.id,
    cellOf: response => valueIn(response, column),
  }));
}

/**
 * Returns the name of a column of answers beside these others. A field may be called `status`, and readers that key
 * rows by header would lose one of the two.
 */
export function idInHeader(column: Column, others: readonly string[] = ownColumns): string {
  const isTaken = others.includes(column.id) || columnId(column).startsWith('answers.');
  return isTaken ? `answers.${columnId(column)}` : columnId(column);
}

function valueIn({ answers, files = {} }: ExportedResponse, column: Column): unknown {
  const { id } = column;
  if (Object.hasOwn(files, id)) return [files[id] ?? []].flat().map(({ url, withheld }) => url ?? withheld ?? '');
  return Object.hasOwn(answers, id) ? columnAnswer(column, answers[id]) : undefined;
}

/** Returns the default columns of an export: four of every response, and a column for each answer. */
export const usualColumns = (columns: readonly Column[], retired: readonly Column[]): ExportColumn[] => [
  ...ownColumns.map(ofRecord),
  ...columnsOfAnswers(columns, retired, ownColumns),
];

/**
 * Returns the columns that a query names, in its order, and its faults. `all` means every column.
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

/** Whether a column has this name: its own, that with the prefix `answers.`, or the ID of its matrix. */
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
