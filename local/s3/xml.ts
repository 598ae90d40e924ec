/** A value in XML. A list repeats its element, and `undefined` leaves it out. */
export type Xml = string | number | boolean | undefined | Date | readonly Xml[] | { readonly [name: string]: Xml };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

function element(name: string, content: Xml): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map(item => element(name, item)).join('');
  if (content instanceof Date) return element(name, content.toISOString());
  if (typeof content === 'object') {
    return `<${name}>${Object.entries(content)
      .map(([child, value]) => element(child, value))
      .join('')}</${name}>`;
  }
  return `<${name}>${String(content).replace(/[&<>"\r]/g, character => escapes[character] ?? '')}</${name}>`;
}

export const document = (name: string, content: Xml) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, content)}`;

/** Returns the raw contents of every element of this name. This is enough for the one small body that S3 reads. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, content = '']) => content);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function unescapeXml(content: string): string {
  return content.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
