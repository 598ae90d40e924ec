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
  // They tell readers and generators what a text is; what is checked are patterns and rules of the domain.
  formats: { 'date-time': true, date: true },
} as const satisfies Options;

/** Bodies are taken as they are: a number in quotes is a string. */
export const bodyOptions: Options = { ...shared, useDefaults: true };

/** Paths, queries and headers are text: they are coerced to the type that the schema names. */
export const parameterOptions: Options = { ...shared, coerceTypes: true, useDefaults: true };
