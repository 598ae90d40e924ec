import { decimalsOf } from '../fields/currency.ts';
import { type Choice, choiceLabel, choiceValue, type FieldType, type PublicField } from '../fields/field.ts';
import type { Words } from '../wording/in-words.ts';
import { placesText } from '../wording/places-text.ts';
import { type Html, html } from './html.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import { firstOf, isTrue, otherText, type SentTexts } from './sent-texts.ts';
import { choicesByName, controlName, otherValue, rangeOf } from './shown-field.ts';
import type { PageTexts } from './texts.ts';

type ControlView = {
  readonly field: PublicField;
  readonly sent: SentTexts;
  readonly texts: PageTexts;
  /** The texts of hints. */
  readonly words: Words;
  /** `id`, `aria-describedby`, `aria-invalid`, `required`, for a field's single control. */
  readonly attributes: Html;
  /** Whether to list choices once, for inputs that share the list, instead of repeating them for each place or row. */
  readonly compact?: boolean;
};

type Control = (view: ControlView) => Html;

/** The inputs whose text may be in any direction. The rest have a format of their own. */
const isText: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url']);

const input =
  (type: string, inputMode?: string): Control =>
  ({ field, sent, attributes }) =>
    html`<input type="${type}"${inputMode && html` inputmode="${inputMode}"`} name="${field.id}" value="${firstOf(sent, field.id)}"${rulesOf(field)}${common(field)}${isText.has(type) && html` dir="auto"`} ${attributes}>`;

/**
 * Returns the rules that browsers apply exactly as the server does. Their patterns are anchored and of another dialect,
 * and their lengths count UTF-16 and cut off pasted text.
 */
function rulesOf({ type, validate = {}, currency }: PublicField): Html[] {
  const rules = (['min', 'max'] as const).flatMap(rule => {
    const value = validate[rule];
    // Only the server knows `today+7`.
    if (value === undefined || /^today/.test(String(value))) return [];
    return [html` ${rule}="${String(value)}"`];
  });
  if (currency !== undefined)
    return [...rules, html` step="${(10 ** -decimalsOf(currency)).toFixed(decimalsOf(currency))}"`];
  if (type !== 'number') return rules;
  return [...rules, html` step="${String(validate.step ?? (validate.integer ? 1 : 'any'))}"`];
}

const common = ({ placeholder, autocomplete }: PublicField): Html =>
  html`${placeholder !== undefined && html` placeholder="${placeholder}"`}${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}`;

const textarea: Control = ({ field, sent, attributes }) =>
  // Browsers drop a newline right after the tag, so an extra one is added.
  html`<textarea name="${field.id}"${common(field)} dir="auto" ${attributes}>
${firstOf(sent, field.id)}</textarea>`;

function select({ field, sent, texts, words, attributes }: ControlView): Html {
  const options = field.options ?? [];
  const chosen = firstOf(sent, field.id);
  return html`<select name="${field.id}"${common(field)} ${attributes}>
<option value="">${field.placeholder ?? texts.choose}</option>
${options.map(option => {
  const { value, label, note, isFull } = optionOf(field, option, words);
  return html`<option dir="auto" value="${value}"${isFull && html` disabled`}${value === chosen && !isFull && html` selected`}>${label}${note && html` (${note})`}</option>`;
})}
${field.other && html`<option value="${otherValue}"${otherText(field, sent) !== '' && html` selected`}>${texts.other}</option>`}
</select>${field.other && otherInput({ field, sent, texts })}`;
}

/** An option as people see it, with the places that it has left. */
function optionOf({ left }: PublicField, option: Choice, words: Words) {
  const value = choiceValue(option);
  return { value, label: choiceLabel(option), note: placesText(left?.[value], words), isFull: left?.[value] === 0 };
}

const otherInput = ({ field, sent, texts }: Pick<ControlView, 'field' | 'sent' | 'texts'>): Html =>
  html`<input type="text" dir="auto" class="other" name="${controlName.other(field.id)}" value="${otherText(field, sent)}" maxlength="200" aria-label="${texts.otherText}" placeholder="${texts.otherText}">`;

type ChoiceView = {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
};

const choice = (
  { type, name, required, disabled }: ChoiceView,
  value: string,
  label: Html | string,
  checked: boolean,
): Html =>
  html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${checked && html` checked`}${required && html` required`}${disabled && html` disabled`}><span dir="auto">${label}</span></label>`;

const choices =
  (type: ChoiceView['type']): Control =>
  ({ field, sent, texts, words }) => {
    const chosen = new Set(sent.get(field.id));
    const required = type === 'radio' && isRequired(field);
    const of = { type, name: field.id, required };
    const other = otherText(field, sent);
    const limited = (option: Choice): Html => {
      const { value, label, note, isFull } = optionOf(field, option, words);
      const shown = html`${label}${note && html` <span class="optional">(${note})</span>`}`;
      return choice({ ...of, disabled: isFull }, value, shown, chosen.has(value) && !isFull);
    };
    return html`${(field.options ?? []).map(limited)}
${field.other && html`${choice(of, otherValue, texts.other, other !== '')}${otherInput({ field, sent, texts })}`}`;
  };

/**
 * Whether the browser requires an answer. It would do so even if a condition had hidden the field, so such fields are
 * left to the server.
 */
export const isRequired = ({ required, visibleIf }: PublicField): boolean =>
  required === true && visibleIf === undefined;

const scale: Control = view => {
  const { field, sent } = view;
  const of = { type: 'radio', name: field.id, required: isRequired(field) } as const;
  const steps = rangeOf(field).map(step =>
    choice(of, String(step), String(step), firstOf(sent, field.id) === String(step)),
  );
  return html`${field.lowLabel !== undefined && html`<p class="hint">${rangeOf(field)[0]} = <span dir="auto">${field.lowLabel}</span></p>`}
${field.highLabel !== undefined && html`<p class="hint">${rangeOf(field).at(-1)} = <span dir="auto">${field.highLabel}</span></p>`}
<div class="scale">${steps}</div>`;
};

const single: Control = ({ field, sent, attributes }) =>
  html`<label class="choice"><input type="checkbox" name="${field.id}" value="true"${isTrue(sent.get(field.id)) && html` checked`} ${attributes}><span dir="auto">${field.label ?? field.id}</span></label>`;

const consent: Control = ({ field, sent, attributes }) =>
  html`${field.text && html`<div dir="auto">${markdown(field.text)}</div>`}<label class="choice"><input type="checkbox" name="${field.id}" value="true"${isTrue(sent.get(field.id)) && html` checked`} ${attributes}><span dir="auto">${inlineMarkdown(field.label ?? field.id)}</span></label>`;

/** The maximum size of a form that is sent without a script, in bytes, including its files. */
export const formBytesMax = 4 * 1024 * 1024;

const file: Control = ({ field, texts, attributes }) => {
  const { accept, maxFiles } = field.validate ?? {};
  const several = Number(maxFiles ?? 1) > 1;
  const types = Array.isArray(accept) ? accept.join(',') : undefined;
  return html`<input type="file" name="${field.id}"${several && html` multiple`}${types && html` accept="${types}"`} ${attributes}>
<p class="hint">${texts.filesHint}</p>`;
};

/**
 * Returns a list of choices, and inputs that share it. This markup grows with the choices, not with choices times
 * inputs.
 */
function sharedList({ id }: PublicField, choices: readonly Choice[]) {
  const byName = choicesByName(choices);
  const nameOf = (choice: Choice): string =>
    byName.get(choiceLabel(choice)) === choice ? choiceLabel(choice) : choiceValue(choice);
  const shown = (typed = ''): string => {
    const choice = byName.get(typed);
    return choice === undefined ? typed : nameOf(choice);
  };
  return {
    list: html`<datalist id="list-${id}">${choices.map(choice => html`<option value="${nameOf(choice)}">`)}</datalist>`,
    input: (name: string, typed: string | undefined, label: string) =>
      html`<input type="text" name="${name}" list="list-${id}" value="${shown(typed)}" autocomplete="off" aria-label="${label}">`,
  };
}

function ranking({ field, sent, texts, compact }: ControlView): Html {
  const options = field.options ?? [];
  const ranked = sent.get(field.id) ?? [];
  if (!compact) {
    return html`${options.map((_, place) => rank(field, { options, chosen: ranked[place] ?? '', place: place + 1 }, texts))}`;
  }
  const { list, input } = sharedList(field, options);
  const placed = (place: number) => input(field.id, ranked[place - 1], texts.place.replace('{0}', String(place)));
  return html`${list}${options.map((_, index) => html`<label>${index + 1}. ${placed(index + 1)}</label>`)}`;
}

type Rank = { readonly options: readonly Choice[]; readonly chosen: string; readonly place: number };

const rank = ({ id }: PublicField, { options, chosen, place }: Rank, texts: PageTexts): Html =>
  html`<select class="rank" name="${id}" aria-label="${texts.place.replace('{0}', String(place))}">
<option value="">${place}.</option>
${options.map(option => html`<option value="${choiceValue(option)}"${choiceValue(option) === chosen && html` selected`}>${place}. ${choiceLabel(option)}</option>`)}
</select>`;

function matrix({ field, sent, compact }: ControlView): Html {
  const [rows, columns] = [field.rows ?? [], field.columns ?? []];
  if (compact) {
    const { list, input } = sharedList(field, columns);
    return html`${list}${rows.map(row => {
      const [name, label] = [controlName.row(field.id, choiceValue(row)), choiceLabel(row)];
      return html`<label><span dir="auto">${label}</span> ${input(name, firstOf(sent, name), label)}</label>`;
    })}`;
  }
  const cell = (row: string, column: Choice, label: string) => {
    const name = controlName.row(field.id, row);
    const checked = firstOf(sent, name) === choiceValue(column);
    return html`<td><input type="radio" name="${name}" value="${choiceValue(column)}" aria-label="${label}: ${choiceLabel(column)}"${checked && html` checked`}></td>`;
  };
  return html`<div class="table"><table>
<thead><tr><td></td>${columns.map(column => html`<th scope="col" dir="auto">${choiceLabel(column)}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr><th scope="row" dir="auto">${choiceLabel(row)}</th>${columns.map(column => cell(choiceValue(row), column, choiceLabel(row)))}</tr>`)}</tbody>
</table></div>`;
}

const heading = (label: string | undefined): Html => html`${label !== undefined && html`<h2 dir="auto">${label}</h2>`}`;

const statement: Control = ({ field: { label, text = '' } }) =>
  html`<div class="field" dir="auto">${heading(label)}${markdown(text)}</div>`;

const hidden: Control = ({ field, sent }) =>
  html`<input type="hidden" name="${field.id}" value="${firstOf(sent, field.id)}">`;

/**
 * How a field is shown: as a `group` of controls in a `fieldset`, as one that is `ticked`, with its label beside it, as
 * one `input`, or `bare`, without a label and notes.
 */
type FieldControl = { readonly kind: 'group' | 'ticked' | 'input' | 'bare'; readonly control: Control };

const group = (control: Control): FieldControl => ({ kind: 'group', control });
const ticked = (control: Control): FieldControl => ({ kind: 'ticked', control });
const one = (control: Control): FieldControl => ({ kind: 'input', control });
const bare = (control: Control): FieldControl => ({ kind: 'bare', control });

const controls: Readonly<Record<FieldType, FieldControl>> = {
  text: one(input('text')),
  email: one(input('email')),
  textarea: one(textarea),
  number: one(input('number', 'decimal')),
  currency: one(input('number', 'decimal')),
  date: one(input('date')),
  time: one(input('time')),
  phone: one(input('tel')),
  url: one(input('url')),
  select: one(select),
  radio: group(choices('radio')),
  multiselect: group(choices('checkbox')),
  ranking: group(ranking),
  matrix: group(matrix),
  checkbox: ticked(single),
  consent: ticked(consent),
  rating: group(scale),
  scale: group(scale),
  file: one(file),
  hidden: bare(hidden),
  calculated: bare(() => html``),
  statement: bare(statement),
  page: bare(({ field }) => heading(field.label)),
};

export const controlOf = ({ type }: PublicField): FieldControl => controls[type];
