import { choiceValue, type Field } from '../fields/field.ts';
import { fieldTypes, type SummaryKind, summaryCodes } from '../fields/field-types.ts';
import { personalFields } from '../forms/logic/effective-policies.ts';
import { type FormWithHistory, policedFields } from '../responses/policed-fields.ts';
import { isSealed, type StoredAnswers } from '../responses/stored-answers.ts';

/** Why a field has no summary: its answers are encrypted, masked, or personal data. */
export type UnsummarizedReason = 'encrypted' | 'masked' | 'pii';

/** Returns the fields that are never summarized, by ID. */
export function unsummarizedFields(stored: FormWithHistory): ReadonlyMap<string, UnsummarizedReason> {
  const personal = [...personalFields(stored.form)].map(id => [id, 'pii'] as const);
  return new Map<string, UnsummarizedReason>([
    ...personal,
    ...[...policedFields(stored)].map(([id, { policy }]) => [id, policy] as const),
  ]);
}

/**
 * Returns how each of these answers is summarized, as stored with the response: a code for each, in order. Counters
 * depend only on it and the answers, whatever happens to the form.
 *
 * @param kindsBefore the kinds of `before`: unchanged answers to former fields keep theirs
 */
export function kindsOf(stored: FormWithHistory, answers: StoredAnswers, before: StoredAnswers = {}, kindsBefore = '') {
  const fields = new Map(stored.form.fields.map(field => [field.id, field]));
  const unsummarized = unsummarizedFields(stored);
  const earlier = splitKinds(before, kindsBefore);
  return Object.entries(answers)
    .map(([id, answer]) => {
      const field = fields.get(id);
      if (isSealed(answer) || unsummarized.has(id)) return summaryCodes.none;
      return field ? kindOf(field, answer) : (earlier.get(id) ?? summaryCodes.none);
    })
    .join('');
}

/** The prefix of the position of the single choice that is a free text. */
const otherOf = 'y';
/** A choice that is not an option. */
const other = 'x';
const digitBase = 0x30;

function kindOf(field: Field, answer: unknown): string {
  const { summary } = fieldTypes[field.type];
  if (!fits[summary](answer)) return summaryCodes[field.type === 'calculated' ? 'text' : 'none'];
  if (summary !== 'option' && summary !== 'options') return summaryCodes[summary];
  const options = new Set(field.options?.map(choiceValue));
  const index = [answer].flat().findIndex(choice => !options.has(String(choice)));
  if (index === -1) return summaryCodes[summary];
  return summary === 'option' ? other : otherOf + String.fromCharCode(digitBase + index);
}

/** Returns the kind of each answer: one code, or two characters if one choice is a free text. */
function splitKinds(answers: StoredAnswers, kinds: string): Map<string, string> {
  const each = [...kinds.matchAll(/y.|./gs)].map(([kind]) => kind);
  return new Map(Object.keys(answers).map((id, index) => [id, each[index] ?? summaryCodes.none]));
}

const isText = (answer: unknown): answer is string => typeof answer === 'string';
const isList = (answer: unknown): answer is string[] => Array.isArray(answer) && answer.every(isText);
const isNumber = (answer: unknown): answer is number => Number.isFinite(answer);

/** Whether an answer fits its kind. A stored answer may be older than a rule. */
const fits: Readonly<Record<SummaryKind, (answer: unknown) => boolean>> = {
  option: isText,
  options: isList,
  points: isNumber,
  boolean: answer => typeof answer === 'boolean',
  number: isNumber,
  ranking: isList,
  matrix: answer => typeof answer === 'object' && answer !== null && Object.values(answer).every(isText),
  date: isText,
  time: isText,
  files: answer => isText(answer) || isList(answer),
  text: isText,
  none: () => true,
};

/** An answer as it is summarized. */
export type KindedAnswer = {
  readonly id: string;
  readonly kind: SummaryKind;
  readonly answer: unknown;
  /** The choice that is a free text. */
  readonly other?: string;
};

const kindOfCode = new Map(Object.entries(summaryCodes).map(([kind, code]) => [code as string, kind as SummaryKind]));

/** Returns the answers to summarize, by the kinds that they were stored with. */
export function kindedAnswers(answers: StoredAnswers, kinds: string): KindedAnswer[] {
  const codes = splitKinds(answers, kinds);
  return Object.entries(answers)
    .filter(([, answer]) => !isSealed(answer))
    .map(([id, answer]) => ({ id, answer, ...kindOfStored(codes.get(id) ?? '', answer) }))
    .filter(({ kind, answer }) => kind !== 'none' && fits[kind](answer));
}

/** Returns the kind of a code, and the choice that is a free text. */
function kindOfStored(code: string, answer: unknown): Pick<KindedAnswer, 'kind' | 'other'> {
  if (code === other) return { kind: 'option', other: String(answer) };
  if (!code.startsWith(otherOf)) return { kind: kindOfCode.get(code) ?? 'none' };
  return { kind: 'options', other: [answer].flat()[code.charCodeAt(1) - digitBase] as string | undefined };
}
