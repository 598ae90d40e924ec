import type { ComponentChildren } from 'preact';
import { choiceLabel, choiceValue, pointsOf } from '../../../../../shared/domain/fields/field.ts';
import { fieldTypes, isNumeric } from '../../../../../shared/domain/fields/field-types.ts';
import { Select, TextField } from '../../../parts/fields.tsx';
import { Checkbox, NumberField } from '../../../parts/more-fields.tsx';
import type { Field } from '../model/draft.ts';
import { t } from '../texts/t.ts';

type InputValue = string | number | boolean | readonly string[];

type ValueProps = {
  readonly field: Field;
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: unknown;
  readonly error?: ComponentChildren;
  /** Called with undefined for no value. */
  readonly onInput: (value: InputValue | undefined) => void;
  readonly onBlur?: () => void;
  /** Whether the value may be left out. */
  readonly optional?: boolean;
};

/** An input for one answer to a field, selected or typed, depending on the field's type. */
export function ValueInput({ field, value, onInput, optional, ...rest }: ValueProps) {
  const { type, options } = field;
  const { shape, summary, input = 'text' } = fieldTypes[type];
  if (shape === 'boolean') {
    const choices = [true, false].map(is => ({ value: String(is), label: t(is ? 'yes' : 'no') }));
    return (
      <Chosen
        {...rest}
        value={value}
        choices={choices}
        optional={optional}
        onInput={text => onInput(text && text === 'true')}
      />
    );
  }
  if (options) {
    const choices = options.map(option => ({ value: choiceValue(option), label: choiceLabel(option) }));
    return <Chosen {...rest} value={value} choices={choices} optional={optional} onInput={onInput} />;
  }
  if (isNumeric(type)) {
    const bounds = summary === 'points' ? pointsOf(field) : {};
    return <NumberField {...rest} {...bounds} step="any" value={value as number | undefined} onInput={onInput} />;
  }
  return (
    <TextField
      {...rest}
      type={input}
      value={typeof value === 'string' ? value : ''}
      onInput={text => onInput(text === '' && optional ? undefined : text)}
    />
  );
}

type ChosenProps = Omit<ValueProps, 'field' | 'onInput' | 'optional'> & {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly optional: boolean | undefined;
  readonly onInput: (value: string | undefined) => void;
};

function Chosen({ label, hideLabel, error, value, choices, optional, onInput }: ChosenProps) {
  const none = optional || value === undefined ? [{ value: '', label: t('none') }] : [];
  return (
    <Select
      label={label}
      hideLabel={hideLabel ?? false}
      error={error}
      value={value === undefined ? '' : String(value)}
      options={[...none, ...choices]}
      onInput={text => onInput(text === '' ? undefined : text)}
    />
  );
}

type SeveralProps = {
  readonly field: Field;
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly values: readonly string[];
  readonly onInput: (values: string[]) => void;
};

/** An input for several options of a field. They stay in the field's order. */
export function SeveralInput({ field: { options = [] }, legend, hideLegend, values, onInput }: SeveralProps) {
  const toggle = (value: string, is: boolean) =>
    onInput(options.map(choiceValue).filter(each => (each === value ? is : values.includes(each))));
  return (
    <fieldset class="ed-several">
      <legend class={hideLegend ? 'unseen' : ''}>{legend}</legend>
      {options.map(option => (
        <Checkbox
          key={choiceValue(option)}
          label={choiceLabel(option)}
          checked={values.includes(choiceValue(option))}
          onInput={is => toggle(choiceValue(option), is)}
        />
      ))}
    </fieldset>
  );
}
