import { describe, expect, it } from '@jest/globals';
import { parseProviders } from '../../../../shared/domain/accounts/providers.ts';

const okta = {
  ...{ id: 'okta', name: 'Okta', issuer: 'https://acme.okta.com', clientId: '0oa1b2c3' },
  ...{ domains: ['acme.example'], organizations: ['org_01KAJ5TR8M3Q4XV0Z6N1B7C9DE'] },
};
const parse = (...providers: unknown[]) => parseProviders(JSON.stringify(providers), false);

describe('the setting of providers', () => {
  it('is none, or as many as there are', () => {
    expect(parseProviders(undefined, false)).toEqual([]);
    const entra = 'https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0';
    const others = ['https://accounts.google.com', entra, 'https://acme.eu.auth0.com/'];
    const providers = others.map((issuer, number) => ({
      ...{ ...okta, id: `p${number}`, issuer, domains: [`p${number}.example`] },
      organizations: 'any',
    }));
    expect(parse(okta, ...providers)).toEqual([okta, ...providers]);
  });

  it.each([
    [{ id: 'Okta' }, '[0].id must be lower-case letters'],
    [{ id: 'a/b' }, '[0].id must be'],
    [{ name: '' }, '[0].name must be what people call it'],
    [{ name: '<b>' }, '[0].name must be'],
    [{ issuer: 'acme.okta.com' }, '[0].issuer must be an address that begins with https://'],
    [{ issuer: 'http://acme.okta.com' }, '[0].issuer must be'],
    [{ issuer: 'https://acme.okta.com?a=1' }, '[0].issuer must be'],
    [{ issuer: 'https://me@acme.okta.com' }, '[0].issuer must be'],
    [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, '[0].issuer must be that of your own tenant'],
    [{ issuer: 'https://login.microsoftonline.com/organizations/v2.0' }, 'of your own tenant'],
    [{ issuer: 'https://login.microsoftonline.us/consumers/v2.0' }, 'of your own tenant'],
    [{ clientId: '' }, '[0].clientId must be'],
    [{ domains: [] }, '[0].domains must be a list of domains in lower case'],
    [{ domains: ['ACME.example'] }, '[0].domains must be'],
    [{ domains: ['acme'] }, '[0].domains must be'],
    [{ domains: ['*.example'] }, '[0].domains must be'],
    [{ domains: ['@acme.example'] }, '[0].domains must be'],
    [{ domains: ['аcme.example'] }, '[0].domains must be'],
    [{ organizations: undefined }, '[0].organizations must be a list of the ids of organizations, or "any"'],
    [{ organizations: ['acme'] }, '[0].organizations must be'],
    [{ organizations: [] }, '[0].organizations must be'],
    [{ clientSecret: 'x' }, '[0].clientSecret is not a property of a provider'],
  ])('is refused with what would be right: %j', (change, message) => {
    expect(() => parse({ ...okta, ...change })).toThrow(message);
  });

  it.each(['{', '{}', '"okta"', 'null'])('is refused when it is no list: %s', text => {
    expect(() => parseProviders(text, false)).toThrow('is not a JSON array');
  });

  it('is refused when two have one id or domain, or there is more than a function can be told', () => {
    expect(() => parse(okta, okta)).toThrow('two providers of one id');
    const another = { ...okta, id: 'entra', domains: ['other.example', 'acme.example'], organizations: 'any' };
    expect(() => parse(okta, another)).toThrow('names acme.example twice');
    const many = Array.from({ length: 30 }, (_, number) => ({ ...okta, id: `p${number}` }));
    expect(() => parse(...many)).toThrow('more than 2048 bytes');
    expect(() => parse(null, 1)).toThrow('OIDC_PROVIDERS[0].id must be');
  });
});
