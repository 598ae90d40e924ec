import { Html, html } from './html.ts';

export type Page = {
  readonly title: string;
  /** BCP 47; English without it. */
  readonly language?: string;
  /**
   * The path from the page to the API's URL. Resources are relative to the page, because a stage may be in the path.
   */
  readonly root: string;
  /** The classes of the root element. */
  readonly classes?: string;
  /** A style sheet of this page alone, made of values that contain no markup. */
  readonly style?: string;
  /** Additional markup for the head. */
  readonly head?: Html;
  readonly body: Html;
};

const rightToLeft = /^(ar|fa|he|ur)\b/;

/** Returns a whole page, with the stylesheet that all pages share. */
export function documentOf({ title, language = 'en', root, classes = '', style, head, body }: Page): string {
  return html`<!doctype html>
<html lang="${language}"${rightToLeft.test(language) && html` dir="rtl"`}${classes !== '' && html` class="${classes}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}assets/page.css">${
    style !== undefined &&
    html`
<style>${new Html(style)}</style>`
  }
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
