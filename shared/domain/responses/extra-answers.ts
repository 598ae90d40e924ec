import type { Fault } from '../../fault.ts';
import { isObject } from '../../json.ts';
import type { Form } from '../forms/form.ts';
import { closestName } from '../text/closest-name.ts';
import { atMost } from '../text/parts-of-text.ts';
import type { Answers } from './answers.ts';
import type { SubmissionBody } from './response.ts';

const extrasMax = 50;
const nameLengthMax = 100;
const textLengthMax = 10_000;

/** A body in parts: the answers to fields of the form, and others that the form keeps or drops. */
export type PartedAnswers = {
  asked: SubmissionBody;
  /** Texts by name; `null` removes one. */
  extras: Readonly<Record<string, string | null>>;
  faults: Fault[];
  dropped: readonly string[];
};

/** Separates the answers without a field from a body, unless the form refuses them. */
export function partExtras(form: Form, before: Answers, body: SubmissionBody, fromPage: boolean): PartedAnswers {
  const { fields } = form;
  const extraFields = form.extraFields ?? (fromPage && !isNested(fields, body) ? 'drop' : 'refuse');
  const ids = new Set(fields.map(({ id }) => id));
  const names = extraFields === 'refuse' ? [] : Object.keys(body).filter(name => !ids.has(name));
  if (names.length === 0) return { asked: body, extras: {}, faults: [], dropped: [] };
  const asked = Object.fromEntries(Object.entries(body).filter(([name]) => ids.has(name)));
  if (extraFields === 'drop') return { asked, extras: {}, faults: [], dropped: names };
  const faults = names.slice(0, extrasMax).flatMap(name => faultsOfExtra(name, body[name]));
  const wrong = new Set(faults.map(({ field }) => field));
  const good = names.slice(0, extrasMax).filter(name => !wrong.has(shortened(name)));
  const known = Object.keys(before).filter(name => !ids.has(name));
  const isTooMany = names.length > extrasMax || new Set([...known, ...good]).size > extrasMax;
  if (isTooMany) return { asked, extras: {}, faults: [...faults, tooMany], dropped: [] };
  const entries = good.map(name => [name, body[name] === '' ? null : (body[name] as string | null)] as const);
  return { asked, extras: Object.fromEntries(entries), faults, dropped: [] };
}

/** Whether all answers are inside an object, such as `{"answers": {…}}`. Nothing would be left if it was dropped. */
const isNested = (fields: Form['fields'], body: SubmissionBody): boolean =>
  Object.values(body).some(isObject) && !fields.some(({ id }) => Object.hasOwn(body, id));

const tooMany: Fault = {
  field: '',
  rule: 'maxExtraFields',
  message: `A response can have at most ${extrasMax} answers without a field`,
};

function faultsOfExtra(name: string, answer: unknown): Fault[] {
  const field = shortened(name);
  if (name.length > nameLengthMax || name === '' || /^_|\p{Cc}/u.test(name) || name in Object.prototype) {
    const message = `The name of an answer without a field must have 1 to ${nameLengthMax} characters, no control characters, and not begin with "_"`;
    return [{ field, rule: 'name', message }];
  }
  if (answer === null || (typeof answer === 'string' && answer.length <= textLengthMax)) return [];
  return [
    {
      field,
      rule: 'type',
      message: `Must be a text of at most ${textLengthMax} characters: the form has no such field`,
    },
  ];
}

const shortened = (name: string): string => (name.length > nameLengthMax ? `${atMost(name, nameLengthMax)}…` : name);

/** Returns answers with extra ones added or removed. */
export function withExtras(answers: Answers, extras: PartedAnswers['extras']): Answers {
  const kept = Object.entries(answers).filter(([name]) => !Object.hasOwn(extras, name));
  const added = Object.entries(extras).filter(([, text]) => text !== null);
  return Object.fromEntries([...kept, ...added]) as Answers;
}

/** Returns the names that a page sent and that were dropped, because the form has no field for them. */
export const droppedNames = (form: Form, body: SubmissionBody): readonly string[] =>
  partExtras(form, {}, body, true).dropped;

const namedMax = 100;
const hintedMax = 10;

/** Returns faults for dropped names, at most a hundred, for the page. */
export function droppedExtras(form: Form, body: SubmissionBody): Fault[] {
  const ids = form.fields.map(({ id }) => id);
  return droppedNames(form, body)
    .slice(0, namedMax)
    .map((name, index) => {
      const meant = index < hintedMax ? closestName(name, ids) : undefined;
      const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
      const message = `The form has no field "${shortened(name)}": the answer was dropped${hint}`;
      return { field: shortened(name), rule: 'unknown', message };
    });
}
