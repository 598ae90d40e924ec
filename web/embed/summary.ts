import { button, h } from './dom.ts';
import type { Texts } from './texts.ts';

type Faulty = { readonly label: string; readonly message: string; readonly focus: () => void };

/** All that is wrong, read out at once; each a way to its field. */
export function summaryView(texts: Texts) {
  const root = h('div', { class: 'summary', part: 'summary', role: 'alert' });
  return {
    root,
    show: (faults: readonly Faulty[]) => {
      if (faults.length === 0) return root.replaceChildren();
      const lines = faults.map(({ label, message, focus }) =>
        h('li', {}, button('link', label, focus), `: ${message}`),
      );
      root.replaceChildren(h('p', {}, texts.check), h('ul', {}, ...lines));
    },
  };
}
