import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The blocks of the IANA IPv4 special-purpose registry, and multicast. Those that the registry calls globally reachable
 * (AS112, AMT, relays) are refused too: no web server has an address in them.
 */
const refusedIPv4 = blocksOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);

/** The only block that IANA assigns global unicast addresses from. */
const globalIPv6 = blocksOf('2000::/3');

/**
 * Special-purpose blocks inside it. An IPv4 address can hide in Teredo (2001::/32) and 6to4 (2002::/16). Its other
 * disguises, mapped (::ffff:0:0/96), SIIT (::ffff:0:0:0/96) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48), are outside
 * 2000::/3.
 */
const refusedIPv6 = blocksOf('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');

const loopbackIPv4 = blocksOf('127.0.0.0/8');
const loopbackIPv6 = blocksOf('::1/128');

/**
 * Whether a request to this address goes to the Internet. False for a text that is not an address, or has a zone
 * (`fe80::1%eth0`).
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedIPv4.check(address);
  return isPlainIPv6(address) && globalIPv6.check(address, 'ipv6') && !refusedIPv6.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return loopbackIPv4.check(address);
  return isPlainIPv6(address) && loopbackIPv6.check(address, 'ipv6');
}

const isPlainIPv6 = (address: string): boolean => isIPv6(address) && !address.includes('%');

/**
 * Returns a list of blocks of one family. A mixed list would treat an IPv4 address mapped into IPv6 as the IPv4 one.
 */
function blocksOf(...cidrs: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', length] = cidr.split('/');
    blocks.addSubnet(network, Number(length), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return blocks;
}
