import type { Check } from '../breach.ts';
import { selected } from '../check.ts';
import { h } from '../dom.ts';
import { type Field, optionLabel, optionValue } from '../schema.ts';
import type { Control, Host } from './control.ts';

/** Options in an order: each is a button, which takes the next place or gives its own back. */
export function rankingControl(field: Field, { texts }: Host, changed: () => void): Control {
  const options = field.options ?? [];
  let order: string[] = [];
  const buttons = options.map(option => {
    const place = h('span', { class: 'place' });
    const button = h('button', { type: 'button', class: 'choice rank', part: 'option' }, place, optionLabel(option));
    button.addEventListener('click', () => {
      const value = optionValue(option);
      order = order.includes(value) ? order.filter(other => other !== value) : [...order, value];
      show();
      changed();
    });
    return { button, place, value: optionValue(option) };
  });
  const show = () => {
    for (const { button, place, value } of buttons) {
      const index = order.indexOf(value);
      button.setAttribute('aria-pressed', String(index >= 0));
      place.textContent = index < 0 ? '' : String(index + 1);
    }
  };
  show();
  const inputs = buttons.map(({ button }) => button);
  return {
    nodes: [h('p', { class: 'help' }, texts.rank), h('div', { class: 'choices' }, ...inputs)],
    inputs,
    group: 'group',
    read: () => (order.length > 0 ? order : undefined),
    write: answer => {
      order = Array.isArray(answer) ? answer.filter(value => buttons.some(button => button.value === value)) : [];
      show();
    },
  };
}

/** Every option has a place, where the form does not say how many. */
export const rankingChecks: readonly Check[] = [
  selected,
  ({ options = [], validate: { minSelected, maxSelected } = {} }, answer) =>
    minSelected === undefined && maxSelected === undefined && Object.keys(answer).length < options.length
      ? ['ranking']
      : undefined,
];
