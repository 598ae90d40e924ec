import { type Html, html } from './html.ts';

export type Page = {
  readonly title: string;
  /** BCP 47; English without it. */
  readonly language?: string;
  /** From the page to the address of the API: what it loads is named relative to itself, as a stage may be in the path. */
  readonly root: string;
  /** Of the root element. */
  readonly classes?: string;
  /** More for the head. */
  readonly head?: Html;
  readonly body: Html;
};

const rightToLeft = /^(ar|fa|he|ur)\b/;

/** A whole page, with the one stylesheet that all have. */
export function documentOf({ title, language = 'en', root, classes = '', head, body }: Page): string {
  return html`<!doctype html>
<html lang="${language}"${rightToLeft.test(language) && html` dir="rtl"`}${classes !== '' && html` class="${classes}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}assets/page.css">
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
