const separators = (lang: string) => {
  const parts = new Intl.NumberFormat(lang).formatToParts(12345.6);
  const of = (type: string) => parts.find(part => part.type === type)?.value ?? '';
  return { group: of('group'), decimal: of('decimal') };
};

/**
 * Parses a number as the language writes it: `1.234,5` in German, `1,234.5` in English. Returns undefined for anything
 * else.
 */
export function parseNumber(text: string, lang: string): number | undefined {
  const { group, decimal } = separators(lang);
  const latin = text.replace(/[٠-٩۰-۹０-９]/g, digit => String(digit.charCodeAt(0) & 15));
  const compact = latin
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace('٫', decimal)
    .replaceAll('٬', group);
  const grouped = group.trim() && new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`).test(compact);
  const plain = (grouped ? compact.replaceAll(group, '') : compact).replace(decimal, '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** Formats a number without group separators, so that the visitor can edit it. */
export const formatNumber = (value: number, lang: string): string =>
  String(value).replace('.', separators(lang).decimal);
