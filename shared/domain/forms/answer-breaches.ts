import { answerTypes } from '../fields/answer-types.ts';
import type { Breach } from '../fields/breach.ts';
import type { Field } from '../fields/field.ts';
import { patternOf } from './patterns.ts';

/** Without one of these, an answer is a text of the length for which the form's patterns were budgeted. */
const unmatched = new Set<string>(['type', 'maxLength'] satisfies Breach['rule'][]);

/** What is wrong with an answer to a field; nothing when it is fine. The time is linear in the answer. */
export function breachesOf(field: Field, answer: unknown): Breach[] {
  const breaches = answerTypes[field.type].breaches(field, answer);
  const { pattern } = field.validate ?? {};
  if (pattern === undefined || breaches.some(({ rule }) => unmatched.has(rule))) return breaches;
  if (patternOf(pattern).isFoundIn(String(answer))) return breaches;
  return [...breaches, { rule: 'pattern', message: `Must match the pattern ${pattern}` }];
}
