import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import type { Draft, Field, FieldType } from './draft.ts';
import { type StoredIds, takenIds } from './fields.ts';
import { freeId, slugOf } from './ids.ts';

/** The texts of a new field, in the editor's language. */
export type FieldWords = {
  /** The first label of a field of the type. */
  readonly label: string;
  readonly option: (count: number) => string;
  readonly row: (count: number) => string;
  readonly column: (count: number) => string;
  readonly statement: string;
  readonly consent: string;
};

/** Returns the properties that a type requires. */
export function needsOf(type: FieldType, words: FieldWords): Partial<Field> {
  const of = (count: number, name: (count: number) => string) =>
    Array.from({ length: count }, (_, index) => name(index + 1));
  const { needs = [] } = fieldTypes[type];
  return {
    ...(needs.includes('options') && { options: of(3, words.option) }),
    ...(needs.includes('rows') && { rows: of(2, words.row) }),
    ...(needs.includes('columns') && { columns: of(3, words.column) }),
    ...(needs.includes('text') && { text: type === 'consent' ? words.consent : words.statement }),
    ...(needs.includes('currency') && { currency: 'EUR' }),
    ...(type === 'calculated' && { compute: { op: '+', args: [0] } }),
  };
}

/** Returns a new field of a type, which is valid as it is. */
export function newField(draft: Draft, type: FieldType, words: FieldWords, stored: StoredIds): Field {
  const id = freeId(slugOf(words.label) || type, takenIds(draft, stored));
  return { id, type, label: words.label, ...needsOf(type, words) };
}
