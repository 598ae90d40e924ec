import { button, h } from '../dom.ts';
import { markdown } from '../markdown.ts';
import type { Schema } from '../schema.ts';
import type { Visit } from '../send/visit.ts';
import type { Texts } from '../texts.ts';
import type { Frame } from './frame.ts';

type WelcomeOptions = {
  readonly schema: Schema;
  readonly texts: Texts;
  readonly visit: Visit;
  readonly host: HTMLElement;
};

/** Shows the welcome page of a form, if it has one, before its first question. A visitor who has begun continues. */
export function greet({ root, form }: Frame, { schema, texts, visit, host }: WelcomeOptions): void {
  const { title, welcome, language } = schema;
  // A plain form has the welcome above it, so a visitor in one of its fields has begun.
  if (!welcome || visit.started || host.querySelector(':focus')) return;
  const begin = button('forward', welcome.buttonText ?? texts.next, () => {
    page.remove();
    form.hidden = false;
    form.querySelector<HTMLElement>('section:not([hidden])')?.focus();
  });
  begin.setAttribute('part', 'button');
  const page = h(
    'div',
    { class: 'welcome', part: 'welcome' },
    h('h2', { part: 'title', dir: 'auto', lang: language }, title),
    h('div', { dir: 'auto', lang: language }, ...markdown(welcome.text)),
    begin,
  );
  form.hidden = true;
  root.prepend(page);
}
