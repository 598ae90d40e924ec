import type { Fault } from '../../fault.ts';
import type { PublicField } from '../fields/field.ts';
import { faultText } from '../wording/fault-text.ts';
import { hintText } from '../wording/hint-text.ts';
import type { Words } from '../wording/in-words.ts';
import { controlOf, formBytesMax, isRequired } from './controls.ts';
import { type Html, html } from './html.ts';
import { markdown } from './markdown.ts';
import type { SentTexts } from './sent-texts.ts';
import { controlsMax } from './shown-field.ts';
import type { PageTexts } from './texts.ts';

/** The last refused submission, if there was one. */
export type RefusedAttempt = {
  readonly sent: SentTexts;
  readonly faults: readonly Fault[];
  /** The error of the request as a whole. */
  readonly message?: string;
};

export type PlainForm = {
  readonly fields: readonly PublicField[];
  /** The URL it is sent to, relative to the page. */
  readonly action: string;
  /** Hidden controls by name: a token, URL parameters. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The name of the control that only bots fill in. */
  readonly honeypot: string | undefined;
  /** The text of the button. Default: “Send”. */
  readonly buttonText?: string | undefined;
  /** The text above the form, in Markdown. */
  readonly welcome?: string | undefined;
  readonly texts: PageTexts;
  /** The texts of errors and hints. */
  readonly words: Words;
};

/** The number of choices of rankings and matrices (places and rows times choices) above which they are listed once. */
const choicesMax = 2000;

/**
 * The maximum number of characters of the fields: no longer than a page, and checked before all of them are written.
 */
const charactersMax = 524_288;

/**
 * Returns a form that works without a script: every field in order, the last input, and its errors. Returns undefined
 * for one that is too long for a page, or has more controls than can be sent.
 */
export function plainForm(form: PlainForm, attempt: RefusedAttempt): Html | undefined {
  const { fields, action, hidden, honeypot, buttonText, welcome, texts } = form;
  const controls = fields.map(controlCountOf).reduce((sum, count) => sum + count, Object.keys(hidden).length + 1);
  const shown = controls > controlsMax ? undefined : fieldsOf(form, attempt);
  if (!shown) return undefined;
  const multipart = fields.some(({ type }) => type === 'file');
  return html`<form method="post" action="${action}"${multipart && html` enctype="multipart/form-data"`}>
${welcome !== undefined && html`<div class="field" dir="auto">${markdown(welcome)}</div>`}
${errorSummary(form, attempt)}
${shown}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${honeypot !== undefined && html`<div class="away" aria-hidden="true"><label>${honeypot} <input type="text" name="${honeypot}" tabindex="-1" autocomplete="off"></label></div>`}
<button type="submit">${buttonText ?? texts.send}</button>
</form>`;
}

/** Returns the most values that a browser sends for a field. */
const controlCountOf = ({ type, options = [], rows = [] }: PublicField): number => {
  if (type === 'ranking' || type === 'multiselect') return options.length;
  return type === 'matrix' ? rows.length : 1;
};

/** Returns how many choices a field shows if each place and row has its own. */
const choiceCountOf = ({ type, options = [], rows = [], columns = [] }: PublicField): number => {
  if (type === 'ranking') return options.length ** 2;
  return type === 'matrix' ? rows.length * columns.length : 0;
};

function fieldsOf(form: PlainForm, attempt: RefusedAttempt): Html[] | undefined {
  const compact = form.fields.reduce((sum, field) => sum + choiceCountOf(field), 0) > choicesMax;
  const shown: Html[] = [];
  let characters = 0;
  for (const [index, field] of form.fields.entries()) {
    const written = fieldOf({ field, index, compact }, form, attempt);
    characters += written.text.length;
    if (characters > charactersMax) return undefined;
    shown.push(written);
  }
  return shown;
}

const faultsMax = 50;

/** Returns the list of errors, each with a link to its field; only the first if there are too many to read. */
export function errorSummary({ fields, texts, words }: PlainForm, { sent, faults, message }: RefusedAttempt): Html {
  if (faults.length === 0 && message === undefined) return html``;
  const items = faults.slice(0, faultsMax).map(fault => {
    const index = fields.findIndex(({ id }) => id === fieldIdOf(fault));
    const field = fields[index];
    return field
      ? html`<li><a href="#f${index}">${messageOf(fault, field, { words, sent })}</a></li>`
      : html`<li>${fault.message}</li>`;
  });
  const files = fields.some(({ type }) => type === 'file') && html`<p class="hint">${texts.filesAgain}</p>`;
  return html`<div class="errors" role="alert"><p>${message ?? words.texts.check}</p>${items.length > 0 && html`<ul>${items}</ul>`}${files}</div>`;
}

/** Returns the field of a fault; `prices.large` is about the row of a matrix. */
const fieldIdOf = ({ field }: Fault): string => field.split(/[.[]/)[0] ?? '';

const messageOf = ({ rule }: Fault, field: PublicField, { words, sent }: { words: Words; sent: SentTexts }): string =>
  faultText(rule, { ...field, label: field.label ?? field.id }, words, sent.get(field.id)?.[0]);

/**
 * Returns the field for a page. All files of a page share 4 MB, so a field that takes larger ones shows no limit of its
 * own.
 */
function withinPage(field: PublicField): PublicField {
  const { maxBytes, ...validate } = field.validate ?? {};
  return Number(maxBytes ?? 0) < formBytesMax ? field : { ...field, validate };
}

type FieldPosition = { readonly field: PublicField; readonly index: number; readonly compact: boolean };

function fieldOf(shown: FieldPosition, form: PlainForm, attempt: RefusedAttempt): Html {
  const { kind, control } = controlOf(shown.field);
  if (kind !== 'bare') return asked(shown, form, attempt);
  const { texts, words } = form;
  return control({ field: shown.field, sent: attempt.sent, texts, words, attributes: html`` });
}

function asked(
  { field, index, compact }: FieldPosition,
  { texts, words }: PlainForm,
  { sent, faults }: RefusedAttempt,
): Html {
  const id = `f${index}`;
  const { kind, control } = controlOf(field);
  const own = faults.filter(fault => fieldIdOf(fault) === field.id);
  const rules = hintText(withinPage(field), words);
  const hints = [field.help, rules, field.visibleIf !== undefined && texts.ifApplies].filter(
    hint => typeof hint === 'string',
  );
  const described = [...hints.map((_, each) => `${id}h${each}`), ...(own.length > 0 ? [`${id}e`] : [])].join(' ');
  const state = html`${described !== '' && html` aria-describedby="${described}"`}${own.length > 0 && html` aria-invalid="true"`}`;
  const attributes = html`id="${id}"${state}${isRequired(field) && html` required`}`;
  const label = html`<span dir="auto">${field.label ?? field.id}</span>${!field.required && html` <span class="optional">(${texts.optional})</span>`}`;
  const notes = html`${hints.map((hint, each) => html`<p class="hint" id="${id}h${each}" dir="auto">${hint}</p>`)}
${own.length > 0 && html`<p class="error" id="${id}e">${own.map(fault => messageOf(fault, field, { words, sent })).join('. ')}</p>`}`;
  const view = { field, sent, texts, words, attributes, compact };
  if (kind === 'group') {
    return html`<fieldset class="field" id="${id}"${state}><legend>${label}</legend>${notes}${control(view)}</fieldset>`;
  }
  if (kind === 'ticked') return html`<div class="field">${notes}${control(view)}</div>`;
  return html`<div class="field"><label for="${id}">${label}</label>${notes}${control(view)}</div>`;
}
