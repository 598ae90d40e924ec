import type { ComponentChildren } from 'preact';
import { type Choice, choiceLabel, choiceValue, type Field, pointsOf } from '../../../../shared/domain/fields/field.ts';
import { Select, TextField } from '../../parts/fields.tsx';
import { Checkbox, NumberField, TextArea } from '../../parts/more-fields.tsx';
import { t } from './texts/t.ts';

type EditorProps = {
  readonly field: Field;
  readonly answer: unknown;
  /** `null` takes the answer away. */
  readonly onInput: (answer: unknown) => void;
  readonly error: ComponentChildren;
};

/** What nobody corrects by hand: files, what a person has agreed to, and what the service computes. */
export const isEditable = ({ type }: Field): boolean =>
  !['file', 'consent', 'calculated', 'statement', 'page'].includes(type);

const inputTypes = { email: 'email', url: 'url', phone: 'tel', date: 'date', time: 'time' } as const;

/** An input that fits the type of a field. */
export function AnswerEditor({ field, answer, onInput, error }: EditorProps) {
  const common = { label: field.label || field.id, error };
  const text = typeof answer === 'string' ? answer : '';
  const setText = (value: string) => onInput(value === '' ? null : value);
  switch (field.type) {
    case 'textarea':
      return <TextArea {...common} value={text} onInput={setText} />;
    case 'number':
    case 'rating':
    case 'scale': {
      const bounds = field.type === 'number' ? {} : pointsOf(field);
      const value = typeof answer === 'number' ? answer : undefined;
      return <NumberField {...common} {...bounds} step="any" value={value} onInput={next => onInput(next ?? null)} />;
    }
    case 'checkbox':
      return <Checkbox {...common} checked={answer === true} onInput={onInput} />;
    case 'select':
    case 'radio':
      if (field.other) return <TextField {...common} value={text} onInput={setText} />;
      return <Select {...common} value={text} options={optionsOf(field.options)} onInput={setText} />;
    case 'multiselect':
    case 'ranking':
      return <Several field={field} answer={answer} onInput={onInput} error={error} />;
    case 'matrix':
      return <Matrix field={field} answer={answer} onInput={onInput} error={error} />;
    default:
      return (
        <TextField
          {...common}
          type={inputTypes[field.type as keyof typeof inputTypes] ?? 'text'}
          value={text}
          onInput={setText}
        />
      );
  }
}

const optionsOf = (choices: readonly Choice[] = []) => [
  { value: '', label: t('noAnswer') },
  ...choices.map(choice => ({ value: choiceValue(choice), label: choiceLabel(choice) })),
];

/** Options to tick; of a ranking, in the order in which they are ticked. */
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
