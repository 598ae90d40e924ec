import { type Answer, type Answers, type Field, isAnswered } from './schema.ts';

/** What nobody may fill in for somebody else. */
const never = new Set(['file', 'consent']);
const severals = new Set(['multiselect', 'ranking']);
const numbers = new Set(['number', 'rating', 'scale']);

/**
 * The answers that a form begins with: defaults, and what the page's address says, by the ids of the fields or the `query` of
 * the hidden ones.
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
