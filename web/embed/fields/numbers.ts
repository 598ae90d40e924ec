const separators = (lang: string) => {
  const parts = new Intl.NumberFormat(lang).formatToParts(12345.6);
  const of = (type: string) => parts.find(part => part.type === type)?.value ?? '';
  return { group: of('group'), decimal: of('decimal') };
};

/** A number as people of a language write it: `1.234,5` in German, `1,234.5` in English. Undefined where it is none. */
export function parseNumber(text: string, lang: string): number | undefined {
  const { group, decimal } = separators(lang);
  const compact = text.replace(/[\s\u00a0\u202f']/g, '');
  const grouped = group.trim() && new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`).test(compact);
  const plain = (grouped ? compact.replaceAll(group, '') : compact).replace(decimal, '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** Without groups, so that it can be gone on with as it stands. */
export const formatNumber = (value: number, lang: string): string =>
  String(value).replace('.', separators(lang).decimal);
