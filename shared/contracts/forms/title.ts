import { patterns } from '../patterns.ts';

export const titleLengthMax = 255;

/** The title of a form, in any language. */
export const title = {
  type: 'string',
  minLength: 1,
  maxLength: titleLengthMax,
  pattern: patterns.notBlank.pattern,
} as const;
