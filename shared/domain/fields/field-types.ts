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

/** The rules of a field type. */
type TypeOfField = {
  /** Who answers: a person; the page or the service automatically; or nobody, and an answer is refused. */
  readonly answeredBy: 'person' | 'page' | 'service' | 'nobody';
  /** The properties that a field of this type may have, besides an ID, its type and a label. */
  readonly properties: readonly Property[];
  /** The required properties. */
  readonly needs?: readonly Property[];
  /** The rules that its `validate` may name. */
  readonly rules?: readonly ValidateRule[];
  readonly summary: SummaryKind;
};

const asked = ['required', 'help', 'pii'] as const;
const typed = [...asked, 'placeholder', 'default', 'autocomplete'] as const;
const chosen = [...asked, 'default', 'options'] as const;
const options = ['options'] as const;

/** The field types. `answerTypes` defines their answers. */
export const fieldTypes: Readonly<Record<FieldType, TypeOfField>> = {
  text: { summary: 'text', answeredBy: 'person', properties: typed, rules: ['minLength', 'maxLength', 'pattern'] },
  email: {
    summary: 'text',
    answeredBy: 'person',
    properties: typed,
    rules: ['minLength', 'maxLength', 'pattern', 'domains'],
  },
  textarea: { summary: 'text', answeredBy: 'person', properties: typed, rules: ['minLength', 'maxLength'] },
  number: { summary: 'number', answeredBy: 'person', properties: typed, rules: ['min', 'max', 'step', 'integer'] },
  date: { summary: 'date', answeredBy: 'person', properties: typed, rules: ['min', 'max'] },
  time: { summary: 'time', answeredBy: 'person', properties: typed, rules: ['min', 'max'] },
  phone: { summary: 'text', answeredBy: 'person', properties: typed },
  url: { summary: 'text', answeredBy: 'person', properties: typed },
  select: {
    summary: 'option',
    answeredBy: 'person',
    properties: [...chosen, 'other', 'placeholder', 'autocomplete'],
    needs: options,
  },
  radio: { summary: 'option', answeredBy: 'person', properties: [...chosen, 'other'], needs: options },
  multiselect: {
    summary: 'options',
    answeredBy: 'person',
    properties: [...chosen, 'other'],
    needs: options,
    rules: ['minSelected', 'maxSelected'],
  },
  ranking: {
    summary: 'ranking',
    answeredBy: 'person',
    properties: chosen,
    needs: options,
    rules: ['minSelected', 'maxSelected'],
  },
  matrix: {
    summary: 'matrix',
    answeredBy: 'person',
    properties: [...asked, 'default', 'rows', 'columns'],
    needs: ['rows', 'columns'],
  },
  checkbox: { summary: 'boolean', answeredBy: 'person', properties: [...asked, 'default'] },
  consent: { summary: 'boolean', answeredBy: 'person', properties: [...asked, 'text'], needs: ['text'] },
  rating: {
    summary: 'points',
    answeredBy: 'person',
    properties: [...asked, 'default', 'lowLabel', 'highLabel'],
    rules: ['max'],
  },
  scale: {
    summary: 'points',
    answeredBy: 'person',
    properties: [...asked, 'default', 'lowLabel', 'highLabel'],
    rules: ['min', 'max'],
  },
  file: {
    summary: 'files',
    answeredBy: 'person',
    properties: [...asked, 'placeholder'],
    rules: ['accept', 'maxBytes', 'maxFiles'],
  },
  hidden: { summary: 'text', answeredBy: 'page', properties: ['required', 'pii', 'default', 'query'] },
  calculated: { summary: 'number', answeredBy: 'service', properties: ['help', 'pii'] },
  statement: { summary: 'none', answeredBy: 'nobody', properties: ['text'], needs: ['text'] },
  page: { summary: 'none', answeredBy: 'nobody', properties: ['help'] },
};

/** Whether a person is asked for an answer. Reports cover these fields. */
export const isAsked = (type: FieldType): boolean => fieldTypes[type].answeredBy === 'person';
