import type { Fault } from '../../fault.ts';
import { isObject } from '../../json.ts';
import { answerOf, answerTypes } from '../fields/answer-types.ts';
import type { Answer, Breach } from '../fields/breach.ts';
import type { Field } from '../fields/field.ts';
import { fieldTypes } from '../fields/field-types.ts';
import { breachesOf } from '../forms/answer-breaches.ts';
import { closestName } from '../text/closest-name.ts';
import { atMost } from '../text/parts-of-text.ts';

/** Field ID to answer, in the order of the form, without a prototype, so no ID can reach one. */
export type Answers = Record<string, Answer>;

/** The maximum number of unknown keys that a reply names. A body may have tens of thousands. */
const unknownNamedMax = 100;
const unknownHintedMax = 10;

/**
 * Checks the body of a submission against its form's fields. Returns its answers, or every fault. Values that count as
 * no answer are left out: `null`, "", an empty list. `partial` does not require required answers, but at least one. A
 * field's rule is one of `answerRules`, or unknown; the body's own rules are type and minAnswers.
 */
export function checkAnswers(
  fields: readonly Field[],
  body: unknown,
  { partial }: { partial: boolean },
): { answers: Answers } | { faults: Fault[] } {
  if (!isObject(body)) {
    const message = 'The body must be a flat JSON object that maps field ids to answers: {"email": "name@example.com"}';
    return { faults: [{ field: '', rule: 'type', message }] };
  }
  const { answers, faults } = sortAnswers(fields, body, { partial });
  if (faults.length > 0) return { faults };
  if (partial && Object.keys(answers).length === 0) return { faults: [nothingAnswered] };
  return { answers };
}

/** Returns the answers in a body that follow their fields' rules, and the faults of all others. */
export function sortAnswers(
  fields: readonly Field[],
  body: Readonly<Record<string, unknown>>,
  { partial }: { partial: boolean },
): { answers: Answers; faults: Fault[] } {
  const answers: Answers = Object.create(null);
  const faults: Fault[] = [];
  for (const field of fields) {
    if (fieldTypes[field.type].answeredBy === 'service') continue;
    const answer = answerOf(field, ownValue(body, field.id));
    const breaches = breachesOfAnswer(field, answer, partial);
    for (const breach of breaches) faults.push({ field: field.id, ...breach });
    if (breaches.length === 0 && answer !== undefined) answers[field.id] = answer as Answer;
  }
  const unknown = faultsOfUnknown(fields, body);
  // `{"answers": {…}}` is then the only mistake, and everything missing follows from it.
  const isNested = unknown.some(({ field }) => isObject(body[field]));
  return { answers, faults: isNested ? [...unknown, ...faults] : [...faults, ...unknown] };
}

const ownValue = (body: Readonly<Record<string, unknown>>, id: string): unknown =>
  Object.hasOwn(body, id) ? body[id] : undefined;

function breachesOfAnswer(field: Field, answer: unknown, partial: boolean): Breach[] {
  const required = field.required === true && !partial;
  if (answer === undefined) return required ? [{ rule: 'required', message: 'An answer is required' }] : [];
  const breaches = breachesOf(field, answer);
  const { lacks } = answerTypes[field.type];
  return required && lacks && breaches.length === 0 ? lacks(field, answer) : breaches;
}

export const nothingAnswered: Fault = {
  field: '',
  rule: 'minAnswers',
  message: 'A partial submission needs at least one answer; null and "" do not count as answers',
};

function faultsOfUnknown(fields: readonly Field[], body: Readonly<Record<string, unknown>>): Fault[] {
  const ids = fields.map(({ id }) => id);
  const known = new Set(ids);
  const unknown = Object.keys(body).filter(key => !known.has(key));
  const faults = unknown.slice(0, unknownNamedMax).map((key, index) => {
    const meant = index < unknownHintedMax ? closestName(key, ids) : undefined;
    const hint = isObject(body[key]) ? '; answers are not nested: send each at the top of the body' : hintOf(meant);
    return { field: shortened(key), rule: 'unknown', message: `The form has no field "${shortened(key)}"${hint}` };
  });
  if (unknown.length <= unknownNamedMax) return faults;
  const message = `The form does not have ${unknown.length - unknownNamedMax} more of the fields sent; remove them`;
  return [...faults, { field: '', rule: 'unknown', message }];
}

const hintOf = (meant: string | undefined): string =>
  meant === undefined ? '; remove it' : `; did you mean "${meant}"?`;

/** Shortens a key, which is the client's text, of any length and with any characters. */
const shortened = (key: string) => (key.length > 100 ? `${atMost(key, 100)}…` : key);
