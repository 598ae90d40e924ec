import { type Html, html } from '../pages/html.ts';
import { atMost } from '../text/parts-of-text.ts';
import type { Mail, MailLanguage } from './mail.ts';

/** The content of a mail. The layout escapes it, whatever it contains. */
export type MailContent = {
  readonly language: MailLanguage;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows?: readonly (readonly [label: string, value: string])[];
  /** A button, whose URL is also shown below it; http or https. */
  readonly action?: { readonly label: string; readonly url: string };
  /** The text after the button, such as how long it works. */
  readonly afterAction?: string;
  /** Why the recipient gets this mail. */
  readonly footer: string;
  /** A text link below the footer that ends these mails. */
  readonly ending?: { readonly label: string; readonly url: string };
};

/** RFC 5322, 2.1.1 limits a header to 998 characters; nobody reads that many of a subject. */
const subjectMax = 150;

/** Matches characters that end lines or change the text direction, which no value may bring into a subject. */
const notOfOneLine = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns a text in one line, for a subject or a name. */
export const oneLine = (text: string): string => text.replace(notOfOneLine, ' ').replace(/ {2,}/g, ' ').trim();

/**
 * Returns an untrusted text that mail programs do not turn into a link: where it looks like an address, a zero-width
 * space follows the dot, the colon or the at sign.
 */
export const breakLinks = (text: string): string => oneLine(text).replace(/(?<=\S)[.:@](?=\S)/g, `$&${wordBreak}`);

const wordBreak = '\u200b';

/** Restores an email address in the plain part, so that a copied one works: a link to it only writes to it. */
const wholeAddress = (word: string): string => {
  const address = word.replaceAll(wordBreak, '');
  return /^[\w.+-]+@[\w.-]+[,.;:]*$/.test(address) ? address : word;
};

/** Returns the subject, the text and the HTML of a mail. */
export function mailOf(content: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  for (const link of [content.action, content.ending]) {
    const { protocol } = new URL(link?.url ?? 'https://none.invalid');
    if (!['https:', 'http:'].includes(protocol)) throw new Error(`A mail links to ${protocol}`);
  }
  return { subject: atMost(oneLine(content.subject), subjectMax), text: textOf(content), html: `${htmlOf(content)}` };
}

/** Returns a label with its value: `Name: Ada`, and `How many? 3`. */
export const labelled = (label: string, value: string): string =>
  /[?!.:…]$/u.test(label) ? `${label} ${value}` : `${label}: ${value}`;

function textOf({ title, paragraphs, rows = [], action, afterAction, footer, ending }: MailContent): string {
  return [
    title,
    ...paragraphs,
    rows.map(([label, value]) => labelled(label, value)).join('\n'),
    action && `${action.label}:\n${action.url}`,
    afterAction,
    `-- \n${footer}${ending ? `\n${ending.label}:\n${ending.url}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
    .replace(/\S+/g, wholeAddress);
}

/**
 * The dashboard's colors, in light mode by default. Styles are inline, because some programs drop all others; classes
 * are for dark mode.
 */
const light = {
  canvas: '#f7f8fa',
  surface: '#ffffff',
  line: '#e3e6ec',
  text: '#171a21',
  muted: '#565d6d',
  accent: '#3f48cc',
  onAccent: '#ffffff',
};

const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: #0d0f14 !important; }
  .card { background: #15181f !important; border-color: #282d38 !important; }
  .text { color: #eceef2 !important; }
  .muted { color: #a4abb9 !important; }
  .row { border-color: #282d38 !important; }
  .button { background: #aab2ff !important; }
  .button a { color: #14162b !important; }
  .link { color: #aab2ff !important; }
}
@media (max-width: 480px) {
  .inside { padding: 24px 20px !important; }
  .row { display: block !important; width: auto !important; padding-right: 0 !important; }
  .value { border-top: 0 !important; padding-top: 0 !important; }
}`;

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const body = `${font};font-size:16px;line-height:1.5;color:${light.text}`;
const small = `${font};font-size:13px;line-height:1.5;color:${light.muted}`;

/** Returns the HTML. It uses tables, because the oldest mail programs lay out nothing else. */
function htmlOf({ language, title, paragraphs, rows = [], action, afterAction, footer, ending }: MailContent): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${darkStyles}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.canvas}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:${light.surface};border:1px solid ${light.line};border-radius:12px">
<tr><td class="inside" style="padding:32px">
<h1 class="text" style="${body};font-size:22px;line-height:1.3;font-weight:600;margin:0 0 16px">${title}</h1>
${paragraphs.map(paragraph => html`<p class="text" style="${body};margin:0 0 16px;overflow-wrap:anywhere">${linesOf(paragraph)}</p>\n`)}${rowsOf(rows)}${action && buttonOf(action)}${
  afterAction !== undefined && html`<p class="muted" style="${small};margin:16px 0 0">${afterAction}</p>`
}
</td></tr>
</table>
<p class="muted" style="${small};max-width:560px;margin:16px auto 0;overflow-wrap:anywhere">${linesOf(footer)}${
    ending && html`<br><a class="link" href="${ending.url}" style="color:${light.accent}">${ending.label}</a>`
  }</p>
</td></tr>
</table>
</body>
</html>
`;
}

const linesOf = (text: string): Html[] =>
  text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);

function rowsOf(rows: NonNullable<MailContent['rows']>): Html | undefined {
  if (rows.length === 0) return undefined;
  const cell = `padding:8px 0;border-top:1px solid ${light.line};vertical-align:top`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">
${rows.map(
  ([label, value]) =>
    html`<tr><td class="muted row" width="35%" style="${small};${cell};padding-right:16px">${label}</td><td class="text row value" style="${body};font-size:14px;${cell};overflow-wrap:anywhere">${linesOf(value)}</td></tr>\n`,
)}</table>
`;
}

function buttonOf({ label, url }: NonNullable<MailContent['action']>): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
<tr><td class="button" style="background:${light.accent};border-radius:8px"><a href="${url}" style="${font};display:inline-block;padding:12px 20px;font-size:16px;font-weight:600;color:${light.onAccent};text-decoration:none">${label}</a></td></tr>
</table>
<p class="muted" style="${small};margin:0;overflow-wrap:anywhere;word-break:break-all"><a class="link" href="${url}" style="color:${light.accent}">${url}</a></p>
`;
}
