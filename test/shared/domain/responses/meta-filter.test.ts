import { describe, expect, it } from '@jest/globals';
import { firstLanguage, hasMeta } from '../../../../shared/domain/responses/meta-filter.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const meta = { source: 'browser', origin: 'https://a.example', userAgent: firefox, language: 'de-AT' } as const;

describe('where a response came from', () => {
  it.each([
    [{ source: 'browser' }, true],
    [{ source: 'server' }, false],
    [{ origin: 'https://a.example' }, true],
    [{ origin: 'https://b.example' }, false],
    [{ browser: 'Firefox' }, true],
    [{ browser: 'Chrome' }, false],
    [{ language: 'de' }, true],
    [{ language: 'DE-at' }, true],
    [{ language: 'd' }, false],
    [{ language: 'de-CH' }, false],
    [{ language: 'de', browser: 'Chrome' }, false],
  ])('is compared with %j', (wanted, expected) => {
    expect(hasMeta(meta, wanted)).toBe(expected);
  });

  it('is compared by the stored names of browser and system, as by a whole user agent', () => {
    const stored = { ...meta, userAgent: 'Samsung Internet on Android' };
    expect(hasMeta(stored, { browser: 'Samsung Internet' })).toBe(true);
    expect(hasMeta(stored, { browser: 'Firefox' })).toBe(false);
  });

  it('is nowhere in particular where the response says nothing', () => {
    expect(hasMeta({}, { language: 'de' })).toBe(false);
    expect(hasMeta({}, {})).toBe(true);
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
    [' en ;q=1', 'en'],
    ['zh-Hant-TW', 'zh-Hant-TW'],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
    ['<script>', undefined],
    [`en-${'x'.repeat(300)}`, undefined],
  ])('has the first language of %j', (accepted, language) => {
    expect(firstLanguage(accepted)).toBe(language);
  });
});
