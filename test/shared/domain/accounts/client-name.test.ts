import { expect, it } from '@jest/globals';
import { clientName, keptClient, systemName } from '../../../../shared/domain/accounts/client-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
  ],
  [
    'Opera on macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0`,
  ],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  ],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
  ['curl', 'curl/8.14.1'],
  ['Linux', 'something for Linux'],
  [undefined, 'node'],
  [undefined, '<script>alert(1)</script>'],
  [undefined, ''],
  [undefined, undefined],
])('says %s', (name, userAgent) => {
  expect(clientName(userAgent)).toBe(name);
  // What is kept says the same when it is read again.
  expect(clientName(keptClient(userAgent))).toBe(name);
});

it('keeps the name of an unknown program without its version, and nothing of a text without a name', () => {
  expect(keptClient('python-requests/2.32.3 (ada@example.com)')).toBe('python-requests');
  expect(keptClient(`Mozilla/5.0 ${'x'.repeat(300)}`)).toBe('Mozilla');
  expect(keptClient('<script>alert(1)</script>')).toBeUndefined();
  expect(keptClient()).toBeUndefined();
  expect(systemName('Safari on macOS')).toBe('macOS');
});
