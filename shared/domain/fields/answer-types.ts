import { isObject } from '../../json.ts';
import { type Bound, bounds } from './bounds.ts';
import type { Breach } from './breach.ts';
import {
  answeredRows,
  breachesOfMatrix,
  breachesOfOption,
  breachesOfOptions,
  breachesOfRows,
} from './choice-answers.ts';
import { breachesOfDate, breachesOfTime } from './date-answers.ts';
import type { Field, FieldType } from './field.ts';
import { breachesOfAmount, breachesOfNumber, breachesOfPoints } from './number-answers.ts';
import { numberIn, truthIn } from './sent-text.ts';
import {
  breachesOfEmail,
  breachesOfFile,
  breachesOfHidden,
  breachesOfPhone,
  breachesOfText,
  breachesOfTextarea,
  breachesOfUrl,
} from './text-answers.ts';

/** How an answer to a field of a type is handled. */
type AnswerType = {
  /** Returns the answer to check, or undefined when it counts as none. */
  readonly normalize?: (field: Field, answer: unknown) => unknown;
  /** Returns what is wrong with an answer. */
  readonly breaches: (field: Field, answer: unknown) => Breach[];
  /** Returns what a valid answer lacks when one is required. */
  readonly lacks?: (field: Field, answer: unknown) => Breach[];
  /** The values that `min` and `max` may have, if they are among the rules. */
  readonly bounds?: { readonly min?: Bound; readonly max?: Bound };
};

type Check<T> = (field: Field, answer: T) => Breach[];
type Checks = Pick<AnswerType, 'breaches' | 'normalize'>;

const refuse = (words: string, answer: unknown): Breach[] => [
  { rule: 'type', message: `${words}; ${inWords(answer)} was sent` },
];

function inWords(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const text = (words: string, check: Check<string>): Checks => ({
  breaches: (field, answer) => (typeof answer === 'string' ? check(field, answer) : refuse(words, answer)),
});

/** A page sends text, so a number in quotation marks is that number. */
const number = (check: Check<number>): Checks => ({
  normalize: (_field, answer) => (typeof answer === 'string' ? numberIn(answer) : answer),
  breaches: (field, answer) => (typeof answer === 'number' ? check(field, answer) : refuse('Must be a number', answer)),
});

const truthOf = (answer: unknown): unknown => (typeof answer === 'string' ? (truthIn(answer) ?? answer) : answer);

const boolean = (words: string): Checks => ({
  normalize: (_field, answer) => truthOf(answer),
  breaches: (_field, answer) => (typeof answer === 'boolean' ? [] : refuse(words, answer)),
});

const isTexts = (answer: unknown): answer is string[] =>
  Array.isArray(answer) && answer.every(part => typeof part === 'string');

const unlessEmpty = (_field: Field, answer: unknown): unknown =>
  Array.isArray(answer) && answer.length === 0 ? undefined : answer;

/** Returns an answer as a list. A page that makes an object of its form sends only one of several boxes. */
const listOf = (field: Field, answer: unknown): unknown =>
  typeof answer === 'string' ? [answer] : unlessEmpty(field, answer);

const list = (words: string, check: Check<readonly string[]>): Checks => ({
  normalize: listOf,
  breaches: (field, answer) => (isTexts(answer) ? check(field, answer) : refuse(words, answer)),
});

const oneFile = text('Must be the fileId that POST /uploads/sign answered, a string', breachesOfFile);
const files = list('Must be an array of the fileIds that POST /uploads/sign answered', (field, ids) => {
  const { maxFiles = 1 } = field.validate ?? {};
  if (ids.length > maxFiles) return [{ rule: 'maxFiles', message: `Must have at most ${maxFiles} files` }];
  if (new Set(ids).size < ids.length) return [{ rule: 'unique', message: 'Must have no file twice' }];
  return ids.flatMap(id => breachesOfFile(field, id)).slice(0, 1);
});

const takesSeveralFiles = ({ type, validate }: Pick<Field, 'type' | 'validate'>): boolean =>
  type === 'file' && (validate?.maxFiles ?? 1) > 1;

const aString = 'Must be a string';
const anOption = 'Must be a string, one of the options';
const someOptions = 'Must be an array of strings, each one of the options';
const aDate = 'Must be a string with a date, YYYY-MM-DD';
const isTrue: Check<unknown> = (_field, answer) =>
  answer === true ? [] : [{ rule: 'required', message: 'Must be true: it is required' }];

/** One row for each type of field: how an answer to it is checked. */
export const answerTypes: Readonly<Record<FieldType, AnswerType>> = {
  text: text(aString, breachesOfText),
  email: text('Must be a string with an email address', breachesOfEmail),
  textarea: text(aString, breachesOfTextarea),
  number: { ...number(breachesOfNumber), bounds: bounds.number },
  currency: { ...number(breachesOfAmount), bounds: bounds.number },
  date: { ...text(aDate, breachesOfDate), bounds: bounds.date },
  time: { ...text('Must be a string with a time of day, HH:MM', breachesOfTime), bounds: bounds.time },
  phone: text('Must be a string with a telephone number', breachesOfPhone),
  url: text('Must be a string with an address', breachesOfUrl),
  select: text(anOption, breachesOfOption),
  radio: text(anOption, breachesOfOption),
  multiselect: list(someOptions, breachesOfOptions),
  ranking: list(`${someOptions}, the first the best`, breachesOfOptions),
  matrix: {
    normalize: (field, answer) => (isObject(answer) ? answeredRows(field, answer) : answer),
    breaches: (field, answer) =>
      isObject(answer) ? breachesOfMatrix(field, answer) : refuse('Must be an object, row to column', answer),
    lacks: (field, answer) => breachesOfRows(field, Object(answer)),
  },
  checkbox: { ...boolean('Must be true or false'), lacks: isTrue },
  consent: {
    ...boolean('Must be true, or false, which counts as not answered'),
    normalize: (_field, answer) => (truthOf(answer) === false ? undefined : truthOf(answer)),
  },
  rating: { ...number(breachesOfPoints), bounds: bounds.rating },
  scale: { ...number(breachesOfPoints), bounds: bounds.scale },
  file: {
    normalize: (field, answer) => (takesSeveralFiles(field) ? listOf(field, answer) : answer),
    breaches: (field, answer) => (takesSeveralFiles(field) ? files : oneFile).breaches(field, answer),
  },
  hidden: text(aString, breachesOfHidden),
  calculated: { breaches: () => [] },
  statement: { breaches: takesNone },
  page: { breaches: takesNone },
};

function takesNone({ type }: Field): Breach[] {
  return [{ rule: 'noAnswer', message: `Must not be answered: it is a ${type}; remove it` }];
}

/** Whether no type of field accepts this as an answer. */
export const isEmpty = (sent: unknown): boolean => sent === undefined || sent === null || sent === '';

/** Returns an answer as it is checked and stored, or undefined when it counts as none: `null`, "", an empty list. */
export function answerOf(field: Field, sent: unknown): unknown {
  if (isEmpty(sent)) return undefined;
  const { normalize } = answerTypes[field.type];
  return normalize ? normalize(field, sent) : sent;
}
