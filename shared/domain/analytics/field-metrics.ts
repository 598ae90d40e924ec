import type { Field, FieldType } from '../fields/field.ts';
import { isAsked } from '../fields/field-types.ts';
import type { RetiredField } from '../forms/form.ts';
import type { Sums } from './counted-spans.ts';
import { type FieldCount, readFieldAttribute } from './field-counts.ts';
import { percentage } from './percentage.ts';

/** The counts of one field. */
type FieldCounts = Record<FieldCount, number> & { errors: Map<string, number> };

export type CountsOfFields = ReadonlyMap<string, FieldCounts>;

/** A field in a report: one of the form now, or one that it no longer has. */
export type ReportedField = { id: string; label: string; type: FieldType | null; position: number | null };

/** Returns the sums of the counters of fields. */
export function countsOfFields(sums: Sums): CountsOfFields {
  const fields = new Map<string, FieldCounts>();
  for (const [name, value] of sums) addCount(fields, name, value);
  return fields;
}

/** Adds an attribute's count, if it is one of a field. */
function addCount(fields: Map<string, FieldCounts>, attribute: string, value: number): void {
  const read = readFieldAttribute(attribute);
  if (!read || value === 0) return;
  const counts = fields.get(read.fieldId) ?? nothing();
  fields.set(read.fieldId, counts);
  if (read.count !== 'error') counts[read.count] += value;
  else if (read.rule) counts.errors.set(read.rule, (counts.errors.get(read.rule) ?? 0) + value);
}

const nothing = (): FieldCounts => ({
  focusedFirst: 0,
  answeredFirst: 0,
  answeredAfterFocus: 0,
  last: 0,
  errors: new Map(),
});

/** Returns the fields of a form that people answer, in order, then former fields with any counts. */
export function reportedFields(
  fields: readonly Field[],
  retired: readonly RetiredField[],
  counts: CountsOfFields,
): ReportedField[] {
  const present = new Set(fields.map(({ id }) => id));
  // Each removed row of a matrix is one of these.
  const former = new Map(retired.filter(({ id }) => counts.has(id) && !present.has(id)).map(each => [each.id, each]));
  return [
    ...fields.flatMap((field, index) =>
      isAsked(field.type) ? [{ ...idAndLabel(field), type: field.type, position: index + 1 }] : [],
    ),
    ...[...former.values()].map(retiredField),
  ];
}

/** Returns the current or former field with this ID, or undefined when there never was one. */
export function reportedField(
  fields: readonly Field[],
  retired: readonly RetiredField[],
  id: string,
): ReportedField | undefined {
  const [present] = reportedFields(fields, [], new Map()).filter(field => field.id === id);
  const once = retired.find(field => field.id === id);
  return present ?? (once && retiredField(once));
}

const idAndLabel = ({ id, label }: RetiredField) => ({ id, label: label?.trim() || id });

const retiredField = (field: RetiredField): ReportedField => ({ ...idAndLabel(field), type: null, position: null });

export function fieldMetric({ id, label, type }: ReportedField, fields: CountsOfFields) {
  const counts = fields.get(id) ?? nothing();
  const reached = reachedOf(counts);
  const answered = counts.answeredFirst + counts.answeredAfterFocus;
  const total = counts.errors.values().reduce((sum, count) => sum + count, 0);
  return {
    fieldId: id,
    label,
    type,
    reached,
    answered,
    completionRate: percentage(answered, reached),
    validationErrors: { total, byRule: byRule(counts.errors) },
    errorRate: Math.min(percentage(total, reached), 100),
  };
}

const reachedOf = ({ focusedFirst, answeredFirst }: FieldCounts): number => focusedFirst + answeredFirst;

/** Returns the errors by rule, most frequent first. Without a prototype, so a rule of any name is its own property. */
function byRule(errors: ReadonlyMap<string, number>): Record<string, number> {
  const entries = [...errors].sort(([, one], [, other]) => other - one);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

export function fieldDropOffs({ id, label, position }: ReportedField, fields: CountsOfFields) {
  const counts = fields.get(id) ?? nothing();
  const [reached, dropOffs] = [reachedOf(counts), counts.last];
  return { fieldId: id, label, position, reached, dropOffs, dropOffRate: percentage(dropOffs, reached) };
}
