import { type Choice, choiceLabel, choiceValue, type Field } from './field.ts';

/** An answer as shown to people, or its part in a column. */
export type ShownAnswer = string | number | boolean | readonly string[];

/** Returns an answer as shown to people, with labels in place of values. */
export function shownAnswer({ options = [], columns = [] }: Field, answer: unknown): ShownAnswer | undefined {
  const choices = [...options, ...columns];
  if (Array.isArray(answer)) return answer.map(part => labelIn(choices, String(part)));
  if (typeof answer === 'string') return labelIn(choices, answer);
  return typeof answer === 'number' || typeof answer === 'boolean' ? answer : undefined;
}

function labelIn(choices: readonly Choice[], value: string): string {
  const chosen = choices.find(choice => choiceValue(choice) === value);
  return chosen === undefined ? value : choiceLabel(chosen);
}

/** Returns a shown answer as text. A list is joined by `; `. */
export function textOf(answer: ShownAnswer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return typeof answer === 'object' ? answer.join('; ') : String(answer);
}
