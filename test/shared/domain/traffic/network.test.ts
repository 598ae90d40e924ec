import { expect, it } from '@jest/globals';
import { networkOf, networkPrefixOf } from '../../../../shared/domain/traffic/network.ts';

it.each(['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7'])('is the address itself of IPv4: %s', address =>
  expect(networkOf(address)).toBe('192.0.2.7'),
);

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1::4:5:6', '2001:db8:1:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['::ffff:192.0.2.7:1', '0:0:0:0'],
])('is the first 64 bits of an IPv6 address: %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['::FFFF:192.0.2.7', '192.0.2.0/24'],
  ['64:ff9b::ffff:192.0.2.7', '64:ff9b:0::/48'],
])('has a prefix that names nobody: %s', (address, prefix) => expect(networkPrefixOf(address)).toBe(prefix));
