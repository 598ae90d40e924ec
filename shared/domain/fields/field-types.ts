import type { Field, FieldType, ValidateRule } from './field.ts';

type Property = Exclude<keyof Field, 'id' | 'type' | 'validate'>;

/**
 * How the answers to a field are summarized: `option` one choice, `options` several, `points` of a scale, `boolean`,
 * `number`, `ranking`, `matrix`, `date`, `time`, `files`, `text`, or not at all.
 */
export type SummaryKind = keyof typeof summaryCodes;

/** The characters for the kinds of answers in a stored response. */
export const summaryCodes = {
  option: 'o',
  options: 'm',
  points: 'p',
  boolean: 'b',
  number: 'n',
  ranking: 'k',
  matrix: 'g',
  date: 'd',
  time: 'c',
  files: 'f',
  text: 't',
  none: '-',
} as const;

/**
 * What an answer is in JSON: one text, number or boolean, several texts, texts by row, the ID of a file or several of
 * them, what a formula gives (a number, or text), or no answer at all.
 */
export type AnswerShape = 'text' | 'number' | 'boolean' | 'texts' | 'record' | 'files' | 'computed' | 'none';

/** Everything that is particular to a field type, except how its answers are checked and shown. */
type TypeOfField = {
  readonly shape: AnswerShape;
  /** Who answers: a person; the page or the service automatically; or nobody, and an answer is refused. */
  readonly answeredBy: 'person' | 'page' | 'service' | 'nobody';
  /** The properties that a field of this type may have, besides an ID, its type and a label. */
  readonly properties: readonly Property[];
  /** The required properties. */
  readonly needs?: readonly Property[];
  /** The rules that its `validate` may name. */
  readonly rules?: readonly ValidateRule[];
  readonly summary: SummaryKind;
  /**
   * Whether an answer may appear in a mail to an address that anyone can enter: the owner wrote the choices, and a
   * number or a date cannot carry a message.
   */
  readonly mailable?: true;
  /** The type of an HTML `input` for it, other than `text`. */
  readonly input?: 'email' | 'tel' | 'url' | 'date' | 'time';
};

const asked = ['required', 'help', 'pii'] as const;
const typed = [...asked, 'placeholder', 'default', 'autocomplete', 'identifies'] as const;
const chosen = [...asked, 'default', 'options'] as const;
const options = ['options'] as const;

/** The field types. `answerTypes` defines their answers. */
export const fieldTypes: Readonly<Record<FieldType, TypeOfField>> = {
  text: {
    shape: 'text',
    summary: 'text',
    answeredBy: 'person',
    properties: typed,
    rules: ['minLength', 'maxLength', 'pattern'],
  },
  email: {
    shape: 'text',
    summary: 'text',
    answeredBy: 'person',
    properties: typed,
    rules: ['minLength', 'maxLength', 'pattern', 'domains'],
    input: 'email',
  },
  textarea: {
    shape: 'text',
    summary: 'text',
    answeredBy: 'person',
    properties: typed,
    rules: ['minLength', 'maxLength'],
  },
  number: {
    shape: 'number',
    summary: 'number',
    answeredBy: 'person',
    properties: typed,
    rules: ['min', 'max', 'step', 'integer'],
    mailable: true,
  },
  currency: {
    shape: 'number',
    summary: 'number',
    answeredBy: 'person',
    properties: [...typed, 'currency'],
    needs: ['currency'],
    rules: ['min', 'max'],
    mailable: true,
  },
  date: {
    shape: 'text',
    summary: 'date',
    answeredBy: 'person',
    properties: typed,
    rules: ['min', 'max'],
    mailable: true,
    input: 'date',
  },
  time: {
    shape: 'text',
    summary: 'time',
    answeredBy: 'person',
    properties: typed,
    rules: ['min', 'max'],
    mailable: true,
    input: 'time',
  },
  phone: { shape: 'text', summary: 'text', answeredBy: 'person', properties: typed, input: 'tel' },
  url: { shape: 'text', summary: 'text', answeredBy: 'person', properties: typed, input: 'url' },
  select: {
    shape: 'text',
    summary: 'option',
    answeredBy: 'person',
    properties: [...chosen, 'other', 'placeholder', 'autocomplete'],
    needs: options,
    mailable: true,
  },
  radio: {
    shape: 'text',
    summary: 'option',
    answeredBy: 'person',
    properties: [...chosen, 'other'],
    needs: options,
    mailable: true,
  },
  multiselect: {
    shape: 'texts',
    summary: 'options',
    answeredBy: 'person',
    properties: [...chosen, 'other'],
    needs: options,
    rules: ['minSelected', 'maxSelected'],
    mailable: true,
  },
  ranking: {
    shape: 'texts',
    summary: 'ranking',
    answeredBy: 'person',
    properties: chosen,
    needs: options,
    rules: ['minSelected', 'maxSelected'],
    mailable: true,
  },
  matrix: {
    shape: 'record',
    summary: 'matrix',
    answeredBy: 'person',
    properties: [...asked, 'default', 'rows', 'columns'],
    needs: ['rows', 'columns'],
  },
  checkbox: { shape: 'boolean', summary: 'boolean', answeredBy: 'person', properties: [...asked, 'default'] },
  consent: {
    shape: 'boolean',
    summary: 'boolean',
    answeredBy: 'person',
    properties: [...asked, 'text'],
    needs: ['text'],
  },
  rating: {
    shape: 'number',
    summary: 'points',
    answeredBy: 'person',
    properties: [...asked, 'default', 'lowLabel', 'highLabel'],
    rules: ['max'],
    mailable: true,
  },
  scale: {
    shape: 'number',
    summary: 'points',
    answeredBy: 'person',
    properties: [...asked, 'default', 'lowLabel', 'highLabel'],
    rules: ['min', 'max'],
    mailable: true,
  },
  file: {
    shape: 'files',
    summary: 'files',
    answeredBy: 'person',
    properties: [...asked, 'placeholder'],
    rules: ['accept', 'maxBytes', 'maxFiles'],
  },
  hidden: {
    shape: 'text',
    summary: 'text',
    answeredBy: 'page',
    properties: ['required', 'pii', 'default', 'query', 'identifies'],
  },
  calculated: {
    shape: 'computed',
    summary: 'number',
    answeredBy: 'service',
    properties: ['help', 'pii'],
    mailable: true,
  },
  statement: { shape: 'none', summary: 'none', answeredBy: 'nobody', properties: ['text'], needs: ['text'] },
  page: { shape: 'none', summary: 'none', answeredBy: 'nobody', properties: ['help'] },
};

/** Whether a person is asked for an answer. Reports cover these fields. */
export const isAsked = (type: FieldType): boolean => fieldTypes[type].answeredBy === 'person';

/** The types whose answers a formula may calculate with. */
export const isNumeric = (type: FieldType): boolean => ['number', 'computed'].includes(fieldTypes[type].shape);

/** Whether responses may have an answer to it, from a person, the page or the service. */
export const isAnswered = ({ type }: { readonly type: FieldType }): boolean => fieldTypes[type].answeredBy !== 'nobody';

/** Whether a submission may have an answer to it, from a person or the page. */
export const takesAnswer = (type: FieldType): boolean => ['person', 'page'].includes(fieldTypes[type].answeredBy);
