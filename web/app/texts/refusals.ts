import { type ComponentChildren, h } from 'preact';
import { language } from './language.ts';

/** What the service says in English, in another language: by the rule that is broken, or the code of the refusal. */
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
