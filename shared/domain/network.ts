/** An IPv6 address stands for its network of 64 bits: whoever has one address of that has all of them. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = (text = '') => text.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(Math.max(missing, 0)).fill('0'), ...groups(tail)].slice(0, 4).join(':');
}

/**
 * The part of an address that says from where a request came, and not from whom: an IPv4 network of 24 bits, an IPv6 one of
 * 48, which is what a site is given (RFC 6177).
 */
export function networkPrefixOf(address: string): string {
  const [, inIpv6 = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (!inIpv6.includes(':')) return `${inIpv6.split('.').slice(0, 3).join('.')}.0/24`;
  return `${networkOf(inIpv6).split(':').slice(0, 3).join(':')}::/48`;
}
