import { type ComponentChildren, h } from 'preact';
import { language } from './language.ts';

/** Translates the service's messages, by the broken rule or the error's code. */
let words: Readonly<Record<string, string>> = {};

if (language !== 'en') {
  import('./refusals.de.ts').then(
    ({ de }) => {
      words = de;
    },
    () => {},
  );
}

/** Translates a fault. A detail that only the service knows follows the colon, marked as English. */
export function inWords(rule: string, message: string): ComponentChildren {
  if (language === 'en') return message;
  const own = Object.hasOwn(words, rule) ? words[rule] : '';
  return own && !own.endsWith(':') ? own : [own, ' ', h('span', { lang: 'en' }, message)];
}
