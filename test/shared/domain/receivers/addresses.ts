import { fc } from '../../../support/properties.ts';

/** A block of addresses, from its first to its last, as numbers. */
export type Block = { readonly cidr: string; readonly bits: 32 | 128; readonly first: bigint; readonly last: bigint };

function blockOf(cidr: string): Block {
  const [address = '', length] = cidr.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const first = bits === 32 ? numberOfIPv4(address) : numberOfIPv6(address);
  return { cidr, bits, first, last: first + 2n ** BigInt(bits - Number(length)) - 1n };
}

const numberOfIPv4 = (address: string) => address.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);

/** Of the plain form only: hexadecimal groups and perhaps one `::`. */
function numberOfIPv6(address: string): bigint {
  const [head = [], tail = []] = address.split('::').map(side => side.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.reduce((value, group) => value * 65536n + BigInt(`0x${group}`), 0n);
}

const digitsOf = (value: bigint, count: number, bits: bigint) =>
  Array.from({ length: count }, (_, index) => Number((value >> (bits * BigInt(count - 1 - index))) % 2n ** bits));

export const ipv4 = (value: bigint): string => digitsOf(value, 4, 8n).join('.');

/** All eight groups, without leading zeros. */
export const ipv6 = (value: bigint): string =>
  digitsOf(value, 8, 16n)
    .map(group => group.toString(16))
    .join(':');

export const textOf = (value: bigint, bits: 32 | 128): string => (bits === 32 ? ipv4(value) : ipv6(value));

export const memberOf = ({ first, last }: Block): fc.Arbitrary<bigint> => fc.bigInt({ min: first, max: last });

/** The first address of a block, its last, and the middle one. */
export const edgesOf = ({ first, last }: Block): bigint[] => [first, (first + last) / 2n, last];

/** The special-purpose registries of IANA as of 2024-10, each entry of them, and multicast. */
export const specialIPv4: readonly Block[] = [
  '0.0.0.0/8',
  '0.0.0.0/32',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.0.0/29',
  '192.0.0.8/32',
  '192.0.0.9/32',
  '192.0.0.10/32',
  '192.0.0.170/32',
  '192.0.0.171/32',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.88.99.2/32',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
].map(blockOf);

export const specialIPv6: readonly Block[] = [
  '::/128',
  '::1/128',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  // What surrounds 2000::/3, and the forms that IPv4 addresses take beside the registered ones.
  '::/96',
  '::ffff:0:0:0/96',
  '::/3',
  '4000::/2',
  '8000::/1',
].map(blockOf);

/** The ways in which an IPv6 address can hold an IPv4 one: mapped, compatible, SIIT, NAT64, 6to4 and Teredo. */
export const disguises: Readonly<Record<string, (address: bigint) => bigint>> = {
  'IPv4-mapped': address => blockOf('::ffff:0:0/96').first + address,
  'IPv4-compatible': address => address,
  SIIT: address => blockOf('::ffff:0:0:0/96').first + address,
  NAT64: address => blockOf('64:ff9b::/96').first + address,
  'local NAT64': address => blockOf('64:ff9b:1::/48').first + address,
  '6to4': address => blockOf('2002::/16').first + (address << 80n) + 1n,
  'Teredo client': address => blockOf('2001::/32').first + (address ^ 0xffffffffn),
  'Teredo server': address => blockOf('2001::/32').first + (address << 64n),
};
