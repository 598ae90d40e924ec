/** Returns the IPv4 address that an IPv6 one may hold (RFC 4291, section 2.5.5.2), or the address itself. */
const unmapped = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;

/**
 * Returns the network of an address. An IPv6 address counts as its network of 64 bits, because its owner has all of
 * them.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = (text = '') => text.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(Math.max(missing, 0)).fill('0'), ...groups(tail)].slice(0, 4).join(':');
}

/**
 * Returns the part of an address that shows where a request came from, but not from whom: an IPv4 network of 24 bits,
 * or an IPv6 one of 48, which a site gets (RFC 6177).
 */
export function networkPrefixOf(address: string): string {
  const network = networkOf(address);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return `${network.split('.').slice(0, 3).join('.')}.0/24`;
}
