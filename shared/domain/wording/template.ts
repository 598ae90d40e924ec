/**
 * A text with placeholders for values: `{0}` for the first, `{label}` by name; or one such text for each plural form of
 * the first value.
 */
export type PluralText = string | Readonly<Record<string, string>>;

type PluralValue = string | number;

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
    return typeof value === 'number' ? new Intl.NumberFormat(lang).format(value) : value;
  });
}

const pluralOf = (forms: Exclude<PluralText, string>, lang: string, count: number): string =>
  forms[new Intl.PluralRules(lang).select(count)] ?? forms.other ?? '';
