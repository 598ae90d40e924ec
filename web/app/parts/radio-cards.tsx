import { useId } from 'preact/hooks';
import { adopt } from '../styles/adopt.ts';
import css from './cards.css';
import type { Option } from './fields.tsx';

type ChoiceProps<V extends string> = {
  readonly legend: string;
  readonly value: V;
  readonly options: readonly (Option<V> & { readonly help?: string })[];
  readonly onInput: (value: V) => void;
  readonly disabled?: boolean;
};

/** A choice between a few options, each with an explanation. */
export function RadioCards<V extends string>({ legend, value, options, onInput, disabled }: ChoiceProps<V>) {
  adopt(css);
  const name = useId();
  return (
    <fieldset class="cards" disabled={disabled}>
      <legend>{legend}</legend>
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onInput(option.value)}
          />
          <span>
            <strong>{option.label}</strong>
            {option.help && <small>{option.help}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
