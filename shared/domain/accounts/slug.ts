const lengthMax = 63;

/** Returns the slug of a name: `Bär & Söhne` becomes `bar-sohne`. A name without Latin letters gets its ID. */
export function slugOf(name: string, organizationId: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const slug = words.join('-').slice(0, lengthMax).replace(/-$/, '');
  return slug || organizationId.toLowerCase().replace('_', '-');
}
