import type { Contract } from '../contract.ts';
import type { Example } from './examples.ts';
import type { Schema } from './schemas.ts';

const form = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  example: { name: 'Ada', email: 'ada@example.com' },
};

/** The body of an HTML form. */
export const formBody = {
  required: true,
  description: 'Field IDs with answers; at most 4 MB, files included.',
  content: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
};

/** @param schema how the document has what `bodySchema` says */
export function requestBody(contract: Contract, schema: object, example: Example | undefined): object {
  const { bodyBytesMax, bodyOptional = false, transport } = contract;
  const content = { schema, ...(example?.body !== undefined && { example: example.body }) };
  return {
    required: !bodyOptional,
    description: `At most ${(bodyBytesMax ?? 262_144) / 1024} KB.`,
    content: {
      'application/json': content,
      ...(transport?.beacon && { 'text/plain': content }),
      ...(transport?.takesForms && formBody.content),
    },
  };
}

/** Returns the schemas of a body: the object, one for each of its kinds, a patch of it, or also an array for batches. */
export function bodySchema(contract: Contract): object {
  const { patches, batchMax, bodies, body = {} } = contract;
  if (patches) return patchSchema(contract);
  if (bodies) return { oneOf: bodies };
  return batchMax ? { oneOf: [body, { type: 'array', minItems: 1, maxItems: batchMax, items: body }] } : body;
}

/** The schema of a patch: the properties to change, and those that may repeat the record. */
function patchSchema({ body, response, patches }: Contract): object {
  const shown = Object.entries(response?.properties ?? {}).filter(([name]) => patches?.responseOnly.includes(name));
  const patch = patchOf(body as Schema);
  const repeated = shown.map(([name, schema]) => [name, { ...(schema as Schema), readOnly: true }]);
  return {
    ...patch,
    minProperties: 1,
    properties: { ...(patch.properties as object), ...Object.fromEntries(repeated) },
  };
}

/** Makes every property optional at every depth; `null` removes what may be absent. */
function patchOf({ required = [], ...schema }: Schema): Schema {
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties as object).map(([name, property]) => {
    const patch = patchOf(property as Schema);
    return [name, (required as string[]).includes(name) ? patch : orNull(patch)];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const orNull = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.type !== undefined && { type: [...new Set([schema.type, 'null'].flat() as string[])] }),
  ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
});
