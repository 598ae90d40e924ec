import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

export type Common = {
  readonly label: string;
  /** Hides the label from view, but not from screen readers. */
  readonly hideLabel?: boolean;
  readonly help?: ComponentChildren;
  readonly error?: ComponentChildren;
};

type DescribedBy = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': 'true' | undefined };

/** Adds a label, help and an error to any control, which gets their IDs. */
export function Field({
  label,
  hideLabel,
  help,
  error,
  children,
}: Common & { readonly children: (described: DescribedBy) => ComponentChildren }) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? 'true' : undefined })}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type InputProps =
  | 'name'
  | 'placeholder'
  | 'autocomplete'
  | 'autofocus'
  | 'required'
  | 'readOnly'
  | 'disabled'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'step'
  | 'inputMode'
  | 'spellcheck'
  | 'class'
  | 'onBlur'
  | 'onFocus'
  | 'onKeyDown'
  | 'onChange';

type TextFieldProps = Common &
  Pick<InputHTMLAttributes, InputProps> & {
    readonly type?:
      | 'text'
      | 'email'
      | 'password'
      | 'url'
      | 'tel'
      | 'search'
      | 'date'
      | 'datetime-local'
      | 'time'
      | 'color';
    readonly value: string;
    readonly onInput: (value: string) => void;
    /** The id of a `<datalist>`. */
    readonly list?: string;
  };

export const TextField = ({ label, hideLabel, help, error, onInput, ...rest }: TextFieldProps) => (
  <Field label={label} hideLabel={hideLabel ?? false} help={help} error={error}>
    {described => (
      <input
        {...({ type: 'text', ...rest } as { type: 'text' })}
        {...described}
        onInput={event => onInput(event.currentTarget.value)}
      />
    )}
  </Field>
);

type SearchFieldProps = Omit<TextFieldProps, 'type' | 'hideLabel' | 'placeholder'>;

/** A search field. Its label is its placeholder. */
export const SearchField = (props: SearchFieldProps) => (
  <TextField type="search" hideLabel placeholder={props.label} {...props} />
);

export type Option<V extends string> = { readonly value: V; readonly label: string };

type SelectProps<V extends string> = Common & {
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onInput: (value: V) => void;
  readonly disabled?: boolean;
};

export const Select = <V extends string>({ label, hideLabel, help, error, ...rest }: SelectProps<V>) => (
  <Field label={label} hideLabel={hideLabel ?? false} help={help} error={error}>
    {described => (
      <select
        {...described}
        value={rest.value}
        disabled={rest.disabled}
        onChange={event => rest.onInput(event.currentTarget.value as V)}
      >
        {rest.options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);
