import { fill } from '../../../shared/domain/wording/template.ts';
import { h, newId } from '../dom.ts';
import { type Field, optionLabel, optionValue } from '../schema.ts';
import type { Control, Host } from './control.ts';

/** A list of options to rank. Each is a button that takes the next rank or gives it up. */
export function rankingControl(field: Field, { texts, lang, own }: Host, changed: () => void): Control {
  const options = field.options ?? [];
  let order: string[] = [];
  // A live region is read out on each change. An initial text would be read with the form.
  const status = h('p', { class: 'away', role: 'status' });
  const buttons = options.map(option => {
    const [value, label] = [optionValue(option), optionLabel(option)];
    const place = h('span', { class: 'place', 'aria-hidden': 'true' });
    const button = h('button', { type: 'button', class: 'choice rank', part: 'option' }, place, h('span', own, label));
    const words = (): string => {
      const index = order.indexOf(value);
      return index < 0
        ? fill(texts.unranked, lang, [label])
        : fill(texts.ranked, lang, [label, index + 1, options.length]);
    };
    const arrange = (changedOrder: string[]) => {
      order = changedOrder;
      show();
      status.textContent = words();
      changed();
    };
    button.addEventListener('click', () =>
      arrange(order.includes(value) ? order.filter(other => other !== value) : [...order, value]),
    );
    button.addEventListener('keydown', event => {
      const index = order.indexOf(value);
      const other = index + (steps[event.key] ?? 0);
      if (!steps[event.key] || index < 0) return;
      event.preventDefault();
      if (other >= 0 && other < order.length) arrange(order.with(index, order[other] ?? '').with(other, value));
    });
    return { button, place, value, words };
  });
  const show = () => {
    for (const { button, place, value, words } of buttons) {
      const index = order.indexOf(value);
      button.setAttribute('aria-pressed', String(index >= 0));
      button.setAttribute('aria-label', words());
      place.textContent = index < 0 ? '' : String(index + 1);
    }
  };
  show();
  const inputs = buttons.map(({ button }) => button);
  const howTo = newId();
  // Screen readers read it with the first option, once.
  inputs[0]?.setAttribute('aria-describedby', howTo);
  return {
    nodes: [h('p', { class: 'help', id: howTo }, texts.rank), h('div', { class: 'choices' }, ...inputs), status],
    inputs,
    group: 'group',
    toMend: () => buttons.find(({ value }) => !order.includes(value))?.button,
    read: () => (order.length > 0 ? order : undefined),
    write: answer => {
      order = Array.isArray(answer) ? answer.filter(value => buttons.some(button => button.value === value)) : [];
      show();
    },
  };
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
