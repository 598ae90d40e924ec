import type { Field, FieldType, ValidateRule } from './field.ts';

type Property = Exclude<keyof Field, 'id' | 'type' | 'validate'>;

/** What a field of a type may be. */
type TypeOfField = {
  /** Who answers: a person; the page or the service on its own; or nobody, and an answer is refused. */
  readonly answeredBy: 'person' | 'page' | 'service' | 'nobody';
  /** What a field of this type may have, besides an id, its type and a label. */
  readonly properties: readonly Property[];
  /** Those of them that it cannot do without. */
  readonly needs?: readonly Property[];
  /** What its `validate` may name. */
  readonly rules?: readonly ValidateRule[];
};

const asked = ['required', 'help', 'pii'] as const;
const typed = [...asked, 'placeholder', 'default', 'autocomplete'] as const;
const chosen = [...asked, 'default', 'options'] as const;
const options = ['options'] as const;

/** One row for each type; what an answer to it is, its row in `answerTypes` says. */
export const fieldTypes: Readonly<Record<FieldType, TypeOfField>> = {
  text: { answeredBy: 'person', properties: typed, rules: ['minLength', 'maxLength', 'pattern'] },
  email: { answeredBy: 'person', properties: typed, rules: ['minLength', 'maxLength', 'pattern', 'domains'] },
  textarea: { answeredBy: 'person', properties: typed, rules: ['minLength', 'maxLength'] },
  number: { answeredBy: 'person', properties: typed, rules: ['min', 'max', 'step', 'integer'] },
  date: { answeredBy: 'person', properties: typed, rules: ['min', 'max'] },
  time: { answeredBy: 'person', properties: typed, rules: ['min', 'max'] },
  phone: { answeredBy: 'person', properties: typed },
  url: { answeredBy: 'person', properties: typed },
  select: { answeredBy: 'person', properties: [...chosen, 'other', 'placeholder', 'autocomplete'], needs: options },
  radio: { answeredBy: 'person', properties: [...chosen, 'other'], needs: options },
  multiselect: {
    answeredBy: 'person',
    properties: [...chosen, 'other'],
    needs: options,
    rules: ['minSelected', 'maxSelected'],
  },
  ranking: { answeredBy: 'person', properties: chosen, needs: options, rules: ['minSelected', 'maxSelected'] },
  matrix: { answeredBy: 'person', properties: [...asked, 'default', 'rows', 'columns'], needs: ['rows', 'columns'] },
  checkbox: { answeredBy: 'person', properties: [...asked, 'default'] },
  consent: { answeredBy: 'person', properties: [...asked, 'text'], needs: ['text'] },
  rating: { answeredBy: 'person', properties: [...asked, 'default', 'lowLabel', 'highLabel'], rules: ['max'] },
  scale: { answeredBy: 'person', properties: [...asked, 'default', 'lowLabel', 'highLabel'], rules: ['min', 'max'] },
  file: { answeredBy: 'person', properties: [...asked, 'placeholder'], rules: ['accept', 'maxBytes', 'maxFiles'] },
  hidden: { answeredBy: 'page', properties: ['required', 'pii', 'default', 'query'] },
  calculated: { answeredBy: 'service', properties: ['help', 'pii'] },
  statement: { answeredBy: 'nobody', properties: ['text'], needs: ['text'] },
  page: { answeredBy: 'nobody', properties: ['help'] },
};

/** Whether a person is asked for an answer: reports are about those fields. */
export const isAsked = (type: FieldType): boolean => fieldTypes[type].answeredBy === 'person';
