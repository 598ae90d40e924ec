import { formatAmount } from '../fields/currency.ts';
import type { Field } from '../fields/field.ts';
import { type Choice, choiceLabel, choiceValue, pointsOf } from '../fields/field.ts';
import { fieldTypes } from '../fields/field-types.ts';
import { dayInWords } from './days.ts';

/** The label of the chosen option, or the answer if there is no such option. */
function labelOf(choices: readonly Choice[] | undefined, value: string): string {
  const choice = choices?.find(each => choiceValue(each) === value);
  return choice === undefined ? value : choiceLabel(choice);
}

/** An answer as readable texts. A boolean stays a boolean, and a matrix has rows with their answers. */
export type AnswerParts =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truth'; readonly truth: boolean }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly ranked: boolean }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly [string, string])[] };

/** @param locale the BCP 47 tag for amounts and dates */
export function partsOf(field: Field | undefined, answer: unknown, locale?: string): AnswerParts {
  if (answer === undefined || answer === null || answer === '') return { kind: 'none' };
  if (typeof answer === 'boolean') return { kind: 'truth', truth: answer };
  if (Array.isArray(answer)) {
    const items = answer.map(item => labelOf(field?.options, String(item)));
    return { kind: 'list', items, ranked: field?.type === 'ranking' };
  }
  if (typeof answer === 'object') {
    const rows = Object.entries(answer).map(
      ([row, column]) => [labelOf(field?.rows, row), labelOf(field?.columns, String(column))] as const,
    );
    return { kind: 'rows', rows };
  }
  if (field && fieldTypes[field.type].summary === 'points') {
    return { kind: 'text', text: `${answer} / ${pointsOf(field).max}` };
  }
  if (field?.currency !== undefined && typeof answer === 'number') {
    return { kind: 'text', text: formatAmount(answer, field.currency, locale) };
  }
  if (field?.type === 'date') return { kind: 'text', text: dayInWords(String(answer), locale, 'medium') };
  return { kind: 'text', text: labelOf(field?.options, String(answer)) };
}

/** Returns an answer as one line, for a cell or a search. */
export function lineOf(
  field: Field | undefined,
  answer: unknown,
  truths: Readonly<Record<'true' | 'false', string>>,
  locale?: string,
): string {
  const parts = partsOf(field, answer, locale);
  if (parts.kind === 'truth') return truths[`${parts.truth}`];
  if (parts.kind === 'list') return parts.items.join(', ');
  if (parts.kind === 'rows') return parts.rows.map(row => row.join(': ')).join(', ');
  return parts.kind === 'text' ? parts.text : '';
}
