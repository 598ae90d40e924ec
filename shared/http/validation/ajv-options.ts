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
  // Formats only document a text for readers and generators. The checks are patterns and domain rules.
  formats: { 'date-time': true, date: true },
} as const satisfies Options;

/** Options for bodies, which are not coerced: a number in quotes is a string. */
export const bodyOptions: Options = { ...shared, useDefaults: true };

/** Options for paths, queries and headers, which are text and are coerced to the schema's type. */
export const parameterOptions: Options = { ...shared, coerceTypes: true, useDefaults: true };
