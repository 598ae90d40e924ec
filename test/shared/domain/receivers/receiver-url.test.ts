import { describe, expect, it } from '@jest/globals';
import { faultOfUrl, isAllowedAddress } from '../../../../shared/domain/receivers/receiver-url.ts';
import { fc, runs } from '../../../support/properties.ts';
import { disguises, edgesOf, ipv4, ipv6, memberOf, specialIPv4, specialIPv6 } from './addresses.ts';

const deployed = { allowLoopback: false };
const local = { allowLoopback: true };

const hex = (value: bigint) => `0x${value.toString(16)}`;
const octal = (value: bigint) => `0${value.toString(8)}`;
const partsOf = (value: bigint) => ipv4(value).split('.').map(BigInt);

/** The ways in which a url may write an IPv4 address. */
function spellingsOf(value: bigint): string[] {
  const dotted = ipv4(value);
  const [first = 0n, second = 0n] = partsOf(value);
  return [
    dotted,
    `${dotted}.`,
    String(value),
    hex(value),
    octal(value),
    partsOf(value).map(hex).join('.'),
    partsOf(value).map(octal).join('.'),
    `${first}.${value % 2n ** 24n}`,
    `${first}.${second}.${value % 2n ** 16n}`,
    dotted.replaceAll(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    dotted.replaceAll('.', '。'),
    [...dotted].map(char => `%${char.charCodeAt(0).toString(16)}`).join(''),
  ];
}

describe('the url of a receiver', () => {
  it.each([
    'https://example.com',
    'https://example.com/hook?a=b#c',
    'https://example.com:443/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:8443/',
    'HTTPS://EXAMPLE.COM',
    'https://localhost.example.com/',
    'https://notlocalhost/',
  ])('is accepted: %s', url => {
    expect(faultOfUrl(url, deployed)).toBeUndefined();
    expect(faultOfUrl(url, local)).toBeUndefined();
  });

  it.each([
    ['', 'is not an absolute URL'],
    ['/hook', 'is not an absolute URL'],
    ['example.com/hook', 'is not an absolute URL'],
    ['https://', 'is not an absolute URL'],
    ['https://exa mple.com', 'is not an absolute URL'],
    ['https://example.com:65536', 'is not an absolute URL'],
    ['https://[fe80::1%25eth0]/', 'is not an absolute URL'],
    ['http://example.com/', 'must begin with https://'],
    ['http://8.8.8.8:8080/', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://user@example.com/', 'must not contain a user name or password'],
    ['https://user:pass@example.com/', 'must not contain a user name or password'],
    ['https://:pass@example.com/', 'must not contain a user name or password'],
    ['https://example.com@8.8.8.8/', 'must not contain a user name or password'],
    ['https://example.com:80/', 'has port 80; only 443 and ports above 1023 are allowed'],
    ['https://example.com:22/', 'has port 22;'],
    ['https://example.com:0/', 'has port 0;'],
    ['https://example.com:1023/', 'has port 1023;'],
    ['https://10.0.0.1/', 'has address 10.0.0.1, which is not public'],
    ['https://[fd00:ec2::254]/', 'has address fd00:ec2::254, which is not public'],
    ['https://[::ffff:8.8.8.8]/', 'has address ::ffff:808:808, which is not public'],
  ])('is refused with its reason: %p %s', (url, reason) => {
    expect(faultOfUrl(url, deployed)).toContain(reason);
    expect(faultOfUrl(url, local)).toContain(reason);
  });

  it('is refused with an address that is not public, however it is written', () => {
    const addresses = fc
      .constantFrom(...specialIPv4)
      .chain(block => fc.oneof(memberOf(block), fc.constantFrom(...edgesOf(block))));
    fc.assert(
      fc.property(addresses, value => {
        for (const host of spellingsOf(value)) {
          const url = `https://${host}/hook`;
          expect([url, faultOfUrl(url, deployed)]).toEqual([url, `has address ${ipv4(value)}, which is not public`]);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('is refused with an IPv6 address that is not public, also one that holds an IPv4 address', () => {
    const disguised = fc
      .tuple(fc.constantFrom(...Object.values(disguises)), fc.constantFrom(...specialIPv4).chain(memberOf))
      .map(([disguise, inner]) => disguise(inner));
    fc.assert(
      fc.property(fc.oneof(disguised, fc.constantFrom(...specialIPv6).chain(memberOf)), value => {
        expect(faultOfUrl(`https://[${ipv6(value)}]/`, deployed)).toMatch(/^has address .* which is not public$/);
      }),
      { numRuns: runs(500) },
    );
  });

  it('may name this machine in a local run only, by http as well', () => {
    const hosts = [
      'localhost',
      'localhost.',
      'hooks.localhost',
      'LOCALHOST',
      '127.0.0.1',
      '127.8.9.1',
      '0x7f.1',
      '[::1]',
    ];
    for (const host of hosts) {
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:4000/hook`;
        expect([url, faultOfUrl(url, local)]).toEqual([url, undefined]);
        expect([url, faultOfUrl(url, deployed)]).toEqual([url, expect.any(String)]);
      }
    }
    expect(faultOfUrl('http://localhost/hook', local)).toBe('needs a port above 1023');
    expect(faultOfUrl('http://localhost:80/hook', local)).toBe('needs a port above 1023');
    expect(faultOfUrl('http://localhost:1023/hook', local)).toContain('has port 1023');
  });

  it('may not name another private address in a local run', () => {
    for (const host of ['10.0.0.1', '0.0.0.0', '169.254.169.254', '[::]', '[::ffff:127.0.0.1]', '[fe80::1]']) {
      expect(faultOfUrl(`https://${host}:4000/`, local)).toContain('which is not public');
      expect(faultOfUrl(`http://${host}:4000/`, local)).toContain('http:// is for localhost');
    }
  });
});

describe('an address that a name resolved to', () => {
  it('is allowed when it is public, and in a local run when it is loopback', () => {
    const allowed = (policy: typeof local) =>
      ['8.8.8.8', '127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1'].filter(address =>
        isAllowedAddress(address, policy),
      );
    expect(allowed(deployed)).toEqual(['8.8.8.8']);
    expect(allowed(local)).toEqual(['8.8.8.8', '127.0.0.1', '::1']);
  });
});
