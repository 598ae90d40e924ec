import type { TextareaHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { type Common, Field } from './fields.tsx';

type NumberFieldProps = Common & {
  readonly value: number | undefined;
  /** Called with `undefined` if the input is empty or not a number. */
  readonly onInput: (value: number | undefined) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly onBlur?: () => void;
};

export const NumberField = ({ label, hideLabel, help, error, value, onInput, ...rest }: NumberFieldProps) => (
  <Field label={label} hideLabel={hideLabel ?? false} help={help} error={error}>
    {described => (
      <input
        {...rest}
        type="number"
        {...described}
        value={value ?? ''}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          onInput(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
        }
      />
    )}
  </Field>
);

type TextAreaProps = Common &
  Omit<TextareaHTMLAttributes, 'label' | 'onInput' | 'value' | 'id'> & {
    readonly value: string;
    readonly onInput: (value: string) => void;
  };

export const TextArea = ({ label, hideLabel, help, error, onInput, ...rest }: TextAreaProps) => (
  <Field label={label} hideLabel={hideLabel ?? false} help={help} error={error}>
    {described => <textarea rows={4} {...rest} {...described} onInput={event => onInput(event.currentTarget.value)} />}
  </Field>
);

type CheckboxProps = Common & {
  readonly checked: boolean;
  readonly onInput: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Shows a switch, which takes effect at once. */
  readonly role?: 'switch';
};

export function Checkbox({ label, hideLabel, help, error, checked, onInput, disabled, role }: CheckboxProps) {
  const id = useId();
  return (
    <div class="field check">
      <input
        type="checkbox"
        role={role}
        id={id}
        checked={checked}
        disabled={disabled}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={help || error ? `${id}-help` : undefined}
        onChange={event => onInput(event.currentTarget.checked)}
      />
      <label for={id} class={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      {(help || error) && (
        <p class={error ? 'error' : 'help'} id={`${id}-help`}>
          {error ?? help}
        </p>
      )}
    </div>
  );
}
