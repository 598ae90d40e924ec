import { answerRules } from '../fields/breach.ts';

/**
 * The counters of a form's fields, and their attributes. Visits are counted in the quarter hour in which they started,
 * errors in that of their event. Reached is `focusedFirst + answeredFirst`, answered is `answeredFirst +
 * answeredAfterFocus`, and drop-offs are `last`. So a visit that reaches or answers a field adds to one attribute, not
 * to two.
 */
const letters = {
  /** Reached by a focus. */
  focusedFirst: 'f',
  /** Reached by its answer, without a reported focus before. */
  answeredFirst: 'n',
  answeredAfterFocus: 'g',
  /** The last field of a visit that was started and not completed. */
  last: 'd',
};

export type FieldCount = keyof typeof letters;

/** Returns `f:email`. A field's ID contains no colon. */
export const fieldAttribute = (count: FieldCount, fieldId: string): string => `${letters[count]}:${fieldId}`;

/** Returns the rule to count. A browser may name any rule; one that no answer can break is counted as `other`. */
export const countedRule = (rule: unknown): string => answerRules.find(known => known === rule) ?? 'other';

/** Returns `e:email:required`, which counts how often an answer to the field broke the rule. */
export const errorAttribute = (fieldId: string, rule: unknown): string => `e:${fieldId}:${countedRule(rule)}`;

/** Returns what an attribute of a field's counters counts, or undefined for another attribute, such as a key. */
export function readFieldAttribute(
  name: string,
): { count: FieldCount | 'error'; fieldId: string; rule?: string } | undefined {
  const [letter, fieldId, rule] = name.split(':');
  if (fieldId === undefined) return undefined;
  if (letter === 'e') return { count: 'error', fieldId, rule };
  const count = (Object.keys(letters) as FieldCount[]).find(each => letters[each] === letter);
  return count && { count, fieldId };
}
