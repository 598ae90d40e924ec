import { documentOf } from './document.ts';
import { type Html, html, scriptJson } from './html.ts';
import { markdown } from './markdown.ts';
import { type Attempt, errorSummary, type PlainForm, plainForm } from './plain-form.ts';
import type { PageTexts } from './texts.ts';

export type Surroundings = {
  readonly title: string;
  readonly language: string;
  readonly theme: string | undefined;
  /** It lies in a frame of another page, which shows the title. */
  readonly embedded: boolean;
  /** Whether search engines may list it. */
  readonly indexed: boolean;
  /** `https://…/f/form_…` */
  readonly address: string;
};

export type HostedForm = Surroundings & {
  readonly id: string;
  readonly key: string;
  /** The public schema, for the element. */
  readonly schema: object;
  readonly plain: PlainForm;
  /** Why it cannot be sent without a script. */
  readonly needsScript: string | undefined;
};

/** The longest page that is sent to anybody who asks, in bytes. */
export const pageBytesMax = 524_288;

const isWithin = (page: string): boolean => Buffer.byteLength(page) <= pageBytesMax;

/**
 * The page of a form. With a script the element takes the place of the plain form within it. A form that would make a longer
 * page than one has is shown by the element alone, which loads it.
 *
 * @param query the parameters of the address, which fill in fields
 */
export function formPage(form: HostedForm, query: Query): string {
  const { plain, needsScript } = form;
  const shown = plainForm(plain, { sent: prefilled(plain, query), faults: [] });
  const schema = html`
<script type="application/json">${scriptJson(form.schema)}</script>`;
  const whole =
    shown &&
    elementPage(
      form,
      html`${schema}${needsScript !== undefined && noScript(needsScript)}
${shown}`,
    );
  return whole && isWithin(whole) ? whole : elementPage(form, noScript(needsScript ?? plain.texts.tooLong));
}

const noScript = (text: string): Html => html`
<noscript><p class="errors">${text}</p></noscript>`;

const elementPage = (form: HostedForm, content: Html): string =>
  page(
    form,
    html`<script src="../embed.js" defer></script>
${form.embedded && html`<script src="../assets/page.js" defer></script>`}`,
    html`<formline-form form="${form.id}" key="${form.key}" lang="${form.language}">${content}
</formline-form>`,
  );

/**
 * The page again, after what was sent could not be taken: as it was filled in, with what is wrong. Where that is too long for a
 * page, what is wrong alone: the browser has the answers.
 */
export function formPageAgain(form: HostedForm, attempt: Attempt): string {
  const shown = plainForm(form.plain, attempt);
  const whole = shown && page(form, undefined, shown);
  if (whole && isWithin(whole)) return whole;
  const { texts } = form.plain;
  return page(
    form,
    undefined,
    html`${errorSummary(form.plain, attempt)}
<p>${texts.goBack}</p>`,
  );
}

type Query = Readonly<Record<string, unknown>>;

/** The types that a visitor alone answers: nobody agrees for them by a link, or names a file. */
const neverPrefilled: ReadonlySet<string> = new Set(['consent', 'file']);

/** What the fields begin with: what the address says, or else their defaults. */
function prefilled({ fields }: PlainForm, query: Query): ReadonlyMap<string, readonly string[]> {
  return new Map(
    fields.flatMap(({ id, type, query: name = id, default: value }) => {
      if (neverPrefilled.has(type)) return [];
      const first = Object.hasOwn(query, name) ? query[name] : value;
      if (first === undefined || (typeof first === 'object' && !Array.isArray(first))) return [];
      return [[id, [first].flat().map(String)] as const];
    }),
  );
}

export type Notice = { readonly title: string; readonly text: string | readonly Html[] };

/** A page that says one thing: that the answers have arrived, or that there is no form to fill in. */
export const noticePage = (surroundings: Surroundings, { title, text }: Notice): string =>
  page(
    { ...surroundings, embedded: false },
    surroundings.embedded && html`<script src="../assets/page.js" defer></script>`,
    html`${title !== surroundings.title && html`<h2>${title}</h2>`}${typeof text === 'string' ? html`<p>${text}</p>` : text}`,
  );

/** What is said once the answers have arrived: by the form, or by the service. */
export const thanksOf = (text: string | undefined, texts: PageTexts): Notice => ({
  title: texts.thanksTitle,
  text: text === undefined ? texts.thanks : markdown(text),
});

function page(around: Surroundings, scripts: Html | undefined | false, body: Html): string {
  const { title, language, theme, embedded, indexed, address } = around;
  const classes = [theme === 'light' || theme === 'dark' ? theme : '', embedded ? 'embedded' : ''].filter(Boolean);
  return documentOf({
    title,
    language,
    root: '../',
    classes: classes.join(' '),
    head: html`${!indexed && html`<meta name="robots" content="noindex">`}
<meta property="og:title" content="${title}">
<meta property="og:type" content="website">
<meta property="og:url" content="${address}">
${scripts}`,
    body: html`${!embedded && html`<h1>${title}</h1>`}
${body}`,
  });
}
