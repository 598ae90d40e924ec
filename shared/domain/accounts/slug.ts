const lengthMax = 63;

/** The slug of a name that came without one: `Bär & Söhne` is `bar-sohne`. A name without Latin letters has its id. */
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
