import { h } from './dom.ts';
import { extras } from './extras.ts';
import type { Schema } from './schema.ts';
import type { Texts } from './texts.ts';

/** What is left when the answers have arrived; it takes the focus, and so is read out. */
export const thanksView = ({ thankYou }: Schema, texts: Texts): HTMLElement =>
  h(
    'div',
    { class: 'thanks', part: 'thanks', tabindex: -1 },
    h('div', { class: 'tick', 'aria-hidden': 'true' }, '✓'),
    ...((thankYou?.text && extras.markdown?.(thankYou.text)) || [h('p', {}, texts.thanks)]),
  );
