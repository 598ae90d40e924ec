import { h } from './dom.ts';
import { extras } from './extras.ts';
import type { Schema } from './schema.ts';
import type { Texts } from './texts.ts';

/** The thank-you message after the answers arrive. It takes the focus, so that screen readers read it. */
export const thanksView = ({ thankYou, language }: Schema, texts: Texts): HTMLElement =>
  h(
    'div',
    { class: 'thanks', part: 'thanks', tabindex: -1 },
    h('div', { class: 'tick', 'aria-hidden': 'true' }, '✓'),
    ...(thankYou?.text && extras.markdown
      ? [h('div', { dir: 'auto', lang: language }, ...extras.markdown(thankYou.text))]
      : [h('p', {}, texts.thanks)]),
  );
