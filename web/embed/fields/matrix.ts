import type { Check } from '../breach.ts';
import { h, newId } from '../dom.ts';
import { type Field, optionLabel, optionValue } from '../schema.ts';
import type { Control, Host } from './control.ts';

/** One of the columns for each row: a group of radio buttons a row, which on a phone stand below each other. */
export function matrixControl(field: Field, _host: Host, changed: () => void): Control {
  const columns = field.columns ?? [];
  const rows = (field.rows ?? []).map(row => {
    const name = newId();
    const inputs = columns.map(column => h('input', { type: 'radio', name, value: optionValue(column) }));
    for (const input of inputs) input.addEventListener('change', changed);
    const cells = inputs.map((input, index) => {
      const column = columns[index];
      return h('label', { class: 'choice' }, input, h('span', {}, column ? optionLabel(column) : ''));
    });
    const set = h(
      'fieldset',
      { class: 'row', role: 'radiogroup' },
      h('legend', {}, optionLabel(row)),
      h('div', {}, ...cells),
    );
    return { set, inputs, value: optionValue(row) };
  });
  const head = h(
    'div',
    { class: 'head', 'aria-hidden': 'true' },
    ...columns.map(column => h('span', {}, optionLabel(column))),
  );
  return {
    nodes: [h('div', { class: 'matrix' }, head, ...rows.map(({ set }) => set))],
    inputs: rows.flatMap(({ inputs }) => inputs),
    group: 'group',
    read: () => {
      const answered = rows.flatMap(({ value, inputs }) => {
        const checked = inputs.find(input => input.checked);
        return checked ? [[value, checked.value] as const] : [];
      });
      return answered.length > 0 ? Object.fromEntries(answered) : undefined;
    },
    write: answer => {
      const answers: Readonly<Record<string, string>> = Object(answer);
      for (const { value, inputs } of rows) for (const input of inputs) input.checked = answers[value] === input.value;
    },
  };
}

export const matrixChecks: readonly Check[] = [
  ({ required, rows = [] }, answer) =>
    required && !rows.every(row => optionValue(row) in Object(answer)) ? ['matrix'] : undefined,
];
