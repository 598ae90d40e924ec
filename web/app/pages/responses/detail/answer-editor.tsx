import type { ComponentChildren } from 'preact';
import {
  type Choice,
  choiceLabel,
  choiceValue,
  type Field,
  type FieldType,
  pointsOf,
} from '../../../../../shared/domain/fields/field.ts';
import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { Select, TextField } from '../../../parts/fields.tsx';
import { Checkbox, NumberField, TextArea } from '../../../parts/more-fields.tsx';
import { t } from '../texts/t.ts';

type EditorProps = {
  readonly field: Field;
  readonly answer: unknown;
  /** `null` removes the answer. */
  readonly onInput: (answer: unknown) => void;
  readonly error: ComponentChildren;
};

const commonOf = ({ field, error }: EditorProps) => ({ label: field.label || field.id, error });

function Line(props: EditorProps) {
  const { field, answer, onInput } = props;
  const text = typeof answer === 'string' ? answer : '';
  const { input = 'text' } = fieldTypes[field.type];
  return <TextField {...commonOf(props)} type={input} value={text} onInput={value => onInput(value || null)} />;
}

function Lines(props: EditorProps) {
  const { answer, onInput } = props;
  const text = typeof answer === 'string' ? answer : '';
  return <TextArea {...commonOf(props)} value={text} onInput={value => onInput(value || null)} />;
}

function NumberInput(props: EditorProps) {
  const { field, answer, onInput } = props;
  const bounds = fieldTypes[field.type].summary === 'points' ? pointsOf(field) : {};
  const value = typeof answer === 'number' ? answer : undefined;
  return (
    <NumberField {...commonOf(props)} {...bounds} step="any" value={value} onInput={next => onInput(next ?? null)} />
  );
}

const Tick = (props: EditorProps) => (
  <Checkbox {...commonOf(props)} checked={props.answer === true} onInput={props.onInput} />
);

function One(props: EditorProps) {
  const { field, answer, onInput } = props;
  if (field.other) return <Line {...props} />;
  const text = typeof answer === 'string' ? answer : '';
  return (
    <Select
      {...commonOf(props)}
      value={text}
      options={optionsOf(field.options)}
      onInput={value => onInput(value || null)}
    />
  );
}

const optionsOf = (choices: readonly Choice[] = []) => [
  { value: '', label: t('noAnswer') },
  ...choices.map(choice => ({ value: choiceValue(choice), label: choiceLabel(choice) })),
];

/** Options to select. In a ranking, the order of selection counts. */
function Several({ field, answer, onInput, error }: EditorProps) {
  const chosen = Array.isArray(answer) ? answer.map(String) : [];
  const known = (field.options ?? []).map(choice => ({ value: choiceValue(choice), label: choiceLabel(choice) }));
  const others = chosen.filter(value => !known.some(option => option.value === value));
  const toggle = (value: string, on: boolean) => {
    const next = on ? [...chosen, value] : chosen.filter(one => one !== value);
    onInput(next.length > 0 ? next : null);
  };
  return (
    <fieldset class="stack">
      <legend>{field.label || field.id}</legend>
      {[...known, ...others.map(value => ({ value, label: value }))].map(({ value, label }) => (
        <Checkbox
          key={value}
          label={field.type === 'ranking' && chosen.includes(value) ? `${chosen.indexOf(value) + 1}. ${label}` : label}
          checked={chosen.includes(value)}
          onInput={on => toggle(value, on)}
        />
      ))}
      {error && <p class="fault">{error}</p>}
    </fieldset>
  );
}

function Matrix({ field, answer, onInput, error }: EditorProps) {
  const rows = (answer ?? {}) as Readonly<Record<string, string>>;
  const set = (row: string, column: string) => {
    const { [row]: _, ...others } = rows;
    const next = column === '' ? others : { ...others, [row]: column };
    onInput(Object.keys(next).length > 0 ? next : null);
  };
  return (
    <fieldset class="stack">
      <legend>{field.label || field.id}</legend>
      {(field.rows ?? []).map(row => (
        <Select
          key={choiceValue(row)}
          label={choiceLabel(row)}
          value={rows[choiceValue(row)] ?? ''}
          options={optionsOf(field.columns)}
          onInput={column => set(choiceValue(row), column)}
        />
      ))}
      {error && <p class="fault">{error}</p>}
    </fieldset>
  );
}

/** Files, consents and calculated values can't be corrected by hand. */
const editors: Readonly<Record<FieldType, ((props: EditorProps) => ComponentChildren) | undefined>> = {
  ...{ text: Line, email: Line, textarea: Lines, phone: Line, url: Line, hidden: Line, date: Line, time: Line },
  ...{ number: NumberInput, currency: NumberInput, rating: NumberInput, scale: NumberInput },
  ...{ select: One, radio: One, multiselect: Several, ranking: Several, matrix: Matrix, checkbox: Tick },
  ...{ file: undefined, consent: undefined, calculated: undefined, statement: undefined, page: undefined },
};

export const isEditable = ({ type }: Field): boolean => editors[type] !== undefined;

/** An input that fits the type of a field. */
export function AnswerEditor(props: EditorProps) {
  const Editor = editors[props.field.type];
  return Editor ? <Editor {...props} /> : null;
}
