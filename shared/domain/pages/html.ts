/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/**
 * Returns markup with values, between tags or in quoted attributes. Text is escaped; `false` and `undefined` give
 * nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((text, index) => text + markupOf(values[index])).join(''));
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return escaped(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '');

/** Returns JSON for a data `<script>`. No text in it ends the element, or starts a comment that would hide its end. */
export const scriptJson = (value: unknown): Html =>
  new Html(JSON.stringify(value).replace(/[<>&]/g, character => `\\u00${character.charCodeAt(0).toString(16)}`));
