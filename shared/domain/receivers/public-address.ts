import { isIPv4, isIPv6 } from 'node:net';

/**
 * The blocks of the IANA IPv4 special-purpose registry, and multicast. Those that the registry calls globally reachable
 * (AS112, AMT, relays) are refused as well: nobody's web server has an address in them.
 */
const refusedIPv4 = [
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
].map(blockOf);

/** The only block that IANA assigns global unicast addresses from. */
const globalIPv6 = blockOf('2000::/3');

/**
 * Special purposes inside it. An IPv4 address can hide in Teredo (2001::/32) and 6to4 (2002::/16); its other disguises,
 * mapped (::ffff:0:0/96), SIIT (::ffff:0:0:0/96) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48), lie outside of 2000::/3.
 */
const refusedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(blockOf);

const loopbackIPv4 = blockOf('127.0.0.0/8');
const loopbackIPv6 = blockOf('::1/128');

type Block = { readonly first: bigint; readonly hostBits: bigint };

/** Whether a request to this address leaves for the Internet. False for what is no address, or has a zone (`fe80::1%eth0`). */
export function isPublicAddress(address: string): boolean {
  const value = readAddress(address);
  if (value === undefined) return false;
  if (isIPv4(address)) return !refusedIPv4.some(block => holds(block, value));
  return holds(globalIPv6, value) && !refusedIPv6.some(block => holds(block, value));
}

export function isLoopbackAddress(address: string): boolean {
  const value = readAddress(address);
  return value !== undefined && holds(isIPv4(address) ? loopbackIPv4 : loopbackIPv6, value);
}

/** An address as one number; undefined for what is none. */
function readAddress(address: string): bigint | undefined {
  if (isIPv4(address)) return numberOf(address.split('.').map(Number), 8n);
  if (!isIPv6(address) || address.includes('%')) return undefined;
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return numberOf([...before, ...zeros, ...after], 16n);
}

/** The 16-bit groups on one side of the `::`, of which the last may be written as an IPv4 address. */
function groupsOf(side: string): number[] {
  if (side === '') return [];
  return side.split(':').flatMap(group => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function numberOf(digits: readonly number[], bits: bigint): bigint {
  return digits.reduce((value, digit) => (value << bits) | BigInt(digit), 0n);
}

function blockOf(cidr: string): Block {
  const [address = '', length] = cidr.split('/');
  const value = readAddress(address);
  if (value === undefined) throw new Error(`${cidr} is no block of addresses`);
  const hostBits = BigInt((isIPv4(address) ? 32 : 128) - Number(length));
  return { first: value >> hostBits, hostBits };
}

const holds = ({ first, hostBits }: Block, value: bigint): boolean => value >> hostBits === first;
