/** The allowed properties by Ajv's path of a fault (`#/properties/limits/additionalProperties`). */
export type PropertyNames = Readonly<Record<string, readonly string[]>>;

/** Returns the properties of each object of a schema that allows no others. */
export function propertyNames(schema: unknown, path = '#'): PropertyNames {
  if (typeof schema !== 'object' || schema === null) return {};
  const { additionalProperties, properties } = schema as { additionalProperties?: unknown; properties?: object };
  const own = additionalProperties === false && { [`${path}/additionalProperties`]: Object.keys(properties ?? {}) };
  const within = Object.entries(schema).map(([key, part]) => propertyNames(part, `${path}/${key}`));
  return Object.assign({ ...own }, ...within);
}
