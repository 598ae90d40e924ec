/** The rules that an answer can break. */
export const answerRules = [
  ...(['required', 'type'] as const),
  ...(['singleLine', 'characters', 'minLength', 'maxLength', 'pattern', 'email', 'options', 'date', 'file'] as const),
  ...(['min', 'max', 'precision', 'decimals'] as const),
  ...(['domains', 'phone', 'url', 'time', 'step', 'integer', 'unique', 'minSelected', 'maxSelected'] as const),
  ...(['rows', 'maxFiles', 'noAnswer'] as const),
] as const;

/** The rule that an answer breaks, and what would be right. It never contains the answer. */
export type Breach = { readonly rule: (typeof answerRules)[number]; readonly message: string };

/** A valid answer to a field. A matrix has an object, row to column. */
export type Answer = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;
