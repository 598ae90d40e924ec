import type { Option } from './fields.tsx';

type SegmentsProps<V extends string> = {
  readonly legend: string;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onInput: (value: V) => void;
};

/** One of two or three, of which each is seen. */
export const Segments = <V extends string>({ legend, value, options, onInput }: SegmentsProps<V>) => (
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
