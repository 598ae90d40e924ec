import { button, h } from './dom.ts';
import type { Schema } from './schema.ts';
import type { Texts } from './texts.ts';

export type Frame = ReturnType<typeof frameOf>;

/** What stands around the questions: title, buttons, a place for captchas and for what there is to say. */
export function frameOf(
  { title, spamProtection }: Schema,
  nodes: readonly Node[],
  { texts, lang, onBack }: { texts: Texts; lang: string; onBack: () => void },
) {
  const back = button('back', texts.back, onBack);
  const forward = h('button', { class: 'forward', part: 'button' });
  const notice = h('p', { class: 'notice', part: 'notice', role: 'status' });
  const decoy = h('input', { name: spamProtection?.honeypot?.fieldName, tabindex: -1, autocomplete: 'off' });
  const form = h(
    'form',
    { novalidate: true },
    h('h2', { part: 'title' }, title),
    ...nodes,
    h('div', { class: 'decoy', 'aria-hidden': 'true' }, decoy),
    h('slot', { name: 'captcha' }),
    h('div', { class: 'buttons' }, back, forward),
    notice,
  );
  return {
    root: h('div', { part: 'form', lang }, form),
    form,
    back,
    forward,
    decoy,
    say: (text: string, isError = false): void => {
      notice.textContent = text;
      notice.classList.toggle('error', isError);
    },
  };
}
