import { choiceValue, type PublicField } from '../fields/field.ts';
import { truthIn } from '../fields/sent-text.ts';
import { controlName, otherValue } from './shown-field.ts';

/** The values sent by control name, or in the URL; several if several were chosen. */
export type SentTexts = ReadonlyMap<string, readonly string[]>;

export const firstOf = (sent: SentTexts, name: string): string => sent.get(name)?.[0] ?? '';

/** Returns the free text in place of an option. */
export function otherText({ id, options = [] }: PublicField, sent: SentTexts): string {
  const written = firstOf(sent, controlName.other(id));
  if (written !== '') return written;
  const values = new Set([...options.map(choiceValue), otherValue, '']);
  return (sent.get(id) ?? []).find(value => !values.has(value)) ?? '';
}

/** Whether a box was ticked. Browsers send its value only then, and a page may choose any value. */
export const isTrue = (values: readonly string[] | undefined): boolean =>
  values?.some(value => value !== '' && truthIn(value) !== false) ?? false;
