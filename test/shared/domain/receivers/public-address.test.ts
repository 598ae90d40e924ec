import { describe, expect, it } from '@jest/globals';
import { isLoopbackAddress, isPublicAddress } from '../../../../shared/domain/receivers/public-address.ts';
import { fc, runs } from '../../../support/properties.ts';
import { type Block, disguises, edgesOf, ipv4, ipv6, memberOf, specialIPv4, specialIPv6, textOf } from './addresses.ts';

const special = [...specialIPv4, ...specialIPv6];
const names = Object.keys(disguises);

const anyIPv4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
const anyIPv6 = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  fc.bigInt({ min: 0x2000n << 112n, max: (0x4000n << 112n) - 1n }),
);
const specialMember = (blocks: readonly Block[]) => fc.constantFrom(...blocks).chain(memberOf);

/** By the list that these tests hold, not by the one that is tested. */
const isListed = (value: bigint, blocks: readonly Block[]) =>
  blocks.some(({ first, last }) => first <= value && value <= last);

/** One address in the ways that a resolver or a customer may write it. */
function* spellingsOf(value: bigint): Generator<string> {
  const full = ipv6(value);
  const groups = full.split(':');
  yield full;
  yield full.toUpperCase();
  yield groups.map(group => group.padStart(4, '0')).join(':');
  yield new URL(`http://[${full}]`).hostname.slice(1, -1);
  yield `${groups.slice(0, 6).join(':')}:${ipv4(value % 2n ** 32n)}`;
}

describe('an address', () => {
  it.each(special)('is refused at every edge of $cidr and within it', block => {
    for (const edge of edgesOf(block)) expect(isPublicAddress(textOf(edge, block.bits))).toBe(false);
    fc.assert(
      fc.property(memberOf(block), member => {
        expect(isPublicAddress(textOf(member, block.bits))).toBe(false);
      }),
    );
  });

  it('is public one step outside of a block, unless another block begins there', () => {
    const outside = special.flatMap(({ first, last, bits }) =>
      [first - 1n, last + 1n]
        .filter(value => value >= 0n && value < 2n ** BigInt(bits))
        .map(value => ({ value, bits })),
    );
    const verdicts = outside.map(({ value, bits }) => {
      const text = textOf(value, bits);
      expect([text, isPublicAddress(text)]).toEqual([text, !isListed(value, bits === 32 ? specialIPv4 : specialIPv6)]);
      return isPublicAddress(text);
    });
    expect(verdicts.filter(Boolean).length).toBeGreaterThan(30);
  });

  it('is public exactly when no block holds it, anywhere in the IPv4 space', () => {
    fc.assert(
      fc.property(anyIPv4, value => {
        const text = ipv4(value);
        expect(isPublicAddress(text)).toBe(!isListed(value, specialIPv4));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('is public exactly when no block holds it, anywhere in the IPv6 space', () => {
    fc.assert(
      fc.property(anyIPv6, value => {
        const text = ipv6(value);
        expect(isPublicAddress(text)).toBe(!isListed(value, specialIPv6));
      }),
      { numRuns: runs(5000) },
    );
  });

  it.each(names)('is refused as %s, whatever IPv4 address it stands for', name => {
    const disguise = disguises[name] ?? (() => 0n);
    for (const edge of specialIPv4.flatMap(edgesOf)) expect(isPublicAddress(ipv6(disguise(edge)))).toBe(false);
    fc.assert(
      fc.property(fc.oneof(specialMember(specialIPv4), anyIPv4), inner => {
        for (const text of spellingsOf(disguise(inner))) expect([text, isPublicAddress(text)]).toEqual([text, false]);
      }),
    );
  });

  it('gets the same verdict however it is written', () => {
    fc.assert(
      fc.property(fc.oneof(anyIPv6, specialMember(specialIPv6)), value => {
        const [plain = '', ...others] = spellingsOf(value);
        for (const text of others) expect([text, isPublicAddress(text)]).toEqual([text, isPublicAddress(plain)]);
      }),
    );
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '3.5.140.2',
    '2606:4700:4700::1111',
    '2a00:1450:4001:830::200e',
    '2001:4860:4860::8888',
  ])('of a public service is public: %s', address => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['the metadata service', '169.254.169.254'],
    ['the metadata service over IPv6', 'fd00:ec2::254'],
    ['the Runtime API of a Lambda function', '127.0.0.1'],
    ['the address of containers', '169.254.170.2'],
  ])('of %s is refused', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '8.8.8',
    '08.8.8.8',
    '8.8.8.8 ',
    '1.1.1.1/32',
    '2606:4700:4700::1111%eth0',
    '[2606:4700::1]',
    ':::',
  ])('that is none is not public: %p', text => {
    expect(isPublicAddress(text)).toBe(false);
    expect(isLoopbackAddress(text)).toBe(false);
  });

  it('is loopback in 127.0.0.0/8 and as ::1 only', () => {
    for (const address of ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1']) {
      expect(isLoopbackAddress(address)).toBe(true);
    }
    for (const address of ['126.255.255.255', '128.0.0.0', '0.0.0.0', '::', '::2', '::ffff:127.0.0.1']) {
      expect(isLoopbackAddress(address)).toBe(false);
    }
  });
});
