import { fill } from '../../../shared/domain/wording/template.ts';
import english from '../../../shared/domain/wording/texts/en.json' with { type: 'json' };
import { button, h } from '../dom.ts';
import type { Host } from '../fields/control.ts';

type Faulty = { readonly message: string; readonly focus: () => void };

/** Shows all faults in `root`, which announces them. Each fault links to its field. */
export function summaryView(root: HTMLElement, { texts, lang, ownsTitle }: Host, faults: readonly Faulty[]): void {
  const { check, error } = { ...english, ...texts };
  if (ownsTitle) {
    title ??= document.title;
    document.title = faults.length > 0 ? fill(error, lang, [title]) : title;
  }
  const lines = faults.map(({ message, focus }) => h('li', {}, button('link', message, focus)));
  root.replaceChildren(...(faults.length > 0 ? [h('p', {}, check), h('ul', {}, ...lines)] : []));
}

/** The page's title while nothing is wrong. */
let title: string | undefined;
