import { h } from '../dom.ts';
import type { Texts } from '../texts.ts';

/** The thank-you message after the answers arrive. It takes the focus, so that screen readers read it. */
export const thanksView = (nodes: readonly Node[] | undefined, { thanks }: Texts): HTMLElement =>
  h(
    'div',
    { class: 'thanks', part: 'thanks', tabindex: -1 },
    h('div', { class: 'tick', 'aria-hidden': 'true' }, '✓'),
    ...(nodes ?? [h('p', {}, thanks)]),
  );
