import { percentage } from './analytics.ts';
import type { Field, FieldType } from './field.ts';
import type { RetiredField } from './form.ts';

/** What was counted of one field. */
type FieldCounts = {
  focused: number;
  answeredUnfocused: number;
  answered: number;
  dropOffs: number;
  errors: Map<string, number>;
};

export type CountsOfFields = ReadonlyMap<string, FieldCounts>;

/** A field that a report speaks of: of the form as it is, or one that the form no longer has. */
export type ReportedField = { id: string; label: string; type: FieldType | null; position: number | null };

/** Adds the counters of days and of quarter hours: `f:email` and the like, by visit, and `e:email:required`. */
export function countsOfFields(items: Iterable<Readonly<Record<string, unknown>>>): CountsOfFields {
  const fields = new Map<string, FieldCounts>();
  const countsOf = (id: string): FieldCounts => {
    const counts = fields.get(id) ?? nothing();
    fields.set(id, counts);
    return counts;
  };
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const [letter, id, rule] = name.split(':');
      if (id !== undefined && value !== 0) add(countsOf(id), letter, rule, Number(value));
    }
  }
  return fields;
}

const nothing = (): FieldCounts => ({
  focused: 0,
  answeredUnfocused: 0,
  answered: 0,
  dropOffs: 0,
  errors: new Map(),
});

function add(counts: FieldCounts, letter: string | undefined, rule: string | undefined, by: number): void {
  if (letter === 'f') counts.focused += by;
  if (letter === 'n') counts.answeredUnfocused += by;
  if (letter === 'g') counts.answered += by;
  if (letter === 'd') counts.dropOffs += by;
  if (letter === 'e' && rule !== undefined) counts.errors.set(rule, (counts.errors.get(rule) ?? 0) + by);
}

/** The fields of a form in its order, then those it no longer has and of which something was counted. */
export function reportedFields(
  fields: readonly Field[],
  retired: readonly RetiredField[],
  counts: CountsOfFields,
): ReportedField[] {
  return [
    ...fields.map((field, index) => ({ ...named(field), type: field.type, position: index + 1 })),
    ...retired.filter(({ id }) => counts.has(id)).map(retiredField),
  ];
}

/** The one field with this id, of the form now or once; undefined when there was never such a field. */
export function reportedField(
  fields: readonly Field[],
  retired: readonly RetiredField[],
  id: string,
): ReportedField | undefined {
  const [present] = reportedFields(fields, [], new Map()).filter(field => field.id === id);
  const once = retired.find(field => field.id === id);
  return present ?? (once && retiredField(once));
}

const named = ({ id, label }: RetiredField) => ({ id, label: label?.trim() || id });

const retiredField = (field: RetiredField): ReportedField => ({ ...named(field), type: null, position: null });

export function fieldMetric({ id, label, type }: ReportedField, counts: CountsOfFields) {
  const { focused, answeredUnfocused, answered, errors } = counts.get(id) ?? nothing();
  const reached = focused + answeredUnfocused;
  const allAnswered = answered + answeredUnfocused;
  const total = errors.values().reduce((sum, count) => sum + count, 0);
  return {
    fieldId: id,
    label,
    type,
    reached,
    answered: allAnswered,
    completionRate: percentage(allAnswered, reached),
    validationErrors: { total, byRule: byRule(errors) },
    errorRate: percentage(total, reached),
  };
}

/** Most frequent first. Without a prototype: whatever a rule is called, it is a property of its own. */
function byRule(errors: ReadonlyMap<string, number>): Record<string, number> {
  const entries = [...errors].sort(([, one], [, other]) => other - one);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

export function fieldDropOffs({ id, label, position }: ReportedField, counts: CountsOfFields) {
  const { focused, answeredUnfocused, dropOffs } = counts.get(id) ?? nothing();
  const reached = focused + answeredUnfocused;
  return { fieldId: id, label, position, reached, dropOffs, dropOffRate: percentage(dropOffs, reached) };
}
