import { type Choice, choiceValue, consentsName, type FieldType, type PublicField } from '../fields/field.ts';
import { reservedNames } from '../forms/reserved-names.ts';
import { commonHoneypots } from '../spam/honeypots.ts';
import { isTrue, otherText, type SentTexts } from './sent-texts.ts';
import { choicesByName, controlName, otherValue } from './shown-field.ts';

type SubmissionBody = Readonly<Record<string, unknown>>;
type Files = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the content of an HTML form as the body of a submission. Text becomes a number, a boolean, a list or an
 * object as its field requires. A text that does not convert stays text, for the field's rules to refuse. Other names
 * are included, except those that start with `_`, which are not answers.
 *
 * @param files the IDs of the sent files, by field
 */
export function bodyOfForm(fields: readonly PublicField[], sent: SentTexts, files: Files): Record<string, unknown> {
  const answers = fields.map(field => [field.id, answerOf(field, sent, files)] as const);
  const known = new Set(fields.flatMap(namesOf));
  const others = [...sent].filter(([name]) => !known.has(name) && !isNotice(name));
  const replyTo = replyToField(fields, sent);
  return Object.fromEntries([
    ...others.map(([name, values]) => [name, values.filter(value => value !== '').join(', ')] as const),
    ...answers.filter(([, answer]) => answer !== undefined),
    ...(replyTo ? [[replyTo, sent.get('_replyto')?.at(-1)] as const] : []),
    ...(sent.has('_ticket') ? [['_ticket', sent.get('_ticket')?.at(-1)] as const] : []),
    ...(sent.has(consentsName) && !known.has(consentsName) ? [[consentsName, sent.get(consentsName)] as const] : []),
    ...(isCaught(sent, known) ? [['_gotcha', 'filled'] as const] : []),
  ]);
}

/**
 * Returns the answers in a body that a page made of its form, such as with `Object.fromEntries(new FormData(form))`.
 * The controls of a matrix, or of the text of another option, become the answer of their field.
 */
export function withoutControls(fields: readonly PublicField[], body: SubmissionBody): SubmissionBody {
  const split = fields.filter(field => namesOf(field).some(name => name !== field.id && Object.hasOwn(body, name)));
  if (split.length === 0) return body;
  const sent = new Map(Object.entries(body).map(([name, value]) => [name, textsIn(value)]));
  const controls = new Set(split.flatMap(namesOf));
  return Object.fromEntries([
    ...Object.entries(body).filter(([name]) => !controls.has(name)),
    ...split.map(field => [field.id, answerOf(field, sent, new Map()) ?? null] as const),
  ]);
}

const textsIn = (value: unknown): string[] => [value].flat().filter(each => typeof each === 'string');

/** Returns the same answers without messages to the service: only a page's answers and its proofs are left. */
export function answersOfPage(fields: readonly PublicField[], body: SubmissionBody): SubmissionBody {
  const ids = new Set(fields.map(({ id }) => id));
  const { _replyto: address } = body;
  const sent = new Map(Object.entries(body).map(([name, value]) => [name, textsIn(value)]));
  const replyTo = address === undefined ? undefined : replyToField(fields, sent);
  const isOurs = (name: string) =>
    reservedNames.has(name) && !commonHoneypots.includes(name) && !['_ticket', consentsName].includes(name);
  const others = Object.entries(body).filter(([name]) => ids.has(name) || !isOurs(name));
  return Object.fromEntries([...others, ...(replyTo === undefined ? [] : [[replyTo, address] as const])]);
}

/** Whether a name is a message to the service that receives the form. */
const isNotice = (name: string): boolean => name.startsWith('_') || name === 'form-name' || name === 'bot-field';

/** Whether a honeypot of another service is filled in. */
const isCaught = (sent: SentTexts, known: ReadonlySet<string>): boolean =>
  ['_gotcha', '_honey', 'bot-field'].some(name => !known.has(name) && sent.get(name)?.some(value => value !== ''));

/** Returns the field that `_replyto` answers: the first email field, unless that is answered. */
function replyToField(fields: readonly PublicField[], sent: SentTexts): string | undefined {
  const field = fields.find(({ type }) => type === 'email');
  if (!field || !sent.has('_replyto') || sent.get(field.id)?.some(value => value !== '')) return undefined;
  return field.id;
}

/** Returns the names of a field's controls. */
const namesOf = ({ id, rows = [] }: PublicField): string[] => [
  id,
  controlName.other(id),
  ...rows.map(row => controlName.row(id, choiceValue(row))),
];

type ControlReader = (field: PublicField, values: readonly string[], sent: SentTexts) => unknown;

/** Reads a text. A browser sends newlines as CRLF, and a script's `value` has LF; the answer is the same. */
const textOf: ControlReader = (_, values) => values.at(-1)?.replaceAll('\r\n', '\n');

const numberOf: ControlReader = (_, values) => values.at(-1)?.trim();

const optionOf: ControlReader = (field, values, sent) => {
  const chosen = values.filter(value => value !== '').at(-1);
  return chosen === otherValue || chosen === undefined ? withOther(field, sent) : chosen;
};

const optionsOf: ControlReader = (field, values, sent) => {
  const chosen = values.filter(value => value !== '' && value !== otherValue);
  const other = values.includes(otherValue) ? withOther(field, sent) : undefined;
  return [...chosen, ...(other === undefined ? [] : [other])];
};

const withOther = (field: PublicField, sent: SentTexts): string | undefined =>
  field.other ? otherText(field, sent) || undefined : undefined;

/**
 * Returns a function that gives the value of a typed choice. A text that names none stays as it is, for the field's
 * rules to refuse.
 */
function chosenFrom(choices: readonly Choice[] = []): (typed: string) => string {
  const byName = choicesByName(choices);
  return typed => {
    const choice = byName.get(typed) ?? byName.get(typed.trim());
    return choice === undefined ? typed : choiceValue(choice);
  };
}

const rankingOf: ControlReader = ({ options }, values) => values.filter(value => value !== '').map(chosenFrom(options));

function matrixOf({ id, rows = [], columns }: PublicField, _: readonly string[], sent: SentTexts): unknown {
  const chosen = chosenFrom(columns);
  return Object.fromEntries(
    rows.flatMap(row => {
      const column = sent.get(controlName.row(id, choiceValue(row)))?.at(-1);
      return column ? [[choiceValue(row), chosen(column)]] : [];
    }),
  );
}

const nothing: ControlReader = () => undefined;

const readers: Readonly<Record<Exclude<FieldType, 'file'>, ControlReader>> = {
  text: textOf,
  email: textOf,
  textarea: textOf,
  number: numberOf,
  currency: numberOf,
  date: textOf,
  time: textOf,
  phone: textOf,
  url: textOf,
  select: optionOf,
  radio: optionOf,
  multiselect: optionsOf,
  ranking: rankingOf,
  matrix: matrixOf,
  checkbox: (_, values) => (values.length > 0 ? isTrue(values) : undefined),
  consent: (_, values) => isTrue(values) || undefined,
  rating: numberOf,
  scale: numberOf,
  hidden: textOf,
  calculated: nothing,
  statement: nothing,
  page: nothing,
};

function answerOf(field: PublicField, sent: SentTexts, files: Files): unknown {
  if (field.type === 'file') return fileAnswer(field, files.get(field.id) ?? []);
  const answer = readers[field.type](field, sent.get(field.id) ?? [], sent);
  return isNothing(answer) ? undefined : answer;
}

const isNothing = (answer: unknown): boolean =>
  answer === '' || (typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0);

function fileAnswer({ validate }: PublicField, ids: readonly string[]): unknown {
  if (ids.length === 0) return undefined;
  return Number(validate?.maxFiles ?? 1) > 1 ? ids : ids.at(-1);
}
