import { answerRules } from '../fields/breach.ts';

/**
 * What the items of a form's fields count, and the attribute that each count has. Visits are counted in the quarter hour
 * in which they started, errors in that of their event.
 *
 * Reached are `focusedFirst + answeredFirst`, answered `answeredFirst + answeredAfterFocus`, drop-offs `last`: so a visit
 * that comes to a field, or answers it, adds to one attribute and not to two.
 */
const letters = {
  /** Reached, by a focus. */
  focusedFirst: 'f',
  /** Reached by its answer: nothing told of a focus before. */
  answeredFirst: 'n',
  answeredAfterFocus: 'g',
  /** Where a visit is that was started and has not completed. */
  last: 'd',
};

export type FieldCount = keyof typeof letters;

/** `f:email`. The id of a field holds no colon. */
export const fieldAttribute = (count: FieldCount, fieldId: string): string => `${letters[count]}:${fieldId}`;

/** A browser may name any rule; what is not one that an answer can break is counted as `other`. */
export const countedRule = (rule: unknown): string => answerRules.find(known => known === rule) ?? 'other';

/** `e:email:required`: how often an answer to the field broke the rule. */
export const errorAttribute = (fieldId: string, rule: unknown): string => `e:${fieldId}:${countedRule(rule)}`;

/** What an attribute of a field's counters counts; undefined for another attribute, such as a key. */
export function readFieldAttribute(
  name: string,
): { count: FieldCount | 'error'; fieldId: string; rule?: string } | undefined {
  const [letter, fieldId, rule] = name.split(':');
  if (fieldId === undefined) return undefined;
  if (letter === 'e') return { count: 'error', fieldId, rule };
  const count = (Object.keys(letters) as FieldCount[]).find(each => letters[each] === letter);
  return count && { count, fieldId };
}
