import { button, h, setAttribute } from './dom.ts';
import { loadChecks } from './extras.ts';
import fieldStyles from './fields/fields.css';
import { extras, loadExtras } from './loading/load-parts.ts';
import { checkAttributes, failureOf, inlineSchema, LoadFailure, loadSchema } from './loading/load-schema.ts';
import { scriptBase } from './parts.ts';
import type { Answers, Schema } from './schema.ts';
import type { Api } from './send/api.ts';
import { beginVisit, type Visit, visitOf } from './send/visit.ts';
import { Session } from './session.ts';
import type { Captcha } from './spam/captcha.ts';
import base from './style.css';
import { english, type Texts, textsIn } from './texts.ts';

/** Longer than the service may show a form as it was before a change. */
const settledMs = 1500;

/** Where an element shows its form, and how. */
type FormSource = { readonly api: Api; readonly lang: string; readonly preview: boolean };

/** Constructs the style sheets, so that a page's policy need not allow inline styles. */
const sheets = (): CSSStyleSheet[] =>
  [base, fieldStyles, extras.css ?? '', extras.checksCss ?? ''].map(css => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });

/** Returns a valid tag for formatting numbers and dates. Pages also write `en_US`, and worse. */
function languageTag(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang.replace('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/**
 * Returns light or dark, by the color that the page paints behind an element. If it paints none, returns `auto`, which
 * follows the page's color scheme.
 */
function themeAround(element: Element | null): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (element &&
    /^rgb.*/
      .exec(getComputedStyle(element).backgroundColor)?.[0]
      .match(/[\d.]+/g)
      ?.map(Number)) || [0, 0, 0, 0];
  if (alpha > 0.5) return red * 3 + green * 6 + blue < 1280 ? 'dark' : 'light';
  return element?.parentElement ? themeAround(element.parentElement) : 'auto';
}

/**
 * A form in a page: `<formline-form form="form_…" key="pk_…">`. It keeps the visitor's answers when it is removed,
 * moved and added again.
 */
export class FormlineForm extends HTMLElement {
  static observedAttributes = ['form', 'key', 'publishable-key', 'api', 'lang', 'theme', 'preview'];

  /** The token of a captcha that the page shows itself, or a function that returns one for each attempt to send. */
  captcha: Captcha;

  #schema: Schema | undefined;
  #session: Session | undefined;
  #texts = { ...english } as Texts;
  #place = h('div', { class: 'place' });
  #resumed: Partial<Visit> | undefined;
  /** Whether the page's own copy of the schema has former texts. */
  #isOutdated = false;
  #loading = 0;
  #leaving = 0;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).append(this.#place, h('slot'));
    this.#dress();
  }

  connectedCallback(): void {
    clearTimeout(this.#leaving);
    addEventListener('pagehide', this.#leave);
    document.addEventListener('visibilitychange', this.#hide);
    const height = Number(this.dataset.height);
    if (height > 0) this.#place.style.minHeight = `${height}px`;
    if (!this.#session) this.#load();
  }

  /** Leaves the form, unless the element was only moved. */
  disconnectedCallback(): void {
    removeEventListener('pagehide', this.#leave);
    document.removeEventListener('visibilitychange', this.#hide);
    this.#leaving = setTimeout(this.#leave, 1000);
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return;
    if (name === 'theme') this.#showTheme();
    else this.#load();
  }

  /** All values in the form, by field. Setting some of them keeps the rest. */
  get values(): Answers {
    return this.#session?.view.values() ?? {};
  }

  set values(answers: Answers) {
    this.#session?.write(answers);
  }

  /** The public schema, if the page already has it. */
  get schema(): Schema | undefined {
    return this.#schema;
  }

  set schema(schema: Schema | undefined) {
    this.#schema = schema;
    if (this.isConnected) this.#load();
  }

  next(): void {
    this.#session?.next();
  }

  back(): void {
    this.#session?.back();
  }

  /** Goes to a field. */
  show(field: string): void {
    this.#session?.view.show(field);
  }

  /** Restarts the form with a new visit. */
  reset(): void {
    beginVisit(this.getAttribute('form') ?? '');
    this.#load();
  }

  #api(): Api {
    const url = new URL(this.getAttribute('api') ?? scriptBase(), location.href).href;
    return {
      base: url.endsWith('/') ? url : `${url}/`,
      formId: this.getAttribute('form') ?? this.#schema?.id ?? '',
      // React and Vue keep an attribute called `key` for themselves.
      key: this.getAttribute('key') ?? this.getAttribute('publishable-key') ?? '',
    };
  }

  get #lang(): string {
    return languageTag(this.lang || this.closest('[lang]')?.getAttribute('lang') || navigator.language);
  }

  /** Loads and shows the form. If several loads overlap, the last one wins. */
  #load(): void {
    const own = ++this.#loading;
    this.#session?.stop();
    this.#session = undefined;
    const place: FormSource = { api: this.#api(), lang: this.#lang, preview: this.hasAttribute('preview') };
    const ifLatest =
      <T>(act: (result: T) => void) =>
      (result: T) => {
        if (own === this.#loading) act(result);
      };
    this.#fetch(place).then(
      ifLatest(schema => this.#show(schema, place)),
      ifLatest(error => this.#fail(error instanceof LoadFailure ? error : failureOf(place.api, error))),
    );
  }

  async #fetch({ api, lang, preview }: FormSource): Promise<Schema> {
    const texts = textsIn(lang);
    void loadChecks();
    if (!preview) checkAttributes(api);
    const known = this.#isOutdated ? undefined : (this.#schema ?? (await inlineSchema(this)));
    const schema = known ?? (await loadSchema(api, lang));
    // The new form takes over what a visitor does in a plain form meanwhile.
    await Promise.all([loadExtras(schema), this.querySelector('form') && loadChecks()]);
    Object.assign(this.#texts, extras.texts, await texts);
    this.#resumed = preview ? undefined : await extras.resume?.(api, this.#texts);
    return schema;
  }

  #show(schema: Schema, place: FormSource): void {
    if (schema.closed) this.#say(schema.closed.message ?? this.#texts.closed);
    else this.#begin(schema, place);
  }

  #begin(schema: Schema, place: FormSource): void {
    const { api, preview } = place;
    const focused = document.activeElement;
    const visit = visitOf(preview ? { ...schema, id: '' } : schema, this.#resumed);
    this.#session = new Session({
      ...place,
      schema,
      texts: this.#texts,
      visit,
      host: this,
      onOutdated: () => {
        this.#isOutdated = true;
        setTimeout(() => this.#load(), settledMs);
      },
    });
    this.#place.replaceChildren(this.#session.root);
    this.#scheme = extras.applyTheme?.(this.#place, schema, api);
    this.#schemaTheme = schema.ui?.theme;
    this.#showTheme();
    this.#dress();
    const { view } = this.#session;
    void loadChecks().then(() => {
      this.#dress();
      // A visitor who follows a resume link wants the form, wherever it is in the page.
      if (this.#resumed?.answers) view.reveal();
    });
    setAttribute(this.#place, 'data-ready', true);
    extras.takeOver?.(this, this.#place, focused);
    // Take over the plain form only once: it belongs to no other visit, and to no other texts.
    this.querySelector('form')?.toggleAttribute('inert', true);
    this.#session.tell('ready', { schema });
    if (!preview) this.#session.events.view().catch(error => this.#viewRefused(api, error));
  }

  #dress(): void {
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = sheets();
  }

  #schemaTheme: string | undefined;
  #scheme: string | undefined;

  #showTheme(): void {
    const own = this.#scheme ?? this.getAttribute('theme') ?? this.#schemaTheme ?? 'auto';
    const around = themeAround(this);
    setAttribute(this.#place, 'data-theme', own === 'auto' ? around : own);
    // A form with another color scheme than its page needs its own background.
    setAttribute(this.#place, 'data-card', own !== 'auto' && own !== around);
  }

  /** Shows the refusal of the first request with the key, which says whether this page may submit at all. */
  #viewRefused(api: Api, error: unknown): void {
    const failure = failureOf(api, error);
    if (failure.text === 'misplaced') this.#fail(failure);
    else console.warn(`formline: ${failure.message}`);
  }

  #fail({ message, text, isPassing }: LoadFailure): void {
    console.error(`formline: ${message}`);
    const retry = button('forward', this.#texts.retry, () => this.#load());
    this.#say(this.#texts[text], ...(isPassing ? [retry] : []));
    if (text === 'loadOffline') addEventListener('online', () => this.#load(), { once: true });
  }

  /** Shows a sentence in place of the form. */
  #say(text: string, ...nodes: readonly Node[]): void {
    this.#place.replaceChildren(
      h('div', { class: 'failure', part: 'failure' }, h('p', { role: 'alert' }, text), ...nodes),
    );
    setAttribute(this.#place, 'data-ready', true);
  }

  #leave = (): void => this.#session?.leave();

  #hide = (): void => {
    if (document.visibilityState === 'hidden') this.#session?.events.flush();
  };
}

/** Defines the element once, however many scripts on a page ask for it. */
export function define(): void {
  if (!customElements.get('formline-form')) customElements.define('formline-form', FormlineForm);
}
