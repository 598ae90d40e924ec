import type { Contracts } from '../contract.ts';
import { namedSchemas } from './names.ts';

export type Schema = { readonly description?: string } & Readonly<Record<string, unknown>>;

export type Schemas = {
  /** A schema as the document shows it, with references to those that have names. */
  readonly show: (schema: object) => object;
  /** The named schemas. */
  readonly components: Readonly<Record<string, object>>;
};

export function schemasOf(contracts: Contracts): Schemas {
  const named = namedSchemas(contracts);
  const names = new Map([...named].map(([name, schema]) => [sense(schema), name]));
  const show = (schema: unknown): unknown => {
    if (typeof schema !== 'object' || schema === null) return schema;
    if (Array.isArray(schema)) return schema.map(show);
    const name = names.get(sense(schema));
    return name === undefined ? inside(schema) : reference(name, schema as Schema, (named.get(name) ?? {}) as Schema);
  };
  const inside = (schema: object): object =>
    explicit(Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, show(part)])) as Schema);
  return {
    show: schema => show(schema) as object,
    components: Object.fromEntries([...named].map(([name, schema]) => [name, inside(schema)])),
  };
}

/** Compares schemas without descriptions: `{ ...status, description }` equals `status`. */
const sense = (schema: object): string => JSON.stringify({ ...schema, description: undefined, default: undefined });

function reference(name: string, { description, default: value }: Schema, own: Schema): object {
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description !== own.description && { description }),
    ...(value !== own.default && { default: value }),
  };
}

/** Generators take nothing for granted: neither the type of an enum, nor that an object takes what it does not name. */
function explicit(schema: Schema): Schema {
  const { enum: values, const: value, type = typesOf(values ?? (value === undefined ? [] : [value])) } = schema;
  const isOpen = [type].flat().includes('object') && schema.additionalProperties === undefined;
  const isOfAnything = [type].flat().includes('array') && schema.items === undefined;
  return {
    ...(typeof type === 'string' || Array.isArray(type) ? { type } : {}),
    ...portable(schema),
    ...(isOpen && { additionalProperties: true }),
    ...(isOfAnything && { items: {} }),
  };
}

/** Many tools cannot read Unicode classes in a pattern, so the description has it. */
function portable(schema: Schema): Schema {
  const { pattern, ...rest } = schema;
  if (typeof pattern !== 'string' || !pattern.includes('\\p{')) return schema;
  return { ...rest, description: [rest.description, `Matches \`${pattern}\`.`].filter(Boolean).join(' ') };
}

function typesOf(values: unknown): string | string[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const types = new Set(values.map(value => (value === null ? 'null' : typeof value)));
  return types.size === 1 ? [...types][0] : [...types];
}
