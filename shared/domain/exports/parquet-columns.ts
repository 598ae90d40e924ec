import type { Field, FieldType } from '../fields/field.ts';
import { type AnswerShape, fieldTypes } from '../fields/field-types.ts';
import type { ExportColumn, ExportedResponse } from './columns.ts';

/** A column of a Parquet file, with its values. */
export type ParquetColumn = {
  readonly name: string;
  readonly type: 'STRING' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP';
  readonly data: readonly (string | number | boolean | Date | null)[];
};

const typesOfShapes: Readonly<Partial<Record<AnswerShape, ParquetColumn['type']>>> = {
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
};
const typesOfOwn: ReadonlyMap<string, ParquetColumn['type']> = new Map([
  ['startedAt', 'TIMESTAMP'],
  ['submittedAt', 'TIMESTAMP'],
  ['updatedAt', 'TIMESTAMP'],
  ['formVersion', 'DOUBLE'],
  ['durationMs', 'DOUBLE'],
]);

/**
 * Returns the columns of some responses: numbers, flags and times as such, objects as JSON, the rest as text. A column
 * with mixed values, such as answers from before its field's type changed, is text.
 */
export function parquetColumns(
  columns: readonly ExportColumn[],
  responses: readonly ExportedResponse[],
  fields: readonly Pick<Field, 'id' | 'type'>[],
): ParquetColumn[] {
  const types = new Map(fields.map(({ id, type }) => [id, type]));
  return columns.map(({ name, label, cellOf }) => {
    const values = responses.map(response => cellOf(response) ?? null);
    const type = label === undefined ? typesOfOwn.get(name) : typeOf(types.get(name.replace(/^answers\./, '')));
    return columnOf(name, type, values);
  });
}

const typeOf = (field: FieldType | undefined): ParquetColumn['type'] =>
  (field && typesOfShapes[fieldTypes[field].shape]) ?? 'STRING';

function columnOf(name: string, type: ParquetColumn['type'] | undefined, values: readonly unknown[]): ParquetColumn {
  if (type === 'TIMESTAMP') return { name, type, data: values.map(timeOf) };
  if (type === 'DOUBLE' && areAll('number', values)) return { name, type, data: values as number[] };
  if (type === 'BOOLEAN' && areAll('boolean', values)) return { name, type, data: values as boolean[] };
  return { name, type: 'STRING', data: values.map(textOf) };
}

const areAll = (type: 'number' | 'boolean', values: readonly unknown[]): boolean =>
  values.every(value => value === null || typeof value === type);

const timeOf = (value: unknown): Date | null => (value === null ? null : new Date(String(value)));

function textOf(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
