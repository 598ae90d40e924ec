import { type Answer, type Answers, type Field, isAnswered } from './schema.ts';

/** The field types that an address may not prefill, because the visitor must answer them in person. */
const never = new Set(['file', 'consent']);
const severals = new Set(['multiselect', 'ranking']);
const numbers = new Set(['number', 'rating', 'scale']);

/**
 * Returns the initial answers: defaults, and values from the page's address, by field ID or by the `query` of a hidden
 * field.
 */
export function prefilled(fields: readonly Field[], address: URLSearchParams): Answers {
  const answers = fields.flatMap(field => {
    const answer =
      never.has(field.type) || !isAnswered(field) ? undefined : (ofAddress(field, address) ?? field.default);
    return answer === undefined ? [] : [[field.id, answer] as const];
  });
  return Object.fromEntries(answers);
}

function ofAddress({ id, type, query }: Field, address: URLSearchParams): Answer | undefined {
  const values = address.getAll(type === 'hidden' ? (query ?? id) : id);
  const [value] = values;
  if (!value || type === 'matrix') return undefined;
  if (severals.has(type)) return values;
  if (type === 'checkbox') return value === 'true';
  if (!numbers.has(type)) return value;
  return Number.isFinite(Number(value)) ? Number(value) : undefined;
}
