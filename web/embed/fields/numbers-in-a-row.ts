import { fill } from '../../../shared/domain/wording/template.ts';
import { h } from '../dom.ts';
import type { Field } from '../schema.ts';
import { choicesControl } from './choice.ts';
import type { Control, Host } from './control.ts';

/** A row of radio buttons: a `rating` in stars from 1, or a `scale`. */
export function numbersControl(field: Field, host: Host, changed: () => void): Control {
  const { type, lowLabel = '', highLabel = '', validate = {} } = field;
  const isRating = type === 'rating';
  const min = isRating ? 1 : Number(validate.min ?? 0);
  const max = Number(validate.max ?? (isRating ? 5 : 10));
  const { texts, lang, own } = host;
  const options = Array.from({ length: max - min + 1 }, (_, index) => {
    const value = String(min + index);
    return isRating ? { value, label: fill(texts.stars, lang, [min + index, max]) } : value;
  });
  // Stars are named in the visitor's language, not in the form's.
  const labels = isRating ? { ...own, lang: undefined } : own;
  const choices = choicesControl({ ...field, options }, { ...host, own: labels }, changed);
  nameEnd(choices.inputs[0], lowLabel);
  nameEnd(choices.inputs.at(-1), highLabel);
  const [row, ...rest] = choices.nodes;
  if (row instanceof Element) row.className = type;
  for (const { parentElement } of choices.inputs) parentElement?.removeAttribute('class');
  const ends = h(
    'div',
    { class: 'ends', hidden: !(lowLabel || highLabel) },
    h('span', own, lowLabel),
    h('span', own, highLabel),
  );
  return {
    ...choices,
    nodes: row ? [h('div', { class: 'numbers' }, ends, row), ...rest] : [],
    read: () => {
      const answer = choices.read();
      return answer === undefined ? undefined : Number(answer);
    },
    write: answer => choices.write(typeof answer === 'number' ? String(answer) : answer),
  };
}

/** Names an end of a scale for screen readers: "0, Not at all likely". */
function nameEnd(input: HTMLElement | undefined, meaning: string): void {
  if (input && meaning) input.setAttribute('aria-label', `${input.parentElement?.textContent}, ${meaning}`);
}
