import { h } from './dom.ts';
import { define } from './element.ts';
import type { overlay } from './overlay.ts';
import { part, setBase } from './parts.ts';
import { textsIn } from './texts.ts';

/**
 * The classic script. It defines the element. If its own tag has `data-form` and `data-key`, it adds an element beside
 * the tag, inside the `data-target`, or, with `data-display`, above the page.
 */
const script = document.currentScript as HTMLScriptElement;
setBase(script.src);
define();

const { form, key, target, theme, lang, height, display } = script.dataset;
if (form || key) {
  const element = h('formline-form' as 'div', { form, key, theme, lang, 'data-height': height });
  const place = () => {
    const parent = target && document.querySelector(target);
    if (display)
      void part<{ overlay: typeof overlay }>('overlay').then(above => above.overlay(element, script.dataset, textsIn));
    else if (parent) parent.append(element);
    else if (target) console.error(`formline: data-target="${target}" matches nothing`);
    else script.after(element);
  };
  if ((target || display) && document.readyState === 'loading') addEventListener('DOMContentLoaded', place);
  else place();
}
