import type { Words } from '../../../shared/domain/wording/in-words.ts';
import { placesText } from '../../../shared/domain/wording/places-text.ts';
import { h } from '../dom.ts';
import { type Answer, type Field, optionValue } from '../schema.ts';
import type { Control } from './control.ts';

/** Shows how many places each option has left, and disables those that are full. */
export function showPlaces({ options = [], left }: Field, control: Control, words: Words): void {
  if (!left) return;
  const [first] = control.inputs;
  for (const [index, option] of options.entries()) {
    const value = optionValue(option);
    const text = placesText(left[value], words);
    const input = first instanceof HTMLSelectElement ? first.options[index + 1] : control.inputs[index];
    if (!text || !input) continue;
    input.toggleAttribute('disabled', left[value] === 0);
    if (input instanceof HTMLOptionElement) input.append(` (${text})`);
    else input.parentElement?.append(h('span', { class: 'optional' }, ` (${text})`));
  }
  const { write } = control;
  const isOpen = (value: unknown) => left[String(value)] !== 0;
  // What is full can't be chosen any more, also by someone who chose it before.
  control.write = (answer: Answer | undefined) =>
    write(Array.isArray(answer) ? answer.filter(isOpen) : isOpen(answer) ? answer : undefined);
}
