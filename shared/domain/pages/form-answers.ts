import { numberIn } from '../fields/cell-answer.ts';
import { type Choice, choiceValue } from '../fields/field.ts';
import { isTrue, otherText, type Sent } from './controls.ts';
import { choicesByName, controlName, otherValue, type ShownField } from './shown-field.ts';

type Files = ReadonlyMap<string, readonly string[]>;

/**
 * What an HTML form has sent, as the body of a submission: text becomes a number, a boolean, a list or an object as the
 * field of its name says. A text that is none stays one, for the rules of the field to refuse. Other names go along, but
 * for those that begin with `_`, which are no answers.
 *
 * @param files ids of the files that were sent, by their fields
 */
export function bodyOfForm(fields: readonly ShownField[], sent: Sent, files: Files): Record<string, unknown> {
  const answers = fields.map(field => [field.id, answerOf(field, sent, files)] as const);
  const known = new Set(fields.flatMap(namesOf));
  const others = [...sent].filter(([name]) => !known.has(name) && !isNotice(name));
  const replyTo = replyToField(fields, sent);
  return Object.fromEntries([
    ...others.map(([name, values]) => [name, values.filter(value => value !== '').join(', ')] as const),
    ...answers.filter(([, answer]) => answer !== undefined),
    ...(replyTo ? [[replyTo, sent.get('_replyto')?.at(-1)] as const] : []),
    ...(sent.has('_ticket') ? [['_ticket', sent.get('_ticket')?.at(-1)] as const] : []),
    ...(isCaught(sent, known) ? [['_gotcha', 'filled'] as const] : []),
  ]);
}

/** What such forms say to the service that takes them. */
const isNotice = (name: string): boolean => name.startsWith('_') || name === 'form-name' || name === 'bot-field';

/** The controls that other services have for machines alone. */
const isCaught = (sent: Sent, known: ReadonlySet<string>): boolean =>
  ['_gotcha', '_honey', 'bot-field'].some(name => !known.has(name) && sent.get(name)?.some(value => value !== ''));

/** A form may call its e-mail address `_replyto`: it answers the first field of that type, unless that is answered. */
function replyToField(fields: readonly ShownField[], sent: Sent): string | undefined {
  const field = fields.find(({ type }) => type === 'email');
  if (!field || !sent.has('_replyto') || sent.get(field.id)?.some(value => value !== '')) return undefined;
  return field.id;
}

/** The names of the controls of a field. */
const namesOf = ({ id, rows = [] }: ShownField): string[] => [
  id,
  controlName.other(id),
  ...rows.map(row => controlName.row(id, choiceValue(row))),
];

type Read = (field: ShownField, values: readonly string[], sent: Sent) => unknown;

/** A browser sends newlines as CRLF, and a script's `value` has LF: the answer is the same. */
const textOf: Read = (_, values) => values.at(-1)?.replaceAll('\r\n', '\n');

const numberOf: Read = (_, values) => numberIn(values.at(-1)?.trim() ?? '');

const optionOf: Read = (field, values, sent) => {
  const chosen = values.filter(value => value !== '').at(-1);
  return chosen === otherValue || chosen === undefined ? withOther(field, sent) : chosen;
};

const optionsOf: Read = (field, values, sent) => {
  const chosen = values.filter(value => value !== '' && value !== otherValue);
  const other = values.includes(otherValue) ? withOther(field, sent) : undefined;
  return [...chosen, ...(other === undefined ? [] : [other])];
};

const withOther = (field: ShownField, sent: Sent): string | undefined =>
  field.other ? otherText(field, sent) || undefined : undefined;

/** The value of a choice that may have been typed. What names none stays as it is, for the rules of the field to refuse. */
function chosenFrom(choices: readonly Choice[] = []): (typed: string) => string {
  const byName = choicesByName(choices);
  return typed => {
    const choice = byName.get(typed) ?? byName.get(typed.trim());
    return choice === undefined ? typed : choiceValue(choice);
  };
}

const rankingOf: Read = ({ options }, values) => values.filter(value => value !== '').map(chosenFrom(options));

function matrixOf({ id, rows = [], columns }: ShownField, _: readonly string[], sent: Sent): unknown {
  const chosen = chosenFrom(columns);
  return Object.fromEntries(
    rows.flatMap(row => {
      const column = sent.get(controlName.row(id, choiceValue(row)))?.at(-1);
      return column ? [[choiceValue(row), chosen(column)]] : [];
    }),
  );
}

const readers: Readonly<Record<string, Read>> = {
  number: numberOf,
  rating: numberOf,
  scale: numberOf,
  checkbox: (_, values) => (values.length > 0 ? isTrue(values) : undefined),
  consent: (_, values) => isTrue(values) || undefined,
  select: optionOf,
  radio: optionOf,
  multiselect: optionsOf,
  statement: () => undefined,
  page: () => undefined,
  calculated: () => undefined,
  ranking: rankingOf,
  matrix: matrixOf,
};

function answerOf(field: ShownField, sent: Sent, files: Files): unknown {
  if (field.type === 'file') return fileAnswer(field, files.get(field.id) ?? []);
  const values = sent.get(field.id) ?? [];
  const answer = (readers[field.type] ?? textOf)(field, values, sent);
  return isNothing(answer) ? undefined : answer;
}

const isNothing = (answer: unknown): boolean =>
  answer === '' || (typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0);

function fileAnswer({ validate }: ShownField, ids: readonly string[]): unknown {
  if (ids.length === 0) return undefined;
  return Number(validate?.maxFiles ?? 1) > 1 ? ids : ids.at(-1);
}
