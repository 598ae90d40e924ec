import type { Options } from 'ajv';

const shared = {
  allErrors: true,
  strict: true,
  strictTypes: true,
  strictRequired: false,
  allowUnionTypes: true,
  ownProperties: true,
  messages: true,
  verbose: false,
} as const satisfies Options;

/** Bodies are taken as they are: a number in quotes is a string. */
export const bodyOptions: Options = { ...shared, useDefaults: true };

/** Paths, queries and headers are text: they are coerced to the type that the schema names. */
export const parameterOptions: Options = { ...shared, coerceTypes: true, useDefaults: true };
