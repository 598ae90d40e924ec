import { Html, html } from './html.ts';

export type HtmlDocument = {
  readonly title: string;
  /** BCP 47; English without it. */
  readonly language?: string;
  /**
   * The path from the page to the API's URL. Resources are relative to the page, because a stage may be in the path.
   */
  readonly root: string;
  /** The classes of the root element. */
  readonly classes?: string;
  /**
   * The page's own style sheet, in place of the one that all pages share. It is in the page, contains no markup, and its
   * hash must be in the policy.
   */
  readonly style?: string;
  /** Additional markup for the head. */
  readonly head?: Html;
  readonly body: Html;
};

const rightToLeft = /^(ar|fa|he|ur)\b/;

/** Returns a whole page, with the style sheet that all pages share or its own. */
export function documentOf({ title, language = 'en', root, classes = '', style, head, body }: HtmlDocument): string {
  return html`<!doctype html>
<html lang="${language}"${rightToLeft.test(language) && html` dir="rtl"`}${classes !== '' && html` class="${classes}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${style === undefined ? html`<link rel="stylesheet" href="${root}assets/page.css">` : html`<style>${new Html(style)}</style>`}
${head}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
}
