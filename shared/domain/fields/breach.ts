/** The rules that an answer can break. */
export const answerRules = [
  ...(['required', 'type'] as const),
  ...(['singleLine', 'characters', 'minLength', 'maxLength', 'pattern', 'email', 'options', 'date', 'file'] as const),
  ...(['min', 'max', 'precision'] as const),
  ...(['domains', 'phone', 'url', 'time', 'step', 'integer', 'unique', 'minSelected', 'maxSelected'] as const),
  ...(['rows', 'maxFiles', 'noAnswer'] as const),
] as const;

/** The rule an answer breaks, and what would be right. Never the answer itself. */
export type Breach = { readonly rule: (typeof answerRules)[number]; readonly message: string };

/** What an answer to a field can be, once it is checked. A matrix is answered by an object, row to column. */
export type Answer = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;
