import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { contentPolicyOf } from '../../../../shared/domain/pages/content-policy.ts';

const policyOf = (form: object, { uploads, redirectUrl }: { redirectUrl?: string; uploads?: string } = {}) =>
  contentPolicyOf(form as Form, {
    uploads,
    redirectUrls: redirectUrl === undefined ? [] : [redirectUrl],
    style: 'a{}',
  });
/** Of the style sheet in the page. */
const hash = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='";
/** The sources of one directive; undefined where the policy does not name it. */
const sourcesOf = (directive: string, ...of: Parameters<typeof policyOf>) =>
  policyOf(...of)
    .split('; ')
    .find(each => each.startsWith(`${directive} `))
    ?.slice(directive.length + 1);

describe('the policy of a page', () => {
  it('lets it load what the service has, and lie in any frame', () =>
    expect(policyOf({})).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' " +
        `${hash}; connect-src 'self'; img-src 'self' data:; ` +
        "form-action 'self'; base-uri 'none'; frame-ancestors *",
    ));

  it('lets it put files into the bucket', () =>
    expect(sourcesOf('connect-src', {}, { uploads: 'https://files.example' })).toBe("'self' https://files.example"));

  it.each([
    ['recaptcha', 'https://www.google.com https://www.gstatic.com https://www.recaptcha.net'],
    ['turnstile', 'https://challenges.cloudflare.com'],
    ['hcaptcha', 'https://hcaptcha.com https://*.hcaptcha.com'],
  ])('lets %s in where the form has it', (name, hosts) => {
    const on = { spamProtection: { [name]: { enabled: true } } };
    for (const directive of ['script-src', 'connect-src']) expect(sourcesOf(directive, on)).toBe(`'self' ${hosts}`);
    expect(sourcesOf('style-src', on)).toBe(`'self' ${hash} ${hosts}`);
    expect(sourcesOf('frame-src', on)).toBe(hosts);
    for (const off of [{ enabled: false }, {}, null, undefined, 'enabled']) {
      expect(policyOf({ spamProtection: { [name]: off } })).toBe(policyOf({}));
    }
  });

  it.each([
    ['https://www.example.com/thanks?a=b', "'self' https://www.example.com"],
    ['mailto:ada@example.com', "'self'"],
    ['/thanks', "'self'"],
  ])('lets the form end at %s', (redirectUrl, sources) =>
    expect(sourcesOf('form-action', {}, { redirectUrl })).toBe(sources),
  );

  it.each([
    [[], '*'],
    [['https://a.example', 'http://[::1]:3000'], "'self' https://a.example http://[::1]:3000"],
    [['https://a.example; script-src *', 'https://b.example x', 'x https://c.example', 'null'], "'self'"],
  ])('lets pages of %j show it', (allowedOrigins, ancestors) =>
    expect(sourcesOf('frame-ancestors', { allowedOrigins })).toBe(ancestors),
  );
});
