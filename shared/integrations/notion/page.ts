import { batchesOf } from '../../batches.ts';
import { type ShownAnswer, textOf } from '../../domain/fields/shown-answer.ts';
import type { ContentEntry, IntegrationContent } from '../../domain/receivers/integration-content.ts';

/**
 * The properties of a database by name, as `GET /v1/databases/{id}` describes them. Only the types that we fill have
 * details.
 */
export type DatabaseProperties = Readonly<
  Record<
    string,
    { readonly type: string; readonly status?: { readonly options?: readonly { readonly name: string }[] } }
  >
>;

type AnsweredEntry = Required<ContentEntry>;

/** https://developers.notion.com/reference/request-limits */
const textMax = 2000;
const textsMax = 100;
const childrenMax = 100;

/** The maximum length of a title made from an answer, in characters. */
const titleMax = 200;

/**
 * Returns a page for a response. An answer goes into the property named like the field’s ID or label, if its type
 * accepts it. All other answers go into the text of the page.
 */
export function notionPage(
  content: IntegrationContent,
  properties: DatabaseProperties,
): { properties: object; children: object[] } {
  const entries = content.entries.filter((entry): entry is AnsweredEntry => entry.answer !== undefined);
  // A field with the same ID takes the property of this name. The response's own value still has its label.
  const own = ownEntries(content).map(entry => (entries.some(({ id }) => id === entry.id) ? labelOnly(entry) : entry));
  const values: Record<string, object> = {};
  const rest: AnsweredEntry[] = [];
  for (const entry of [...entries, ...own]) {
    if (!fillProperty(values, entry, properties) && !own.includes(entry)) rest.push(entry);
  }
  const title = Object.keys(properties).find(name => properties[name]?.type === 'title');
  if (title !== undefined && !values[title]) values[title] = { title: richText(titleOf(content, entries)) };
  return { properties: values, children: paragraphs(rest) };
}

/** Returns the properties of the response itself, for databases that have properties with these names. */
const ownEntries = ({ responseId, submittedAt, formTitle }: IntegrationContent): AnsweredEntry[] => [
  { id: 'id', label: 'Response ID', answer: responseId },
  { id: 'submittedAt', label: 'Submitted at', answer: submittedAt },
  { id: 'form', label: 'Form', answer: formTitle },
];

const labelOnly = (entry: AnsweredEntry): AnsweredEntry => ({ ...entry, id: entry.label });

/** Returns the filter that finds the pages of a response, or undefined if no property has its ID. */
export function pagesOfResponse(responseId: string, properties: DatabaseProperties): object | undefined {
  const conditions = Object.entries(properties)
    .filter(([name, { type }]) => idNames.includes(name.trim().toLowerCase()) && idTypes.includes(type))
    .map(([property, { type }]) => ({ property, [type]: { equals: responseId } }));
  return conditions.length === 0 ? undefined : { or: conditions };
}

const idNames = ['id', 'response id'];
const idTypes = ['title', 'rich_text'];

/** Fills the property for an entry. Returns false if none accepts it. */
function fillProperty(values: Record<string, object>, entry: AnsweredEntry, properties: DatabaseProperties): boolean {
  const name = nameOf(entry, properties, values);
  const property = name === undefined ? undefined : properties[name];
  const value = property && valueFor(property, entry.answer);
  if (name === undefined || !value) return false;
  values[name] = value;
  return true;
}

/** Returns the property for an entry, unless an earlier entry has filled it. */
function nameOf({ id, label }: AnsweredEntry, properties: DatabaseProperties, filled: object): string | undefined {
  const names = [id, label].map(name => name.trim().toLowerCase());
  return Object.keys(properties).find(
    name => names.includes(name.trim().toLowerCase()) && !Object.hasOwn(filled, name),
  );
}

function titleOf({ formTitle }: IntegrationContent, entries: readonly AnsweredEntry[]): string {
  const first = entries.find(({ answer }) => typeof answer === 'string');
  // A long text is also in the page.
  return first ? [...String(first.answer)].slice(0, titleMax).join('') : `Response to ${formTitle}`;
}

type Property = DatabaseProperties[string];

/** Returns a list as several options if the property takes several, otherwise as one text. */
function valueFor(property: Property, answer: ShownAnswer): object | undefined {
  if (property.type !== 'multi_select' || typeof answer !== 'object') {
    return propertyValues.get(property.type)?.(textOf(answer), property);
  }
  return answer.every(isOption) ? { multi_select: answer.map(name => ({ name })) } : undefined;
}

/** Converts an answer for each type of property, or returns undefined. */
const propertyValues = new Map<string, (text: string, property: Property) => object | undefined>(
  Object.entries({
    title: text => ({ title: richText(text) }),
    rich_text: text => ({ rich_text: richText(text) }),
    number: text => (text.trim() !== '' && Number.isFinite(Number(text)) ? { number: Number(text) } : undefined),
    // A comma would end the name of the option.
    select: text => (isOption(text) ? { select: { name: text } } : undefined),
    multi_select: text => (isOption(text) ? { multi_select: [{ name: text }] } : undefined),
    status: (text, { status }) =>
      status?.options?.some(({ name }) => name === text) ? { status: { name: text } } : undefined,
    email: text => (text.length <= 200 ? { email: text } : undefined),
    phone_number: text => (text.length <= 200 ? { phone_number: text } : undefined),
    url: text => (URL.canParse(text) && text.length <= textMax ? { url: text } : undefined),
    date: text => (/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? { date: { start: text } } : undefined),
    checkbox: text => (isYesOrNo(text) ? { checkbox: isYes(text) } : undefined),
  }),
);

const isOption = (text: string): boolean => text.length <= 100 && !text.includes(',');

const isYes = (text: string): boolean => /^(true|yes|on|1)$/i.test(text);
const isYesOrNo = (text: string): boolean => isYes(text) || /^(false|no|off|0)$/i.test(text);

/** Splits a text into pieces of the allowed length. */
function richText(text: string, annotations?: { bold: true }): object[] {
  const characters = [...text.toWellFormed()];
  const pieces: string[] = [''];
  for (const character of characters) {
    const last = pieces.length - 1;
    if ((pieces[last] ?? '').length + character.length > textMax) pieces.push(character);
    else pieces[last] += character;
  }
  return pieces
    .slice(0, textsMax)
    .map(content => ({ type: 'text', text: { content }, ...(annotations && { annotations }) }));
}

/** Returns a paragraph for each answer, or fewer paragraphs to stay within the limit of one request. */
function paragraphs(entries: readonly AnsweredEntry[]): object[] {
  const each = Math.max(Math.ceil(entries.length / childrenMax), 1);
  return batchesOf(entries, each).map(group => ({
    object: 'block',
    type: 'paragraph',
    paragraph: {
      rich_text: group
        .flatMap(({ label, answer }, index) => [
          ...richText(`${index > 0 ? '\n' : ''}${label}: `, { bold: true }),
          ...richText(textOf(answer)),
        ])
        .slice(0, textsMax),
    },
  }));
}
