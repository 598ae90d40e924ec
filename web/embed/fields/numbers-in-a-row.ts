import { h } from '../dom.ts';
import type { Field } from '../schema.ts';
import { choicesControl } from './choice.ts';
import type { Control, Host } from './control.ts';

/** A `rating`, in stars from 1, or a `scale`: radio buttons in a row. */
export function numbersControl(field: Field, host: Host, changed: () => void): Control {
  const { type, lowLabel = '', highLabel = '', validate = {} } = field;
  const isRating = type === 'rating';
  const min = isRating ? 1 : Number(validate.min ?? 0);
  const max = Number(validate.max ?? (isRating ? 5 : 10));
  const options = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
  const choices = choicesControl({ ...field, options }, host, changed);
  const [row, ...rest] = choices.nodes;
  if (row instanceof Element) row.className = type;
  for (const { parentElement } of choices.inputs) parentElement?.removeAttribute('class');
  const ends = h(
    'div',
    { class: 'ends', hidden: !(lowLabel || highLabel) },
    h('span', {}, lowLabel),
    h('span', {}, highLabel),
  );
  return {
    ...choices,
    nodes: row ? [h('div', { class: 'numbers' }, row, ends), ...rest] : [],
    read: () => {
      const answer = choices.read();
      return answer === undefined ? undefined : Number(answer);
    },
    write: answer => choices.write(typeof answer === 'number' ? String(answer) : answer),
  };
}
