import { describe, expect, it } from '@jest/globals';
import {
  captchaOf,
  faultsOfCaptchas,
  proofName,
  tokenNames,
  warningOfSecret,
} from '../../../../shared/domain/spam/captcha.ts';

const on = { enabled: true, siteKey: 'site' };

describe('the captcha of a form', () => {
  it('is the one that is on', () => {
    expect(captchaOf({ spamProtection: { turnstile: on } })).toEqual({
      ...{ provider: 'turnstile', siteKey: 'site', threshold: 0.5 },
    });
    expect(captchaOf({ spamProtection: { recaptcha: { ...on, threshold: 0.9 } } })).toEqual({
      ...{ provider: 'recaptcha', siteKey: 'site', threshold: 0.9 },
    });
  });

  it.each([[undefined], [{}], [{ hcaptcha: { ...on, enabled: false } }]])('is none of %j', spamProtection => {
    expect(captchaOf({ ...(spamProtection && { spamProtection }) })).toBeUndefined();
  });

  it('is one alone, and leaves the names of tokens to itself', () => {
    const faults = (ids: readonly string[], spamProtection?: Parameters<typeof captchaOf>[0]['spamProtection']) =>
      faultsOfCaptchas({ fields: ids.map(id => ({ id })), ...(spamProtection && { spamProtection }) });
    expect(faults(['name'])).toEqual([]);
    expect(faults(['name'], { recaptcha: on, hcaptcha: { ...on, enabled: false } })).toEqual([]);
    const message = 'A form can have one captcha; turn the others off';
    expect(faults([], { recaptcha: on, hcaptcha: on })).toEqual([
      { field: 'spamProtection.hcaptcha.enabled', rule: 'exclusive', message },
    ]);
    const reserved = ['name', proofName, ...tokenNames];
    expect(faults(reserved).map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      ...['fields[1].id reserved', 'fields[2].id reserved', 'fields[3].id reserved', 'fields[4].id reserved'],
    ]);
    expect(faults(['altcha'])[0]?.message).toContain('"altcha" is where a form');
  });

  it('is warned of until it has a secret', () => {
    expect(warningOfSecret('turnstile')).toMatchObject({
      ...{ field: 'spamProtection.turnstile.secretKey', rule: 'required' },
      message: expect.stringContaining('has no secret'),
    });
  });
});
