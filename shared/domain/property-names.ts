/** By the path that Ajv gives a fault (`#/properties/limits/additionalProperties`): the properties that there may be. */
export type PropertyNames = Readonly<Record<string, readonly string[]>>;

/** Of each object of a schema that takes no others. */
export function propertyNames(schema: unknown, path = '#'): PropertyNames {
  if (typeof schema !== 'object' || schema === null) return {};
  const { additionalProperties, properties } = schema as { additionalProperties?: unknown; properties?: object };
  const own = additionalProperties === false && { [`${path}/additionalProperties`]: Object.keys(properties ?? {}) };
  const within = Object.entries(schema).map(([key, part]) => propertyNames(part, `${path}/${key}`));
  return Object.assign({ ...own }, ...within);
}
