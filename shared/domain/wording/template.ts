/**
 * A text with placeholders for values: `{0}` for the first, `{label}` by name; or one such text for each plural form of
 * the first value.
 */
export type PluralText = string | Readonly<Record<string, string>>;

type PluralValue = string | number;

const rightToLeft = /^(ar|he)\b/;

/**
 * Returns a text that keeps its own direction in a sentence from right to left: the question mark of an English label
 * stays at its end.
 */
export const isolated = (text: string, lang: string): string => (rightToLeft.test(lang) ? `\u2068${text}\u2069` : text);

/** Fills in a text. Numbers are formatted for the language (BCP 47). */
export function fill(
  template: PluralText,
  lang: string,
  values: readonly PluralValue[],
  named: Readonly<Record<string, string>> = {},
): string {
  const text = typeof template === 'string' ? template : pluralOf(template, lang, Number(values[0]));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[Number(name)] ?? named[name] ?? place;
    return typeof value === 'number' ? new Intl.NumberFormat(lang).format(value) : isolated(value, lang);
  });
}

const pluralOf = (forms: Exclude<PluralText, string>, lang: string, count: number): string =>
  forms[new Intl.PluralRules(lang).select(count)] ?? forms.other ?? '';
