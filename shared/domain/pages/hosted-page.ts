import { documentOf } from './document.ts';
import { type Html, html, scriptJson } from './html.ts';
import { markdown } from './markdown.ts';
import { type Attempt, type PlainForm, plainForm } from './plain-form.ts';
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

/**
 * The page of a form. With a script the element takes the place of the plain form within it.
 *
 * @param query the parameters of the address, which fill in fields
 */
export const formPage = (form: HostedForm, query: Query): string =>
  page(
    form,
    html`<script src="../embed.js" defer></script>
${form.embedded && html`<script src="../assets/page.js" defer></script>`}`,
    html`<formline-form form="${form.id}" key="${form.key}" lang="${form.language}">
<script type="application/json">${scriptJson(form.schema)}</script>
${form.needsScript !== undefined && html`<noscript><p class="errors">${form.needsScript}</p></noscript>`}
${plainForm(form.plain, { sent: prefilled(form.plain, query), faults: [] })}
</formline-form>`,
  );

/** The page again, after what was sent could not be taken: as it was filled in, with what is wrong. */
export const formPageAgain = (form: HostedForm, attempt: Attempt): string =>
  page(form, undefined, plainForm(form.plain, attempt));

type Query = Readonly<Record<string, unknown>>;

/** What the fields begin with: what the address says, or else their defaults. */
function prefilled({ fields }: PlainForm, query: Query): ReadonlyMap<string, readonly string[]> {
  return new Map(
    fields.flatMap(({ id, query: name = id, default: value }) => {
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
