import type { Fault } from '../../fault.ts';
import { controlOf, isRequired, type Sent } from './controls.ts';
import { type Html, html } from './html.ts';
import { markdown } from './markdown.ts';
import { controlsMax, type ShownField } from './shown-field.ts';
import type { PageTexts } from './texts.ts';

/** What was sent last and was not taken, if anything was. */
export type Attempt = {
  readonly sent: Sent;
  readonly faults: readonly Fault[];
  /** What is wrong with the request as a whole. */
  readonly message?: string;
};

export type PlainForm = {
  readonly fields: readonly ShownField[];
  /** Where it is sent, relative to the page. */
  readonly action: string;
  /** Controls that nobody sees, by name: a token, what the address said. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The name of the control that only machines fill in. */
  readonly honeypot: string | undefined;
  readonly texts: PageTexts;
  /** Whether the faults are told in the server's own words, which are English. */
  readonly english: boolean;
};

/** So many choices of rankings and matrices, places and rows times choices, stand in a form before they are listed once. */
const choicesMax = 2000;

/** How long the fields may be, in characters: no longer than a page, and known before all of them are written. */
const charactersMax = 524_288;

/**
 * A form that works without a script: every field in order, what was sent last, and what was wrong with it. Undefined for one
 * that is too long for a page, or has more controls than can be sent.
 */
export function plainForm(form: PlainForm, attempt: Attempt): Html | undefined {
  const { fields, action, hidden, honeypot, texts } = form;
  const controls = fields.map(controlCountOf).reduce((sum, count) => sum + count, Object.keys(hidden).length + 1);
  const shown = controls > controlsMax ? undefined : fieldsOf(form, attempt);
  if (!shown) return undefined;
  const multipart = fields.some(({ type }) => type === 'file');
  return html`<form method="post" action="${action}"${multipart && html` enctype="multipart/form-data"`}>
${errorSummary(form, attempt)}
${shown}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${honeypot !== undefined && html`<div class="away" aria-hidden="true"><label>${honeypot} <input type="text" name="${honeypot}" tabindex="-1" autocomplete="off"></label></div>`}
<button type="submit">${texts.send}</button>
</form>`;
}

/** How many values a browser sends of a field, at most. */
const controlCountOf = ({ type, options = [], rows = [] }: ShownField): number => {
  if (type === 'ranking' || type === 'multiselect') return options.length;
  return type === 'matrix' ? rows.length : 1;
};

/** How many choices a field shows where each place and row has its own. */
const choiceCountOf = ({ type, options = [], rows = [], columns = [] }: ShownField): number => {
  if (type === 'ranking') return options.length ** 2;
  return type === 'matrix' ? rows.length * columns.length : 0;
};

function fieldsOf(form: PlainForm, attempt: Attempt): Html[] | undefined {
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

/** What is wrong; of more faults than anybody reads, the first. */
export function errorSummary({ fields, texts, ...form }: PlainForm, { faults, message }: Attempt): Html {
  if (faults.length === 0 && message === undefined) return html``;
  const items = faults.slice(0, faultsMax).map(fault => {
    const index = fields.findIndex(({ id }) => id === fieldIdOf(fault));
    const field = fields[index];
    const words = messageOf(fault, texts, form.english);
    return field
      ? html`<li><a href="#f${index}">${field.label ?? field.id}</a>: ${words}</li>`
      : html`<li>${words}</li>`;
  });
  const files = fields.some(({ type }) => type === 'file') && html`<p class="hint">${texts.filesAgain}</p>`;
  return html`<div class="errors" role="alert"><p>${message ?? texts.check}</p>${items.length > 0 && html`<ul>${items}</ul>`}${files}</div>`;
}

/** `prices.large` is about the row of a matrix. */
const fieldIdOf = ({ field }: Fault): string => field.split(/[.[]/)[0] ?? '';

const messageOf = ({ rule, message }: Fault, texts: PageTexts, english: boolean): string => {
  if (rule === 'required') return texts.required;
  return english ? message : texts.invalid;
};

const noControl: Readonly<Record<string, (field: ShownField) => Html>> = {
  page: ({ label }) => html`${label !== undefined && html`<h2>${label}</h2>`}`,
  statement: ({ label, text = '' }) =>
    html`<div class="field">${label !== undefined && html`<h2>${label}</h2>`}${markdown(text)}</div>`,
  calculated: () => html``,
};

type Shown = { readonly field: ShownField; readonly index: number; readonly compact: boolean };

function fieldOf({ field, ...place }: Shown, form: PlainForm, attempt: Attempt): Html {
  const shown = noControl[field.type];
  if (shown) return shown(field);
  if (field.type === 'hidden') {
    return html`<input type="hidden" name="${field.id}" value="${attempt.sent.get(field.id)?.[0] ?? ''}">`;
  }
  return asked({ field, ...place }, form, attempt);
}

function asked({ field, index, compact }: Shown, { texts, english }: PlainForm, { sent, faults }: Attempt): Html {
  const id = `f${index}`;
  const { kind, control } = controlOf(field);
  const own = faults.filter(fault => fieldIdOf(fault) === field.id);
  const hints = [field.help, field.visibleIf !== undefined && texts.ifApplies].filter(hint => typeof hint === 'string');
  const described = [...hints.map((_, each) => `${id}h${each}`), ...(own.length > 0 ? [`${id}e`] : [])].join(' ');
  const state = html`${described !== '' && html` aria-describedby="${described}"`}${own.length > 0 && html` aria-invalid="true"`}`;
  const attributes = html`id="${id}"${state}${isRequired(field) && html` required`}`;
  const label = html`${field.label ?? field.id}${!field.required && html` <span class="optional">(${texts.optional})</span>`}`;
  const notes = html`${hints.map((hint, each) => html`<p class="hint" id="${id}h${each}">${hint}</p>`)}
${own.length > 0 && html`<p class="error" id="${id}e">${own.map(fault => messageOf(fault, texts, english)).join(' ')}</p>`}`;
  const view = { field, sent, texts, attributes, compact };
  if (kind === 'group') {
    return html`<fieldset class="field" id="${id}"${state}><legend>${label}</legend>${notes}${control(view)}</fieldset>`;
  }
  if (kind === 'ticked') return html`<div class="field">${notes}${control(view)}</div>`;
  return html`<div class="field"><label for="${id}">${label}</label>${notes}${control(view)}</div>`;
}
