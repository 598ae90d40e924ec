import type { Theme } from '../forms/theme.ts';
import { fill } from '../wording/template.ts';
import { documentOf } from './document.ts';
import { type Html, html, scriptJson } from './html.ts';
import { markdown } from './markdown.ts';
import { errorSummary, type PlainForm, plainForm, type RefusedAttempt } from './plain-form.ts';
import type { PageTexts } from './texts.ts';

export type Surroundings = {
  readonly title: string;
  /** The heading above the form, if it is not the title. */
  readonly heading?: string;
  readonly language: string;
  readonly theme: string | undefined;
  /** The style sheet, with the form's theme, to be inside the page. */
  readonly style?: string | undefined;
  /** Whether it is in a frame of another page, which shows the title. */
  readonly embedded: boolean;
  /** Whether search engines may list it. */
  readonly indexed: boolean;
  /** `https://…/f/form_…` */
  readonly address: string;
  /** The logo and the cover of the form. */
  readonly pictures?: Pick<Theme, 'logo' | 'cover'>;
  /** The preview that networks show where the address is shared. */
  readonly card?: { readonly description?: string; readonly imageUrl?: string } | undefined;
};

export type HostedForm = Surroundings & {
  readonly id: string;
  readonly key: string;
  /** The public schema, for the element. */
  readonly schema: object;
  readonly plain: PlainForm;
  /** Why the form cannot be sent without a script. */
  readonly needsScript: string | undefined;
};

/** The longest page that is served, in bytes. */
export const pageBytesMax = 524_288;

const isWithin = (page: string): boolean => Buffer.byteLength(page) <= pageBytesMax;

/**
 * Returns the page of a form. With a script, the element replaces the plain form inside it. A form that would exceed
 * the longest page is shown only by the element, which loads it.
 *
 * @param query the URL parameters, which fill in fields
 */
export function formPage(form: HostedForm, query: AddressQuery): string {
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
    html`<formline-form form="${form.id}" key="${form.key}" lang="${form.language}" data-page>${content}
</formline-form>`,
  );

/**
 * Returns the page again after a refused submission: as filled in, with the errors. If that is too long for a page,
 * returns only the errors: the browser still has the answers.
 */
export function formPageAgain(form: HostedForm, attempt: RefusedAttempt): string {
  const shown = plainForm(form.plain, attempt);
  const wrong = {
    ...form,
    heading: form.title,
    title: fill(form.plain.words.texts.error, form.language, [form.title]),
  };
  const whole = shown && page(wrong, undefined, shown);
  if (whole && isWithin(whole)) return whole;
  const { texts } = form.plain;
  return page(
    wrong,
    undefined,
    html`${errorSummary(form.plain, attempt)}
<p>${texts.goBack}</p>`,
  );
}

type AddressQuery = Readonly<Record<string, unknown>>;

/** Whether the URL fills in a field of the form. All pages whose URL fills in none are alike. */
export const isPrefilled = (fields: PlainForm['fields'], query: AddressQuery): boolean =>
  fields.some(({ id, query: name = id }) => Object.hasOwn(query, name));

/** The types that only a visitor may answer: a link cannot give consent or name a file. */
const neverPrefilled: ReadonlySet<string> = new Set(['consent', 'file']);

/** Returns the initial values of fields: from the URL, or else their defaults. */
function prefilled({ fields }: PlainForm, query: AddressQuery): ReadonlyMap<string, readonly string[]> {
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

/** Returns a page with a single notice: that the answers have arrived, or that there is no form to fill in. */
export const noticePage = (surroundings: Surroundings, { title, text }: Notice): string =>
  page(
    { ...surroundings, embedded: false },
    surroundings.embedded && html`<script src="../assets/page.js" defer></script>`,
    html`${title !== surroundings.title && html`<h2>${title}</h2>`}${typeof text === 'string' ? html`<p>${text}</p>` : text}`,
  );

/** Returns the notice after a submission: the form's, or the service's. */
export const thanksOf = (text: string | undefined, texts: PageTexts): Notice => ({
  title: texts.thanksTitle,
  text: text === undefined ? texts.thanks : markdown(text),
});

/** Returns a picture, if the form has it. Its style reserves its place. */
function pictureOf({ pictures }: Surroundings, name: 'logo' | 'cover'): Html | undefined {
  const { image, alt = '' } = pictures?.[name] ?? {};
  return image === undefined
    ? undefined
    : html`<img class="${name}" src="../images/${image}" alt="${alt}">
`;
}

function page(around: Surroundings, scripts: Html | undefined | false, body: Html): string {
  const { title, heading = title, language, theme, style, embedded, indexed, address } = around;
  const { description, imageUrl } = around.card ?? {};
  const classes = [theme === 'light' || theme === 'dark' ? theme : '', embedded ? 'embedded' : ''].filter(Boolean);
  return documentOf({
    title,
    language,
    root: '../',
    classes: classes.join(' '),
    style,
    head: html`${!indexed && html`<meta name="robots" content="noindex">`}
<meta property="og:title" content="${heading}">
<meta property="og:type" content="website">
<meta property="og:url" content="${address}">
${indexed && html`<link rel="canonical" href="${address}">`}
${description !== undefined && html`<meta name="description" content="${description}"><meta property="og:description" content="${description}">`}
${imageUrl !== undefined && html`<meta property="og:image" content="${imageUrl}"><meta name="twitter:card" content="summary_large_image">`}
${scripts}`,
    body: html`${pictureOf(around, 'cover')}${pictureOf(around, 'logo')}${!embedded && html`<h1 dir="auto">${heading}</h1>`}
${body}`,
  });
}
