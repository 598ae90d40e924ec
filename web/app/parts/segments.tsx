import { adopt } from '../styles/adopt.ts';
import type { Option } from './fields.tsx';
import css from './segments.css';

type SegmentsProps<V extends string> = {
  readonly legend: string;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onInput: (value: V) => void;
};

/** A choice between two or three options that are all visible. */
export function Segments<V extends string>({ legend, value, options, onInput }: SegmentsProps<V>) {
  adopt(css);
  return (
    <fieldset class="segments">
      <legend class="unseen">{legend}</legend>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onInput(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
