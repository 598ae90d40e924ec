import { loadChecks } from './extras.ts';
import { FormView } from './form/form-view.ts';
import { type Frame, frameOf } from './form/frame.ts';
import { prefill } from './form/prefill.ts';
import type { stepsHistory } from './form/steps-history.ts';
import { thanksView } from './form/thanks-view.ts';
import { extras } from './loading/load-parts.ts';
import { loadSchema } from './loading/load-schema.ts';
import { part } from './parts.ts';
import type { Answers, Schema } from './schema.ts';
import { type Api, whenWorthwhile } from './send/api.ts';
import { type Events, eventsOf } from './send/events.ts';
import { type Fault, Refusal } from './send/refusal.ts';
import type { Saves } from './send/saves.ts';
import { send } from './send/send.ts';
import { forget, keep, type Visit } from './send/visit.ts';
import type { Captcha } from './spam/captcha.ts';
import type { Evidence } from './spam/evidence.ts';
import type { Texts } from './texts.ts';

export type SessionOptions = {
  readonly schema: Schema;
  readonly api: Api;
  readonly texts: Texts;
  readonly lang: string;
  readonly visit: Visit;
  /** Whether to show the form without sending or storing anything. */
  readonly preview: boolean;
  /** Called when the service says that a consent text has changed. */
  readonly onOutdated: () => void;
  /** The element in the page: it fires the events and has the page's settings. */
  readonly host: HTMLElement & { readonly captcha: Captcha; reset(): void };
};

/** The wait that a paused service asks for, in milliseconds. A busy one asks for less. */
const pausedMs = 60_000;

/** The time after which a visitor thinks that nothing is happening, in milliseconds. */
const slowMs = 8000;

const ticketMs = 23 * 3_600_000;

/** The age from which the service takes a ticket, in milliseconds, and a bit more. */
const earlyMs = 2500;

/** One visitor's session with a form, from the first question to the thank-you message. */
export class Session {
  readonly view: FormView;
  readonly events: Events;
  readonly #options: SessionOptions;
  readonly #frame: Frame;
  #ownSaves: Saves | undefined;
  /** Set if the form asks for more than a ticket. */
  readonly #evidence: Evidence | undefined;
  #ticket: string | undefined;
  #history: ReturnType<typeof stepsHistory> | undefined;
  readonly #since = Date.now();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #abort = new AbortController();
  #isDone = false;
  readonly #good = () => this.view.goodAnswers();

  constructor(options: SessionOptions) {
    const { schema, api, visit, preview, host } = options;
    this.#options = options;
    extras.dropOutdated?.(visit, schema);
    this.events = eventsOf(api, () => visit.session, preview);
    this.#evidence = extras.evidenceOf?.(api, schema, host, part);
    this.#ticket = schema.spamProtection?.ticket;
    this.view = this.#newView();
    this.#frame = frameOf(schema, this.view.nodes, { ...options, onBack: () => this.back() });
    this.#frame.form.addEventListener('submit', event => {
      event.preventDefault();
      this.next();
    });
    this.#frame.form.addEventListener('focusin', ({ target }) => {
      const field = this.view.fieldOf(target);
      if (field) this.events.focus(field);
      visit.started ||= field !== undefined;
    });
    this.#frame.form.append(...(extras.laterNodes?.({ ...options, answers: this.#good }) ?? []));
    this.#frame.say(visit.notice ?? '');
    delete visit.notice;
    this.view.step = visit.step;
    if (this.view.isLong && !preview) this.#history = extras.stepsHistory?.(schema.id, this.view);
    this.#showButtons();
    extras.greet?.(this.#frame, options);
  }

  get root(): HTMLElement {
    return this.#frame.root;
  }

  /** Fires an event on the page's element. Returns false if the page cancels it. */
  tell(name: string, detail: unknown, cancelable = false): boolean {
    const init = { detail, bubbles: true, composed: true, cancelable };
    return this.#options.host.dispatchEvent(new CustomEvent(`formline:${name}`, init));
  }

  /** Goes to the next step, or submits from the last one. */
  next(): void {
    if (this.#frame.forward.disabled) return;
    const done = this.view.isLast ? this.#submit() : this.view.next();
    done.catch(error => this.#refused(error));
  }

  back(): void {
    (this.#history ?? this.view).back();
  }

  write(answers: Answers): void {
    this.view.write(answers);
    this.#remember();
    this.#saveSoon();
  }

  /** Sends what isn't saved yet, as the visitor leaves the page. */
  leave(): void {
    if (this.#isDone) return;
    this.#saves?.last();
    if (this.#options.visit.started) this.events.abandon();
    this.events.flush();
  }

  /** Stops when another form replaces this one. */
  stop(): void {
    this.#abort.abort();
    this.#history?.stop();
    this.#saves?.stop();
  }

  /** The saves of answers, once the checks are loaded. */
  get #saves(): Saves | undefined {
    this.#ownSaves ??= extras.savesOf?.(this.#options, this.#good, this.#frame.form, this.#ticket);
    return this.#ownSaves;
  }

  #saveSoon(): void {
    void loadChecks().then(() => {
      if (!this.#isDone && !this.#abort.signal.aborted) this.#saves?.soon();
    });
  }

  #newView(): FormView {
    const { schema, visit, host } = this.#options;
    return new FormView({
      schema,
      element: host,
      host: {
        ...this.#options,
        fileNames: visit.fileNames,
        ownsTitle: host.hasAttribute('data-page'),
        own: { dir: 'auto', lang: schema.language },
        kindsOf: extras.kindsOf,
        busy: work => {
          this.#pending.add(work);
          work.finally(() => this.#pending.delete(work)).catch(() => {});
        },
      },
      answers: {
        ...prefill(
          schema.fields,
          new URLSearchParams(location.search),
          new FormData(host.querySelector('form:not([inert])') ?? undefined),
        ),
        ...visit.answers,
      },
      withheld: () => visit.withheld,
      onChange: field => {
        this.#remember();
        this.#saveSoon();
        this.tell('change', { field, values: this.view.answers() });
      },
      onStep: (step, steps) => {
        this.#history?.note();
        this.#remember();
        this.#showButtons();
        this.#saves?.now();
        this.tell('step', { step, steps });
      },
      onFault: ({ field, rule }) => this.events.error(field, rule),
    });
  }

  #remember(): void {
    const { schema, visit, preview } = this.#options;
    Object.assign(visit, { answers: this.view.values(), step: this.view.step });
    if (!preview) keep(schema, visit);
  }

  #showButtons(): void {
    const { schema, texts, lang, preview } = this.#options;
    this.#frame.back.hidden = this.view.isFirst;
    const own = this.view.isLast ? schema.theme?.buttonText : undefined;
    this.#frame.forward.textContent = own ?? (this.view.isLast ? texts.send : texts.next);
    this.#frame.forward.lang = (own && schema.language) ?? lang;
    if (this.view.isLast && !preview) this.#evidence?.prepare();
  }

  async #submit(): Promise<void> {
    await Promise.all(this.#pending);
    if (!(await this.view.validate()) || this.#frame.forward.disabled) return;
    const answers = this.view.answers();
    if (!this.tell('submit', { values: answers }, true)) return;
    this.#lock(true);
    try {
      this.#thank(this.#options.preview ? {} : await this.#deliver(answers));
    } finally {
      this.#lock(false);
    }
  }

  #deliver(answers: Answers): Promise<unknown> {
    const { api, texts, visit } = this.#options;
    this.#saves?.stop();
    this.events.flush();
    const evidence = async () => ({
      'x-formline-ticket': await this.#workingTicket(),
      ...(await this.#evidence?.headers()),
    });
    const { name, value } = this.#frame.decoy;
    const body = { ...(extras.changesOf?.(answers, visit) ?? answers), ...(name && value && { [name]: value }) };
    const sending = { session: visit.session, body, evidence };
    const onWait = ({ status, retryAfter = 0 }: Refusal) => {
      const isPaused = status === 503 && retryAfter >= pausedMs;
      this.#frame.say(isPaused ? texts.paused : navigator.onLine ? texts.busy : texts.offline);
    };
    const slow = setTimeout(() => this.#frame.say(texts.busy), slowMs);
    return send(api, sending, onWait, this.#abort.signal).finally(() => clearTimeout(slow));
  }

  /**
   * Returns a ticket that works, as soon as it does: the service takes a young one for a robot's. Tickets begin with their
   * time and expire after a day. A page may stay open for longer, or come from a cache.
   */
  async #workingTicket(): Promise<string | undefined> {
    const { api, lang } = this.#options;
    const now = Date.now();
    let ticket = this.#ticket;
    let since = this.#since;
    if (now - Math.min(since, parseInt(ticket ?? '', 36) || since) > ticketMs) {
      ticket = (await loadSchema(api, lang)).spamProtection?.ticket;
      since = now;
    }
    if (ticket) await whenWorthwhile(since + earlyMs - now);
    return ticket;
  }

  #lock(isLocked: boolean): void {
    this.#frame.forward.disabled = isLocked;
    for (const node of this.view.nodes) node.inert = isLocked;
    if (isLocked) this.#frame.forward.textContent = this.#options.texts.sending;
    else this.#showButtons();
  }

  #refused(error: unknown): void {
    if (this.#abort.signal.aborted) return;
    const { texts, visit, onOutdated } = this.#options;
    const { status, code, message, details } = error instanceof Refusal ? error : new Refusal(0);
    console.error(`formline: answers refused: ${status} ${code}`, error, details);
    this.#frame.say(
      sentenceOf(code, texts) ?? (code === 'form_closed' ? message : details[0] ? '' : texts.failed),
      true,
    );
    const faults = details.map(fault => this.#inWords(fault));
    this.view.showFaults(faults);
    this.tell('error', { status, code, message, details });
    if (extras.readsAgain?.(code, visit, faults)) onOutdated();
  }

  /** Returns a fault that the service found, in the visitor's language. */
  #inWords(fault: Fault): Fault {
    const { schema } = this.#options;
    const field = schema.fields.find(({ id }) => id === fault.field);
    return (field && extras.faultOf?.(field, fault.rule, this.#options, this.view.values()[field.id])) ?? fault;
  }

  #thank(response: unknown): void {
    const { schema, texts, preview } = this.#options;
    this.#isDone = true;
    this.#history?.stop();
    if (!preview) forget(schema.id);
    const end = extras.endingView?.(schema, this.view.answers());
    const thanks = thanksView(end?.nodes, texts);
    this.root.replaceChildren(thanks);
    thanks.focus();
    this.tell('success', { response });
    if (!preview) redirect(end?.redirectUrl);
  }
}

const sentenceOf = (code: string, texts: Texts): string | undefined =>
  /^(captcha|proof)_failed/.test(code) ? texts.human : undefined;

/** Redirects to http and https only: a form's URL could contain `javascript:`. */
function redirect(url: string | undefined): void {
  if (url && /^https?:\/\//i.test(url)) location.assign(url);
}
