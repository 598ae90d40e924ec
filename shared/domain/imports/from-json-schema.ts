import type { Field } from '../fields/field.ts';
import {
  choicesOf,
  type Foreign,
  FormImport,
  type ImportedForm,
  listOf,
  numberOf,
  objectOf,
  ownOf,
  positiveOf,
  textOf,
} from './foreign-form.ts';

const formats: Readonly<Record<string, Field['type']>> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  time: 'time',
};

/** The schema keywords without a matching field rule. */
const unknownRules = ['pattern', 'exclusiveMinimum', 'exclusiveMaximum', 'if', 'oneOf', 'anyOf', 'allOf', '$ref'];

/** Imports an object's JSON Schema: its properties of simple types. https://json-schema.org/draft/2020-12 */
export function fromJsonSchema(source: unknown): ImportedForm {
  const schema = objectOf(source);
  const made = new FormImport();
  const required = new Set(listOf(schema.required));
  for (const [name, property] of Object.entries<Foreign>(schema.properties ?? {})) {
    const path = `properties.${name}`;
    const field = fieldOf(property ?? {});
    if (!field) {
      made.warn(path, 'objects, and lists of anything but choices, have no counterpart, and were left out');
      continue;
    }
    for (const rule of rulesLeftOut(property)) {
      made.warn(`${path}.${rule}`, 'was left out: the rules of fields are others');
    }
    const texts = { label: textOf(property.title) ?? name, help: textOf(property.description) };
    made.add(name, { ...field, ...texts, ...(required.has(name) && { required: true }) });
  }
  return made.finish(schema.title);
}

/** Returns the rules that are left out. Steps count from `min`, but multiples from 0. */
const rulesLeftOut = (property: Foreign): string[] =>
  [...unknownRules, ...(property.minimum ? ['multipleOf'] : [])].filter(rule => property[rule] !== undefined);

function fieldOf(property: Foreign): Omit<Field, 'id'> | undefined {
  const { type, items } = property;
  if (Array.isArray(property.enum)) return { type: 'select', options: choicesOf(property.enum) };
  if (type === 'boolean') return { type: 'checkbox' };
  if (type === 'number' || type === 'integer') {
    const { minimum, maximum, multipleOf } = property;
    const bounds = { min: numberOf(minimum), max: numberOf(maximum) };
    const step = bounds.min ? undefined : positiveOf(multipleOf);
    return { type: 'number', validate: { ...bounds, step, integer: type === 'integer' || undefined } };
  }
  if (type === 'array' && Array.isArray(items?.enum)) return { type: 'multiselect', options: choicesOf(items.enum) };
  return type === 'string' ? textField(property) : undefined;
}

function textField({ format, minLength, maxLength }: Foreign): Omit<Field, 'id'> {
  const known = ownOf(formats, format);
  if (known) return { type: known };
  const lengths = { minLength: numberOf(minLength), maxLength: numberOf(maxLength) || undefined };
  return { type: (lengths.maxLength ?? 0) > 500 ? 'textarea' : 'text', validate: lengths };
}
