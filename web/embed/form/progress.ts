import { fill } from '../../../shared/domain/wording/template.ts';
import { h } from '../dom.ts';
import type { Host } from '../fields/control.ts';

/** Shows how far the visitor has come, as text and as a bar or steps. Shows nothing for a single step. */
export function progressView(kind: string, { texts, lang }: Pick<Host, 'texts' | 'lang'>) {
  const text = h('span', {});
  const bars = h('div', { class: `track ${kind}`, 'aria-hidden': 'true' });
  const root = h('div', { class: 'progress', part: 'progress', role: 'status', hidden: true }, text, bars);
  return {
    root,
    show: (step: number, steps: number) => {
      root.hidden = kind === 'none' || steps < 2;
      if (root.hidden) return;
      const words = fill(texts.progress, lang, [step, steps]);
      if (text.textContent === words) return;
      text.textContent = words;
      const parts =
        kind === 'bar'
          ? [h('i', { class: 'done' })]
          : Array.from({ length: steps }, (_, index) => h('i', { class: index < step && 'done' }));
      if (kind === 'bar' && parts[0]) parts[0].style.width = `${(step / steps) * 100}%`;
      bars.replaceChildren(...parts);
    },
  };
}
