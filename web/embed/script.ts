import { define } from './element.ts';
import { setBase } from './parts.ts';

/**
 * The classic script. It defines the element. If its own tag has `data-form` and `data-key`, it adds an element beside
 * the tag or inside the `data-target`.
 */
const script = document.currentScript as HTMLScriptElement;
setBase(script.src);
define();

const { form, key, target, theme, lang, height } = script.dataset;
if (form || key) {
  const element = document.createElement('formline-form');
  for (const [name, value] of Object.entries({ form, key, theme, lang, 'data-height': height })) {
    if (value) element.setAttribute(name, value);
  }
  const place = () => {
    const parent = target ? document.querySelector(target) : undefined;
    if (parent) parent.append(element);
    else if (target) console.error(`formline: data-target="${target}" selects nothing in this page`);
    else script.after(element);
  };
  if (target && document.readyState === 'loading') document.addEventListener('DOMContentLoaded', place);
  else place();
}
