import { type ShownAnswer, textOf } from '../../domain/fields/shown-answer.ts';
import type { ContentEntry, IntegrationContent } from '../../domain/receivers/integration-content.ts';
import { atMost } from '../../domain/text/parts-of-text.ts';

/** A field of a table, as `GET /v0/meta/bases/{baseId}/tables` describes it. */
export type TableField = { readonly id: string; readonly name: string; readonly type: string };

type AnsweredEntry = Required<ContentEntry>;

/** The record of a response. With `mergeOn`, Airtable updates the record that has the same value in this field. */
export type AirtableRecord = { readonly fields: Readonly<Record<string, unknown>>; readonly mergeOn?: string };

/** The longest text of a cell. */
const textMax = 100_000;

const idNames = ['response id', 'id'];
const restNames = ['other answers'];

/**
 * Returns the record of a response. An answer goes into the field with the same name as the form field's ID or label,
 * if its type takes it; all others go into "Other answers".
 */
export function airtableRecord(content: IntegrationContent, fields: readonly TableField[]): AirtableRecord {
  const values: Record<string, unknown> = {};
  const idField = idFieldOf(fields);
  if (idField) values[idField.id] = content.responseId;
  const answers = content.entries.filter((entry): entry is AnsweredEntry => entry.answer !== undefined);
  const rest = answers.filter(entry => !fill(values, entry, fields));
  for (const entry of ownEntries(content)) fill(values, entry, fields);
  const restField = fieldNamed(restNames, fields.filter(isText), values);
  if (restField && rest.length > 0) {
    values[restField.id] = atMost(rest.map(({ label, answer }) => `${label}: ${textOf(answer)}`).join('\n'), textMax);
  }
  return { fields: values, ...(idField && { mergeOn: idField.id }) };
}

/** Returns the field with the ID of the response, if the table has one. */
export const idFieldOf = (fields: readonly TableField[]): TableField | undefined =>
  fieldNamed(idNames, fields.filter(isText), {});

const ownEntries = ({ submittedAt, formTitle }: IntegrationContent): AnsweredEntry[] => [
  { id: 'submittedAt', label: 'Submitted at', answer: submittedAt },
  { id: 'form', label: 'Form', answer: formTitle },
];

const isText = ({ type }: TableField): boolean => type === 'singleLineText' || type === 'multilineText';

function fill(values: Record<string, unknown>, { id, label, answer }: AnsweredEntry, fields: readonly TableField[]) {
  const field = fieldNamed([id, label], fields, values);
  const value = field && valueFor(field.type, answer);
  if (!field || value === undefined) return false;
  values[field.id] = value;
  return true;
}

/** Returns the field with one of these names that has no value yet. */
function fieldNamed(names: readonly string[], fields: readonly TableField[], filled: object): TableField | undefined {
  const wanted = names.map(name => name.trim().toLowerCase());
  return fields.find(({ id, name }) => wanted.includes(name.trim().toLowerCase()) && !Object.hasOwn(filled, id));
}

/** Returns an answer as a field of a type takes it, or undefined if it doesn't. Computed fields take nothing. */
function valueFor(type: string, answer: ShownAnswer): unknown {
  if (type === 'multipleSelects') return typeof answer === 'object' ? answer : [textOf(answer)];
  return values.get(type)?.(atMost(textOf(answer), textMax));
}

const numberOf = (text: string): number | undefined =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;

const dateOf = (text: string): string | undefined => (/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? text : undefined);

const yesOrNo = (text: string): boolean | undefined => {
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  return /^(false|no|off|0)$/i.test(text) ? false : undefined;
};

const asItIs = (text: string): string => text;

const values = new Map<string, (text: string) => unknown>(
  Object.entries({
    singleLineText: asItIs,
    multilineText: asItIs,
    richText: asItIs,
    email: asItIs,
    url: asItIs,
    phoneNumber: asItIs,
    singleSelect: asItIs,
    number: numberOf,
    currency: numberOf,
    percent: numberOf,
    rating: numberOf,
    date: text => dateOf(text)?.slice(0, 10),
    dateTime: dateOf,
    checkbox: yesOrNo,
  }),
);
