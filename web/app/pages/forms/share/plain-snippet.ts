import {
  type Choice,
  choiceLabel,
  choiceValue,
  type Field,
  type FieldType,
  pointsOf,
} from '../../../../../shared/domain/fields/field.ts';
import { controlName } from '../../../../../shared/domain/pages/shown-field.ts';
import { escapeHtml, pageUrl, type SharedForm } from './snippets.ts';

/** Writes a plain HTML form, whose controls are named after the field ids. */
export function plainSnippet(form: SharedForm, key: string): string {
  const files = form.fields.some(({ type }) => type === 'file') ? ' enctype="multipart/form-data"' : '';
  const trap = form.spamProtection?.honeypot?.enabled
    ? ['<p hidden><input name="_gotcha" tabindex="-1" autocomplete="off"></p>']
    : [];
  const lines = [...form.fields.flatMap(field => linesOf[field.type](field)), ...trap, '<button>Send</button>'];
  return `<form method="post" action="${pageUrl(form)}?key=${escapeHtml(key)}"${files}>
${lines.map(line => `  ${line}`).join('\n')}
</form>`;
}

type Lines = (field: Field) => string[];

const none: Lines = () => [];
const labelledBy = (field: Field, control: string): string[] => [
  `<label>${textOf(field)} ${control}</label>`,
  ...otherOf(field),
];
const ranking: Lines = field => [
  legend(field),
  ...(field.options ?? []).map(() => `  ${select(field.id, field.options)}`),
  '</fieldset>',
];
const matrix: Lines = field => [
  legend(field),
  ...(field.rows ?? []).map(row => `  ${rowOf(field, row)}`),
  '</fieldset>',
];

const textOf = ({ id, label, text, type }: Field): string =>
  escapeHtml((type === 'consent' && text ? text : label) || id);

const legend = (field: Field): string => `<fieldset><legend>${textOf(field)}</legend>`;

const group = (field: Field, options: readonly Choice[] = [], type: string): string[] => [
  legend(field),
  ...options.map(
    option =>
      `  <label><input type="${type}" name="${field.id}" value="${escapeHtml(choiceValue(option))}"${type === 'radio' ? mark(field) : ''}> ${escapeHtml(choiceLabel(option))}</label>`,
  ),
  ...otherOf(field).map(line => `  ${line}`),
  '</fieldset>',
];

/** Returns the line for an answer that is not one of the options. */
const otherOf = ({ id, other }: Field): string[] =>
  other ? [`<label>Other <input name="${controlName.other(id)}" maxlength="200"></label>`] : [];

const rowOf = ({ id, columns = [] }: Field, row: Choice): string =>
  `<label>${escapeHtml(choiceLabel(row))} ${select(controlName.row(id, choiceValue(row)), columns)}</label>`;

const select = (name: string, options: readonly Choice[] = [], attributes = ''): string =>
  `<select name="${escapeHtml(name)}"${attributes}><option value=""></option>${options
    .map(option => `<option value="${escapeHtml(choiceValue(option))}">${escapeHtml(choiceLabel(option))}</option>`)
    .join('')}</select>`;

/**
 * Requires an answer in the browser, unless a condition may hide the field or a text input may give the answer. The
 * service then requires it.
 */
const mark = ({ required, visibleIf, other }: Field): string => (required && !visibleIf && !other ? ' required' : '');

const input =
  (type: string, attributes: (field: Field) => string = () => ''): Lines =>
  field =>
    labelledBy(field, `<input name="${field.id}" type="${type}"${attributes(field)}${mark(field)}>`);

const points = (field: Field): string => {
  const { min, max } = pointsOf(field);
  return ` min="${min}" max="${max}"`;
};

const tick = input('checkbox', () => ' value="true"');

const linesOf: Readonly<Record<FieldType, Lines>> = {
  ...{ text: input('text'), email: input('email'), phone: input('tel'), url: input('url') },
  textarea: field => labelledBy(field, `<textarea name="${field.id}"${mark(field)}></textarea>`),
  ...{ date: input('date'), time: input('time') },
  number: input('number', ({ validate }) => (validate?.integer ? '' : ' step="any"')),
  currency: input('number', () => ' step="any"'),
  ...{ rating: input('number', points), scale: input('number', points) },
  select: field => labelledBy(field, select(field.id, field.options, mark(field))),
  radio: field => group(field, field.options, 'radio'),
  multiselect: field => group(field, field.options, 'checkbox'),
  ...{ ranking, matrix },
  ...{ checkbox: tick, consent: tick },
  file: input('file', ({ validate }) => ((validate?.maxFiles ?? 1) > 1 ? ' multiple' : '')),
  hidden: ({ id }) => [`<input type="hidden" name="${id}" value="">`],
  ...{ statement: none, page: none, calculated: none },
};
