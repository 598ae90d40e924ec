/**
 * Returns a language with a region that the browser names: the first region of that language, or else the first of any.
 */
export function localeOf(language: string, wished: readonly string[]): string {
  const locales = wished.map(name => new Intl.Locale(name));
  const own = locales.find(locale => locale.language === language && locale.region);
  const region = (own ?? locales.find(locale => locale.region))?.region;
  return region ? `${language}-${region}` : language;
}
