import { answerTypes } from '../fields/answer-types.ts';
import type { Breach } from '../fields/breach.ts';
import type { Field } from '../fields/field.ts';
import { patternOf } from './patterns.ts';

/** An answer that breaks none of these is a text within the length that the form's patterns were budgeted for. */
const unmatched = new Set<string>(['type', 'maxLength'] satisfies Breach['rule'][]);

/** Returns the breaches of an answer to a field; none when it is valid. Takes time linear in the answer. */
export function breachesOf(field: Field, answer: unknown): Breach[] {
  const breaches = answerTypes[field.type].breaches(field, answer);
  const { pattern } = field.validate ?? {};
  if (pattern === undefined || breaches.some(({ rule }) => unmatched.has(rule))) return breaches;
  if (patternOf(pattern).isFoundIn(String(answer))) return breaches;
  return [...breaches, { rule: 'pattern', message: `Must match the pattern ${pattern}` }];
}
