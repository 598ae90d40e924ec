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
import { breachesOfNumber, breachesOfPoints } from './number-answers.ts';
import {
  breachesOfEmail,
  breachesOfFile,
  breachesOfHidden,
  breachesOfPhone,
  breachesOfText,
  breachesOfTextarea,
  breachesOfUrl,
} from './text-answers.ts';

/** What an answer to a field of a type is. */
type AnswerType = {
  /** What an answer comes to before it is checked; undefined when it counts as none. */
  readonly normalize?: (field: Field, answer: unknown) => unknown;
  /** What is wrong with an answer that is one. */
  readonly breaches: (field: Field, answer: unknown) => Breach[];
  /** What a good answer lacks where one is required. */
  readonly lacks?: (field: Field, answer: unknown) => Breach[];
  /** What `min` and `max` may be, where they are among the rules. */
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

const number = (words: string, check: Check<number>): Checks => ({
  breaches: (field, answer) => (typeof answer === 'number' ? check(field, answer) : refuse(words, answer)),
});

const boolean = (words: string): Checks => ({
  breaches: (_field, answer) => (typeof answer === 'boolean' ? [] : refuse(words, answer)),
});

const isTexts = (answer: unknown): answer is string[] =>
  Array.isArray(answer) && answer.every(part => typeof part === 'string');

const unlessEmpty = (_field: Field, answer: unknown): unknown =>
  Array.isArray(answer) && answer.length === 0 ? undefined : answer;

const list = (words: string, check: Check<readonly string[]>): Checks => ({
  normalize: unlessEmpty,
  breaches: (field, answer) => (isTexts(answer) ? check(field, answer) : refuse(words, answer)),
});

const isObject = (answer: unknown): answer is Readonly<Record<string, unknown>> =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer);

const oneFile = text('Must be a string with the id of an uploaded file', breachesOfFile);
const files = list('Must be an array of ids of uploaded files', (field, ids) => {
  const { maxFiles = 1 } = field.validate ?? {};
  if (ids.length > maxFiles) return [{ rule: 'maxFiles', message: `Must have at most ${maxFiles} files` }];
  if (new Set(ids).size < ids.length) return [{ rule: 'unique', message: 'Must have no file twice' }];
  return ids.flatMap(id => breachesOfFile(field, id)).slice(0, 1);
});

const takesSeveralFiles = ({ type, validate }: Pick<Field, 'type' | 'validate'>): boolean =>
  type === 'file' && (validate?.maxFiles ?? 1) > 1;

const aString = 'Must be a string';
const aNumber = 'Must be a JSON number, without quotation marks';
const anOption = 'Must be a string, one of the options';
const someOptions = 'Must be an array of strings, each one of the options';
const aDate = 'Must be a string with a date, YYYY-MM-DD';
const isTrue: Check<unknown> = (_field, answer) =>
  answer === true ? [] : [{ rule: 'required', message: 'Must be true: it is required' }];

/** One row for each type of field: how an answer to it is checked. */
export const answerTypes: Readonly<Record<FieldType, AnswerType>> = {
  text: text(aString, breachesOfText),
  email: text('Must be a string with an e-mail address', breachesOfEmail),
  textarea: text(aString, breachesOfTextarea),
  number: { ...number(aNumber, breachesOfNumber), bounds: bounds.number },
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
    ...boolean('Must be true, without quotation marks; or false, which is no answer'),
    normalize: (_field, answer) => (answer === false ? undefined : answer),
  },
  rating: { ...number(aNumber, breachesOfPoints), bounds: bounds.rating },
  scale: { ...number(aNumber, breachesOfPoints), bounds: bounds.scale },
  file: {
    normalize: (field, answer) => (takesSeveralFiles(field) ? unlessEmpty(field, answer) : answer),
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

/** What no type of field takes for an answer. */
export const isEmpty = (sent: unknown): boolean => sent === undefined || sent === null || sent === '';

/** An answer as it is checked and stored; undefined when it counts as none: `null`, "", an empty list. */
export function answerOf(field: Field, sent: unknown): unknown {
  if (isEmpty(sent)) return undefined;
  const { normalize } = answerTypes[field.type];
  return normalize ? normalize(field, sent) : sent;
}
