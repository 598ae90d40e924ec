import { button, h, newId } from '../dom.ts';
import { type Answer, type Field, optionLabel, optionValue } from '../schema.ts';
import type { Control, Host } from './control.ts';
import { textOf } from './input.ts';

/** The value of the "Other" option. A blank can't clash, because no option is blank. */
const otherValue = ' ';

const otherInput = (texts: Host['texts'], changed: () => void): HTMLInputElement => {
  const input = h('input', { maxlength: 200, 'aria-label': texts.otherText, part: 'input', hidden: true });
  input.addEventListener('input', changed);
  return input;
};

/** A select list with one choice. */
export function selectControl(field: Field, { texts, own }: Host, changed: () => void): Control {
  const options = field.options ?? [];
  const select = h(
    'select',
    { name: field.id, autocomplete: field.autocomplete, part: 'input' },
    h('option', { value: '' }, field.placeholder || texts.choose),
    ...options.map(option => h('option', { value: optionValue(option), ...own }, optionLabel(option))),
    ...(field.other ? [h('option', { value: otherValue }, texts.other)] : []),
  );
  const other = otherInput(texts, changed);
  const showOther = () => {
    other.hidden = select.value !== otherValue;
  };
  select.addEventListener('change', () => {
    showOther();
    if (!other.hidden) other.focus();
    changed();
  });
  return {
    nodes: [select, other],
    inputs: [select],
    read: () => (other.hidden ? select.value : other.value.trim()) || undefined,
    write: answer => {
      const text = textOf(answer);
      const isOwn = field.other && text && !options.some(option => optionValue(option) === text);
      select.value = isOwn ? otherValue : text;
      if (isOwn) other.value = text;
      showOther();
    },
  };
}

/** A visible list of options: radio buttons, or checkboxes for a `multiselect`. */
export function choicesControl(field: Field, { texts, own }: Host, changed: () => void): Control {
  const many = field.type === 'multiselect';
  const options = field.options ?? [];
  const name = newId();
  const inputs = [...options.map(optionValue), ...(field.other ? [otherValue] : [])].map(value =>
    h('input', { type: many ? 'checkbox' : 'radio', name, value }),
  );
  const other = otherInput(texts, changed);
  const clear = button('link', texts.clear, () => {
    for (const input of inputs) input.checked = false;
    inputs[0]?.focus();
    change();
  });
  const labels = inputs.map((input, index) => {
    const option = options[index];
    const text = option ? h('span', own, optionLabel(option)) : h('span', {}, texts.other);
    return h('label', { class: 'choice', part: 'option' }, input, text);
  });
  const checked = () => inputs.filter(input => input.checked).map(({ value }) => value);
  const show = () => {
    other.hidden = !checked().includes(otherValue);
    clear.hidden = many || field.required === true || checked().length === 0;
  };
  const change = () => {
    show();
    changed();
  };
  for (const input of inputs) input.addEventListener('change', change);
  return {
    nodes: [h('div', { class: 'choices' }, ...labels, other), clear],
    inputs,
    group: many ? 'group' : 'radiogroup',
    read: () => {
      const values = checked()
        .map(value => (value === otherValue ? other.value.trim() : value))
        .filter(Boolean);
      return many && values.length > 0 ? values : values[0];
    },
    write: answer => {
      const values = valuesOf(answer);
      const own = values.find(value => !options.some(option => optionValue(option) === value));
      for (const input of inputs)
        input.checked = input.value === otherValue ? own !== undefined : values.includes(input.value);
      other.value = own ?? '';
      show();
    },
  };
}

const valuesOf = (answer: Answer | undefined): readonly string[] =>
  Array.isArray(answer) ? answer : [textOf(answer)].filter(Boolean);

/** A single checkbox, for yes or no or for a consent. */
export function checkboxControl(field: Field, _host: Host, changed: () => void): Control {
  const input = h('input', { type: 'checkbox', name: field.id });
  input.addEventListener('change', changed);
  return {
    nodes: [input],
    inputs: [input],
    inline: true,
    read: () => input.checked || undefined,
    write: answer => {
      input.checked = answer === true;
    },
  };
}
