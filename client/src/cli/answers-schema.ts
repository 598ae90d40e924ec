import type { Choice, Field, FieldType } from '../api.ts';
import type { FormFile } from './form-files.ts';

/** The part of JSON Schema (2020-12) that answers need. */
export type AnswersSchema = {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly const?: boolean;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'email' | 'uri' | 'date';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: AnswersSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, AnswersSchema>>;
  readonly required?: readonly string[];
};

/** Returns the JSON Schema of a complete response's answers. A field with a condition may be missing. */
export function answersSchema({
  title,
  fields,
}: FormFile): AnswersSchema & { readonly $schema: string; readonly title: string } {
  const properties: Record<string, AnswersSchema> = {};
  const required: string[] = [];
  let isOnConditionalPage = false;
  for (const field of (fields ?? []) as readonly Field[]) {
    const { id, type, label, visibleIf } = field;
    if (type === 'page') isOnConditionalPage = visibleIf !== undefined;
    const schema = schemas[type]?.(field);
    if (!schema) continue;
    properties[id] = { ...schema, ...(label && { description: label }) };
    if (field.required && !visibleIf && !isOnConditionalPage) required.push(id);
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: String(title),
    type: 'object',
    properties,
    required,
  };
}

function textOf({ validate: { minLength, maxLength, pattern } = {} }: Field): AnswersSchema {
  return {
    type: 'string',
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && isPatternOfScripts(pattern) && { pattern }),
  };
}

/** Whether a pattern, which is in RE2's syntax, is also valid in JavaScript. */
function isPatternOfScripts(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

const boundsOf = (minimum: unknown, maximum: unknown): AnswersSchema => ({
  ...(typeof minimum === 'number' && { minimum }),
  ...(typeof maximum === 'number' && { maximum }),
});

const valuesOf = (choices: readonly Choice[] = []): string[] =>
  choices.map(choice => (typeof choice === 'string' ? choice : choice.value));

const optionOf = ({ options, other }: Field): AnswersSchema =>
  other ? { type: 'string', maxLength: 200 } : { type: 'string', enum: valuesOf(options) };

function listOf(field: Field): AnswersSchema {
  const { minSelected, maxSelected } = field.validate ?? {};
  return {
    type: 'array',
    items: optionOf(field),
    ...(minSelected !== undefined && { minItems: minSelected }),
    ...(maxSelected !== undefined && { maxItems: maxSelected }),
    uniqueItems: true,
  };
}

function matrixOf({ rows, columns, required }: Field): AnswersSchema {
  const row: AnswersSchema = { type: 'string', enum: valuesOf(columns) };
  const names = valuesOf(rows);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, row])),
    required: required ? names : [],
  };
}

function fileOf({ validate: { maxFiles = 1 } = {} }: Field): AnswersSchema {
  const id: AnswersSchema = { type: 'string' };
  return maxFiles === 1 ? id : { type: 'array', items: id, maxItems: maxFiles, uniqueItems: true };
}

type SchemaOf = (field: Field) => AnswersSchema;

const text: SchemaOf = () => ({ type: 'string' });

/** The schema of the answers to each field type. Types that nobody answers have none. */
const schemas: Readonly<Record<FieldType, SchemaOf | undefined>> = {
  text: textOf,
  textarea: textOf,
  email: field => ({ ...textOf(field), format: 'email' }),
  url: () => ({ type: 'string', format: 'uri' }),
  date: () => ({ type: 'string', format: 'date' }),
  time: () => ({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
  phone: text,
  hidden: text,
  number: ({ validate: { integer, min, max } = {} }) => ({
    type: integer ? 'integer' : 'number',
    ...boundsOf(min, max),
  }),
  currency: ({ validate: { min, max } = {} }) => ({ type: 'number', ...boundsOf(min, max) }),
  rating: ({ validate: { max = 5 } = {} }) => ({ type: 'integer', ...boundsOf(1, max) }),
  scale: ({ validate: { min = 0, max = 10 } = {} }) => ({ type: 'integer', ...boundsOf(min, max) }),
  calculated: () => ({ type: 'number' }),
  checkbox: ({ required }) => ({ type: 'boolean', ...(required && { const: true }) }),
  consent: () => ({ type: 'boolean', const: true }),
  select: optionOf,
  radio: optionOf,
  multiselect: listOf,
  ranking: listOf,
  matrix: matrixOf,
  file: fileOf,
  statement: undefined,
  page: undefined,
};
