import { h, newId } from '../dom.ts';
import { type Field, optionLabel, optionValue } from '../schema.ts';
import type { Control, Host } from './control.ts';

/** A grid with one choice per row. Each row is a group of radio buttons; on a phone the buttons stack. */
export function matrixControl(field: Field, { own }: Host, changed: () => void): Control {
  const columns = field.columns ?? [];
  const rows = (field.rows ?? []).map(row => {
    const name = newId();
    const inputs = columns.map(column => h('input', { type: 'radio', name, value: optionValue(column) }));
    for (const input of inputs) input.addEventListener('change', changed);
    const cells = inputs.map((input, index) => {
      const column = columns[index];
      return h('label', { class: 'choice' }, input, h('span', own, column ? optionLabel(column) : ''));
    });
    const set = h(
      'fieldset',
      { class: 'row', role: 'radiogroup' },
      h('legend', own, optionLabel(row)),
      h('div', {}, ...cells),
    );
    return { set, inputs, value: optionValue(row) };
  });
  const head = h(
    'div',
    { class: 'head', 'aria-hidden': 'true' },
    ...columns.map(column => h('span', own, optionLabel(column))),
  );
  return {
    nodes: [h('div', { class: 'matrix' }, head, ...rows.map(({ set }) => set))],
    inputs: rows.flatMap(({ inputs }) => inputs),
    group: 'group',
    radioGroups: rows.map(({ set }) => set),
    toMend: () => rows.find(({ inputs }) => !inputs.some(input => input.checked))?.inputs[0],
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
