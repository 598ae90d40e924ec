import { h } from '../dom.ts';
import type { Answer, Field } from '../schema.ts';
import type { Control, Host, InputType } from './control.ts';
import { formatNumber, parseNumber } from './numbers.ts';

const attributesOf: Readonly<Record<InputType, Readonly<Record<string, string>>>> = {
  text: { type: 'text' },
  email: { type: 'email', autocomplete: 'email', spellcheck: 'false' },
  number: { type: 'text', inputmode: 'decimal' },
};

/** A single-line input. */
export function inputControl(
  field: Field,
  { lang }: Host,
  changed: () => void,
  attributes: Readonly<Record<string, string>> = {},
): Control {
  const input = h('input', {
    ...attributesOf[field.type as InputType],
    ...attributes,
    ...(field.validate?.integer && { inputmode: 'numeric' }),
    placeholder: field.placeholder,
    ...(field.autocomplete && { autocomplete: field.autocomplete }),
    name: field.id,
    dir: 'auto',
    part: 'input',
  });
  input.addEventListener('input', changed);
  const isNumber = field.type === 'number';
  return {
    nodes: [input],
    inputs: [input],
    read: () => (isNumber ? parseNumber(input.value, lang) : input.value.trim() || undefined),
    write: answer => {
      input.value = isNumber && typeof answer === 'number' ? formatNumber(answer, lang) : textOf(answer);
    },
    unreadable: () =>
      isNumber && input.value.trim() && parseNumber(input.value, lang) === undefined ? 'number' : undefined,
  };
}

/** A multi-line input. */
export function textareaControl(field: Field, _host: Host, changed: () => void): Control {
  const area = h('textarea', {
    rows: 4,
    name: field.id,
    placeholder: field.placeholder,
    autocomplete: field.autocomplete,
    dir: 'auto',
    part: 'input',
  });
  area.addEventListener('input', changed);
  return {
    nodes: [area],
    inputs: [area],
    read: () => (area.value.trim() ? area.value : undefined),
    write: answer => {
      area.value = textOf(answer);
    },
  };
}

export const textOf = (answer: Answer | undefined): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
