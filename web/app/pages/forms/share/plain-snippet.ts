import { type Choice, choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { controlName } from '../../../../../shared/domain/pages/shown-field.ts';
import { escaped, pageUrl, type Shared } from './snippets.ts';

type Field = Form['fields'][number];

/** Writes a plain HTML form, whose controls are named after the field ids. */
export function plainSnippet(form: Shared, key: string): string {
  const files = form.fields.some(({ type }) => type === 'file') ? ' enctype="multipart/form-data"' : '';
  const trap = form.spamProtection?.honeypot?.enabled
    ? ['<p hidden><input name="_gotcha" tabindex="-1" autocomplete="off"></p>']
    : [];
  const lines = [...form.fields.flatMap(linesOf), ...trap, '<button>Send</button>'];
  return `<form method="post" action="${pageUrl(form)}?key=${escaped(key)}"${files}>
${lines.map(line => `  ${line}`).join('\n')}
</form>`;
}

const unasked: readonly string[] = ['statement', 'page', 'calculated'];

function linesOf(field: Field): string[] {
  const { id, type, options = [] } = field;
  if (unasked.includes(type)) return [];
  if (type === 'hidden') return [`<input type="hidden" name="${id}" value="">`];
  if (type === 'radio') return group(field, options, 'radio');
  if (type === 'multiselect') return group(field, options, 'checkbox');
  if (type === 'ranking') return [legend(field), ...options.map(() => `  ${select(id, options)}`), '</fieldset>'];
  if (type === 'matrix')
    return [legend(field), ...(field.rows ?? []).map(row => `  ${rowOf(field, row)}`), '</fieldset>'];
  return [`<label>${textOf(field)} ${controlOf(field)}</label>`, ...otherOf(field)];
}

const textOf = ({ id, label, text, type }: Field): string => escaped((type === 'consent' && text ? text : label) || id);

const legend = (field: Field): string => `<fieldset><legend>${textOf(field)}</legend>`;

const group = (field: Field, options: readonly Choice[], type: string): string[] => [
  legend(field),
  ...options.map(
    option =>
      `  <label><input type="${type}" name="${field.id}" value="${escaped(choiceValue(option))}"${type === 'radio' ? mark(field) : ''}> ${escaped(choiceLabel(option))}</label>`,
  ),
  ...otherOf(field).map(line => `  ${line}`),
  '</fieldset>',
];

/** The line for what is none of the options. */
const otherOf = ({ id, other }: Field): string[] =>
  other ? [`<label>Other <input name="${controlName.other(id)}" maxlength="200"></label>`] : [];

const rowOf = ({ id, columns = [] }: Field, row: Choice): string =>
  `<label>${escaped(choiceLabel(row))} ${select(controlName.row(id, choiceValue(row)), columns)}</label>`;

const select = (name: string, options: readonly Choice[], attributes = ''): string =>
  `<select name="${escaped(name)}"${attributes}><option value=""></option>${options
    .map(option => `<option value="${escaped(choiceValue(option))}">${escaped(choiceLabel(option))}</option>`)
    .join('')}</select>`;

/** What a condition may hide, and what a line of text may answer, the service itself asks for. */
const mark = ({ required, visibleIf, other }: Field): string => (required && !visibleIf && !other ? ' required' : '');

/** The inputs by the types of fields; all others are texts. */
const inputs: Readonly<Record<string, (field: Field) => string>> = {
  email: () => 'type="email"',
  url: () => 'type="url"',
  phone: () => 'type="tel"',
  date: () => 'type="date"',
  time: () => 'type="time"',
  checkbox: () => 'type="checkbox" value="true"',
  consent: () => 'type="checkbox" value="true"',
  number: ({ validate }) => `type="number"${validate?.integer ? '' : ' step="any"'}`,
  rating: ({ validate }) => `type="number" min="1" max="${validate?.max ?? 5}"`,
  scale: ({ validate }) => `type="number" min="${validate?.min ?? 0}" max="${validate?.max ?? 10}"`,
  file: ({ validate }) => `type="file"${(validate?.maxFiles ?? 1) > 1 ? ' multiple' : ''}`,
};

function controlOf(field: Field): string {
  const { id, type, options = [] } = field;
  if (type === 'select') return select(id, options, mark(field));
  if (type === 'textarea') return `<textarea name="${id}"${mark(field)}></textarea>`;
  return `<input name="${id}" ${inputs[type]?.(field) ?? 'type="text"'}${mark(field)}>`;
}
