import type { Schema } from '../../../shared/contracts/openapi/schemas.ts';
import { type Html, html } from '../../../shared/domain/pages/html.ts';
import { inlineProse } from './prose.ts';

const nameIn = (reference: unknown): string => String(reference).split('/').at(-1) ?? '';

/** Renders a type, with a link to a named schema: `Field[]`, `string or null`. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) return html`<a href="#schema-${nameIn(schema.$ref)}">${nameIn(schema.$ref)}</a>`;
  if (schema.oneOf) {
    const kinds = schema.oneOf as Schema[];
    return joined((kinds.every(({ properties: own }) => own) ? kinds.slice(0, 1) : kinds).map(typeOf));
  }
  return joined([schema.type].flat().map(type => typeInWords(String(type), schema)));
}

function typeInWords(type: string, { items, additionalProperties, format }: Schema): Html {
  if (type === 'array' && items) return html`${typeOf(items as Schema)}[]`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return html`object of ${typeOf(additionalProperties as Schema)}`;
  return html`${typeof format === 'string' && type === 'string' ? format : type}`;
}

const joined = (types: readonly Html[]): Html =>
  html`${types.map((type, index) => html`${index > 0 && ' or '}${type}`)}`;

/** Describes the rules for a value besides its type. */
function rulesOf(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, default: value } = schema;
  return [
    range('', minimum, maximum),
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    range(' characters', minLength, maxLength),
    range(' items', minItems, maxItems),
    typeof schema.pattern === 'string' && `matches ${schema.pattern}`,
    value !== undefined && `default ${JSON.stringify(value)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function range(unit: string, least: unknown, most: unknown): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}

type Line = {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
};

/** Renders a property or parameter, with its own properties below it. */
export function line({ name, required, schema, description = schema.description }: Line): Html {
  const values = (schema.const === undefined ? schema.enum : [schema.const]) as unknown[] | undefined;
  const rules = rulesOf(schema);
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>${required && html` <span class="required">required</span>`}
${description && html`<div>${inlineProse(description)}</div>`}
${values && html`<div class="values">${values.map(value => html`<code>${JSON.stringify(value)}</code> `)}</div>`}
${rules !== '' && html`<div class="rules">${rules}</div>`}
${properties(innerOf(schema))}</li>`;
}

/** Returns the object whose properties are shown: the schema itself, or the items of the list or map. */
function innerOf(schema: Schema): Schema {
  const inner = schema.items ?? schema.additionalProperties;
  return schema.properties || typeof inner !== 'object' ? schema : (inner as Schema);
}

/**
 * Renders the properties of an object, including those of nested objects, or of each kind of it. Renders nothing for a
 * named schema.
 */
export function properties(schema: Schema): Html | undefined {
  if (schema.oneOf) return html`${(schema.oneOf as Schema[]).map(properties)}`;
  if (!schema.properties) return undefined;
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const lines = Object.entries(schema.properties as Record<string, Schema>);
  return html`<ul class="properties">${lines.map(([name, property]) => line({ name, required: required.has(name), schema: property }))}</ul>`;
}
