import { describe, expect, it } from '@jest/globals';
import { identityIn } from '../../../../shared/domain/accounts/verified-identity.ts';

const of = (issuer: string, domains = ['acme.example']) => ({
  ...{ id: 'p', name: 'The provider', issuer, clientId: 'c', domains, organizations: 'any' as const },
});
const okta = of('https://acme.okta.com');
const google = of('https://accounts.google.com', ['acme.example', 'gmail.com']);
const entra = of('https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0');
const ada = { sub: '1', email: 'Ada@Acme.example' };
const known = { subject: '1', email: 'Ada@Acme.example', domain: 'acme.example' };
const refused = { refusal: expect.stringContaining('has not verified') };

describe('whom a provider vouches for', () => {
  it('is by default whose address it says is verified', () => {
    const claims = { ...ada, email_verified: true, name: ' Ada ' };
    expect(identityIn(claims, okta)).toEqual({ ...known, issuer: okta.issuer, name: 'Ada' });
    expect(identityIn({ ...claims, name: 7 }, okta)).toEqual({ ...known, issuer: okta.issuer });
    expect(identityIn({ ...ada, email_verified: false }, okta)).toEqual(refused);
    expect(identityIn({ ...ada, xms_edov: true, hd: 'acme.example' }, okta)).toEqual(refused);
  });

  it('is at Google only who has the address by the Workspace of its domain, or by Gmail', () => {
    const verified = { ...ada, email_verified: true };
    expect(identityIn({ ...verified, hd: 'acme.example' }, google)).toEqual({ ...known, issuer: google.issuer });
    expect(identityIn(verified, google)).toEqual(refused);
    expect(identityIn({ ...verified, hd: 'other.example' }, google)).toEqual(refused);
    expect(identityIn({ ...ada, hd: 'acme.example' }, google)).toEqual(refused);
    expect(identityIn({ ...verified, email: 'ada@gmail.com' }, google)).toMatchObject({ domain: 'gmail.com' });
  });

  it('is at Microsoft whose domain the tenant has shown to be its own, and never by email_verified', () => {
    for (const xms_edov of [true, 1, '1', 'true']) {
      expect(identityIn({ ...ada, xms_edov }, entra)).toEqual({ ...known, issuer: entra.issuer });
    }
    for (const xms_edov of [false, 0, '0', 'false', '', null, undefined, {}]) {
      expect(identityIn({ ...ada, email_verified: true, xms_edov }, entra)).toEqual(refused);
    }
  });

  it.each([undefined, '', 7, 'x'.repeat(256)])('is somebody: not %p', sub => {
    expect(identityIn({ ...ada, sub, email_verified: true }, okta)).toEqual({
      refusal: expect.stringContaining('does not say who you are'),
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['another application', { azp: 'other' }, 'is for another application'],
    ['no address', { email: undefined }, 'does not share your email address'],
    ['no text as address', { email: ['ada@acme.example'] }, 'does not share your email address'],
    ['what is no address', { email: 'acme.example' }, 'does not share your email address'],
    ['an address with a sign that keys of the table have', { email: 'a#b@acme.example' }, 'does not share'],
    [
      'another domain',
      { email: 'ada@Other.example' },
      'You can’t sign in through The provider with an address at other.example',
    ],
    ['a domain that ends alike', { email: 'ada@evil-acme.example' }, 'You can’t sign in through'],
  ])('is nobody with %s', (_, claims, refusal) => {
    expect(identityIn({ ...ada, email_verified: true, ...claims }, okta)).toEqual({
      refusal: expect.stringContaining(refusal),
    });
  });

  it('is somebody for this application, with a name of up to 255 characters', () => {
    const claims = { ...ada, email_verified: true, azp: 'c', sub: 'x'.repeat(255) };
    const nameOf = (name: string) => identityIn({ ...claims, name }, okta);
    expect(nameOf('n'.repeat(255))).toMatchObject({ subject: claims.sub, name: 'n'.repeat(255) });
    for (const name of ['', '  ', 'n'.repeat(256)]) expect(nameOf(name)).not.toHaveProperty('name');
  });
});
