/**
 * Returns the network of an address. An IPv6 address counts as its network of 64 bits, because its owner has all of
 * them.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = (text = '') => text.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(Math.max(missing, 0)).fill('0'), ...groups(tail)].slice(0, 4).join(':');
}

/**
 * Returns the part of an address that shows where a request came from, but not from whom: an IPv4 network of 24 bits,
 * or an IPv6 one of 48, which a site gets (RFC 6177).
 */
export function networkPrefixOf(address: string): string {
  const [, inIpv6 = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (!inIpv6.includes(':')) return `${inIpv6.split('.').slice(0, 3).join('.')}.0/24`;
  return `${networkOf(inIpv6).split(':').slice(0, 3).join(':')}::/48`;
}
