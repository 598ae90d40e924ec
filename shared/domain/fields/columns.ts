import { isObject } from '../../json.ts';
import { type Choice, choiceLabel, choiceValue, type Field } from './field.ts';
import { fieldTypes } from './field-types.ts';

/** A unit that has its own column in tables of answers: a field, or a row of a matrix. */
export type Column = Pick<Field, 'id' | 'label' | 'currency'> & { readonly row?: Choice };

type WithColumns = Pick<Field, 'id' | 'label' | 'type' | 'rows' | 'currency'>;

/** Returns the columns of a field. A matrix has one for each row, and a field that nobody answers has none. */
export function columnsOf({ id, label, type, rows = [], currency }: WithColumns): Column[] {
  if (fieldTypes[type].answeredBy === 'nobody') return [];
  if (type === 'matrix') return rows.map(row => ({ id, label, row }));
  return [{ id, label, ...(currency !== undefined && { currency }) }];
}

/** Returns `email`, or `service.speed` for a row of a matrix, which no field can then have as its ID. */
export const columnId = ({ id, row }: Column): string => (row === undefined ? id : `${id}.${choiceValue(row)}`);

export function columnLabel({ id, label, row, currency }: Column): string {
  const ofField = (label?.trim() || id) + (currency === undefined ? '' : ` (${currency})`);
  return row === undefined ? ofField : `${ofField}: ${choiceLabel(row)}`;
}

/** Returns the part of a field's answer that belongs in a column. */
export function columnAnswer({ row }: Column, answer: unknown): unknown {
  const isMatrix = isObject(answer);
  if (row === undefined) return isMatrix ? undefined : answer;
  const value = choiceValue(row);
  return isMatrix && Object.hasOwn(answer, value) ? (answer as Record<string, unknown>)[value] : undefined;
}
