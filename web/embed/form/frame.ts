import { button, h } from '../dom.ts';
import type { Schema } from '../schema.ts';
import type { Texts } from '../texts.ts';

const directionOf = (lang: string): string => (/^(ar|fa|he|ur)\b/.test(lang) ? 'rtl' : 'ltr');

export type Frame = ReturnType<typeof frameOf>;

/** Returns the frame around the questions: title, buttons, and places for captchas and messages. */
export function frameOf(
  { title, language, spamProtection }: Schema,
  nodes: readonly Node[],
  { texts, lang, onBack }: { texts: Texts; lang: string; onBack: () => void },
) {
  const back = button('back', texts.back, onBack);
  const forward = h('button', { class: 'forward', part: 'button', dir: 'auto' });
  const notice = h('p', { class: 'notice', part: 'notice', role: 'status' });
  const decoy = h('input', { name: spamProtection?.honeypot?.fieldName, tabindex: -1, autocomplete: 'off' });
  const form = h(
    'form',
    { novalidate: true },
    h('h2', { part: 'title', dir: 'auto', lang: language }, title),
    ...nodes,
    h('div', { class: 'decoy', 'aria-hidden': 'true' }, decoy),
    h('slot', { name: 'captcha' }),
    h('div', { class: 'buttons' }, back, forward),
    notice,
  );
  return {
    root: h('div', { part: 'form', lang, dir: directionOf(lang) }, form),
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
