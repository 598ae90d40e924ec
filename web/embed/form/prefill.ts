import type { FieldType } from '../../../shared/domain/fields/field.ts';
import { type Answer, type Answers, type Field, isAnswered, optionValue } from '../schema.ts';

/** The field types that only a visitor may answer: an address cannot give consent. */
const never: ReadonlySet<FieldType> = new Set(['file', 'consent'] as const);
const severals: ReadonlySet<FieldType> = new Set(['multiselect', 'ranking'] as const);
const ticked: ReadonlySet<FieldType> = new Set(['checkbox', 'consent'] as const);
const numbers: ReadonlySet<FieldType> = new Set(['number', 'currency', 'rating', 'scale'] as const);

type FormEntries = Pick<FormData, 'getAll'>;

/**
 * Returns the initial answers: what the visitor has typed into a plain form before the script came, values from the
 * page's address, by field ID or by the `query` of a hidden field, and defaults.
 */
export function prefill(fields: readonly Field[], address: FormEntries, typed: FormEntries): Answers {
  const answers = fields.flatMap(field => {
    const answer = isAnswered(field)
      ? (answerIn(typed, field) ?? (never.has(field.type) ? undefined : (answerIn(address, field) ?? field.default)))
      : undefined;
    return answer === undefined ? [] : [[field.id, answer] as const];
  });
  return Object.fromEntries(answers);
}

/** The names of controls, and the value of "Other", are those of the service's pages. */
function answerIn(given: FormEntries, { id, type, query, rows = [] }: Field): Answer | undefined {
  const valuesOf = (name: string): string[] =>
    given.getAll(name).filter(value => value && typeof value === 'string') as string[];
  if (type === 'matrix') {
    const answered = rows.map(optionValue).flatMap(row => valuesOf(`${id}[${row}]`).map(cell => [row, cell] as const));
    return answered.length > 0 ? Object.fromEntries(answered) : undefined;
  }
  const values = valuesOf(type === 'hidden' ? (query ?? id) : id).flatMap(value =>
    value === '\uE000other' ? valuesOf(`${id}[]other`) : value,
  );
  const [value] = values;
  if (!value) return undefined;
  if (severals.has(type)) return values;
  if (ticked.has(type)) return value === 'true';
  if (!numbers.has(type)) return value;
  return Number.isFinite(Number(value)) ? Number(value) : undefined;
}
