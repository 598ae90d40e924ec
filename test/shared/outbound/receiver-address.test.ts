import { createServer as createHttpsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { callReceiver } from '../../../shared/outbound/call-receiver.ts';
import { faultOfReceiver } from '../../../shared/outbound/receiver-address.ts';
import { dnsLookup } from '../../../shared/outbound/resolve-name.ts';
import { startDnsServer, type Zone } from '../../support/doubles/dns-server.ts';
import { selfSigned } from '../../support/doubles/self-signed.ts';
import { fc } from '../../support/properties.ts';
import { memberOf, specialIPv4, specialIPv6, textOf } from '../domain/receivers/addresses.ts';
import { httpReceiver, listening, post, rawReceiver } from './receivers.ts';

const { cert, key } = selfSigned('receiver.test', 'localhost');
const local = { allowLoopback: true };
const deployed = { allowLoopback: false };

const open: { close(): Promise<void> }[] = [];
const opened = <T extends { close(): Promise<void> }>(closable: T): T => {
  open.push(closable);
  return closable;
};

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const secureReceiver = async () =>
  opened(
    await listening(
      createHttpsServer(
        { cert, key },
        (request, response) => void request.resume().on('end', () => response.end('secure')),
      ),
    ),
  );

const nameServer = async (zone: Zone) => opened(await startDnsServer(zone));
const ipv4Zone =
  (...answers: readonly string[][]): Zone =>
  (_, type, nth) =>
    type === 'A' ? (answers[Math.min(nth, answers.length - 1)] ?? []) : [];

describe('a receiver behind TLS', () => {
  it('is reached by its name when its certificate is trusted and names it', async () => {
    const { port } = await secureReceiver();
    const dns = await nameServer(ipv4Zone(['127.0.0.1']));
    const lookup = dnsLookup([dns.address]);
    const answer = await callReceiver(post(`https://receiver.test:${port}/`, { lookup, ca: cert }));
    expect(answer).toMatchObject({ status: 200, bodyStart: 'secure' });
  });

  it('resumes its TLS session over a new connection, and no other host does', async () => {
    const resumed: boolean[] = [];
    const { port, sockets } = opened(
      await listening(
        createHttpsServer({ cert, key }, (request, response) => {
          resumed.push((request.socket as TLSSocket).isSessionReused());
          request.resume().on('end', () => response.end());
        }),
      ),
    );
    const sendTo = (host: string) => callReceiver(post(`https://${host}:${port}/`, { lookup: dnsLookup(), ca: cert }));
    for (const _ of [1, 2]) expect(await sendTo('localhost')).toMatchObject({ status: 200 });
    expect(await sendTo('127.0.0.1')).toMatchObject({ error: 'tls_failed' });
    expect(await sendTo('localhost')).toMatchObject({ status: 200 });
    expect(resumed).toEqual([false, true, true]);
    expect(sockets).toHaveLength(4);
  });

  it.each([
    ['is not trusted', 'https://localhost', undefined],
    ['names another host', 'https://127.0.0.1', cert],
  ])('has failed when its certificate %s', async (_, origin, ca) => {
    const { port } = await secureReceiver();
    const answer = await callReceiver(post(`${origin}:${port}/`, { lookup: dnsLookup(), ...(ca ? { ca } : {}) }));
    expect(answer).toEqual({ error: 'tls_failed', latencyMs: expect.any(Number), bodyStart: '' });
  });

  it('has failed when it does not speak TLS', async () => {
    const { port } = opened(await httpReceiver(response => response.end()));
    expect(await callReceiver(post(`https://127.0.0.1:${port}/`))).toMatchObject({ error: 'tls_failed' });
    const garbage = opened(await rawReceiver(socket => socket.end('x'.repeat(1000))));
    expect(await callReceiver(post(`https://127.0.0.1:${garbage.port}/`))).toMatchObject({ error: 'tls_failed' });
  });

  it('has failed when it keeps silent in the handshake', async () => {
    const { port } = opened(await rawReceiver(() => {}));
    const answer = await callReceiver(post(`https://127.0.0.1:${port}/`, { deadlineMs: 300 }));
    expect(answer).toMatchObject({ error: 'timeout' });
  });
});

describe('the name of a receiver', () => {
  it('is resolved once for an attempt, and the first answer is the one connected to', async () => {
    const { port, sockets } = await secureReceiver();
    const dns = await nameServer(ipv4Zone(['127.0.0.1'], ['169.254.169.254']));
    const lookup = dnsLookup([dns.address]);
    const send = () => callReceiver(post(`https://receiver.test:${port}/`, { lookup, ca: cert }));
    expect(await send()).toMatchObject({ status: 200 });
    expect(Object.fromEntries(dns.asked)).toEqual({ 'A receiver.test': 1, 'AAAA receiver.test': 1 });
    expect(await send()).toMatchObject({ error: 'address_refused' });
    expect(sockets).toHaveLength(1);
  });

  it('is not followed to a better answer after one that is refused', async () => {
    const { port, sockets } = await secureReceiver();
    const dns = await nameServer(ipv4Zone(['169.254.169.254'], ['127.0.0.1']));
    const lookup = dnsLookup([dns.address]);
    const answer = await callReceiver(post(`https://receiver.test:${port}/`, { lookup, ca: cert }));
    expect(answer).toMatchObject({ error: 'address_refused' });
    expect(dns.asked.get('A receiver.test')).toBe(1);
    expect(sockets).toHaveLength(0);
  });

  it.each<[string, Zone]>([
    ['loopback', (_, type) => (type === 'A' ? ['127.0.0.1'] : [])],
    ['loopback over IPv6', (_, type) => (type === 'A' ? [] : ['::1'])],
    ['a public address and loopback', (_, type) => (type === 'A' ? ['8.8.8.8', '127.0.0.1'] : [])],
    ['a public address, and loopback over IPv6', (_, type) => (type === 'A' ? ['8.8.8.8'] : ['::1'])],
    [
      'loopback, and a public address over IPv6',
      (_, type) => (type === 'A' ? ['127.0.0.1'] : ['2606:4700:4700::1111']),
    ],
    ['loopback in disguise', (_, type) => (type === 'A' ? [] : ['::ffff:127.0.0.1'])],
  ])('is refused in a deployment when it resolves to %s', async (_, zone) => {
    const { port, sockets } = await secureReceiver();
    const lookup = dnsLookup([(await nameServer(zone)).address]);
    const url = `https://receiver.test:${port}/`;
    expect(await callReceiver(post(url, { lookup, policy: deployed, ca: cert }))).toMatchObject({
      error: 'address_refused',
    });
    expect(await faultOfReceiver(url, deployed, lookup)).toBe(
      'has host receiver.test, which resolves to an address that is not public',
    );
    expect(sockets).toHaveLength(0);
  });

  it('is refused with any special address among its answers, wherever it stands', async () => {
    const special = fc
      .constantFrom(...specialIPv4, ...specialIPv6)
      .chain(block => memberOf(block).map(value => textOf(value, block.bits)));
    const mixed = fc
      .tuple(fc.subarray(['8.8.8.8', '2606:4700:4700::1111', '1.1.1.1']), special)
      .chain(([others, one]) => fc.shuffledSubarray([...others, one], { minLength: others.length + 1 }));
    await fc.assert(
      fc.asyncProperty(mixed, async answers => {
        const lookup = async () => answers;
        const answer = await callReceiver(post('https://receiver.test/', { policy: deployed, lookup }));
        expect(answer.error).toBe('address_refused');
        expect(await faultOfReceiver('https://receiver.test/', deployed, lookup)).toContain('is not public');
      }),
      { numRuns: 300 },
    );
  });

  it('is looked up only after the rest of the url is allowed', async () => {
    const urls = [
      'https://169.254.169.254/',
      'https://0x7f.1:9001/',
      'http://receiver.test/',
      'https://a:b@receiver.test/',
      'nonsense',
    ];
    for (const url of urls) {
      const answer = await callReceiver(post(url, { policy: deployed }));
      expect(answer).toEqual({ error: 'address_refused', latencyMs: 0, bodyStart: '' });
    }
  });

  it('may stand for loopback alone when it is called by http', async () => {
    const { port, sockets } = opened(await httpReceiver(response => response.end()));
    const send = (addresses: string[]) =>
      callReceiver(post(`http://a.localhost:${port}/`, { lookup: async () => addresses }));
    expect(await send(['8.8.8.8'])).toMatchObject({ error: 'address_refused' });
    expect(await send(['127.0.0.1', '8.8.8.8'])).toMatchObject({ error: 'address_refused' });
    expect(sockets).toHaveLength(0);
    expect(await send(['127.0.0.1'])).toMatchObject({ status: 200 });
  });

  it('is localhost without any name server', async () => {
    const { port } = opened(await httpReceiver(response => response.end()));
    const lookup = dnsLookup(['127.0.0.1:1']);
    for (const host of ['localhost', 'hooks.localhost']) {
      expect(await callReceiver(post(`http://${host}:${port}/`, { lookup }))).toMatchObject({ status: 200 });
    }
  });

  it('that does not resolve fails the attempt, and is accepted at registration', async () => {
    const { address } = await nameServer(() => []);
    const lookups = [dnsLookup([address]), async () => [], () => Promise.reject(new Error('no'))];
    for (const lookup of lookups) {
      expect(await callReceiver(post('https://receiver.test/', { lookup }))).toMatchObject({
        error: 'name_not_resolved',
      });
      expect(await faultOfReceiver('https://receiver.test/', deployed, lookup)).toBeUndefined();
    }
  });

  it('whose name server keeps silent fails the attempt within the deadline', async () => {
    const { address } = await nameServer(() => 'silence');
    const answer = await callReceiver(
      post('https://receiver.test/', { lookup: dnsLookup([address]), deadlineMs: 300 }),
    );
    expect(answer).toMatchObject({ error: 'timeout' });
  });

  it('is asked for no longer once nobody waits for the answer', async () => {
    const { address } = await nameServer(() => 'silence');
    const waiting = new AbortController();
    const looked = dnsLookup([address])('receiver.test', waiting.signal);
    waiting.abort();
    await expect(looked).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  it('is accepted at registration when all of its answers are public', async () => {
    const zone: Zone = (_, type) => (type === 'A' ? ['8.8.8.8', '1.1.1.1'] : ['2606:4700:4700::1111']);
    const lookup = dnsLookup([(await nameServer(zone)).address]);
    expect(await faultOfReceiver('https://receiver.test/hook', deployed, lookup)).toBeUndefined();
    expect(await lookup('receiver.test', new AbortController().signal)).toEqual([
      '8.8.8.8',
      '1.1.1.1',
      '2606:4700:4700::1111',
    ]);
    expect(await faultOfReceiver('https://receiver.test:22/', deployed, lookup)).toContain('has port 22');
    expect(await faultOfReceiver('https://8.8.8.8/', deployed, lookup)).toBeUndefined();
    expect(await faultOfReceiver('https://receiver.test/', local, async () => ['127.0.0.1'])).toBeUndefined();
  });
});
