import { describe, expect, it } from '@jest/globals';
import {
  type EntryPolicy,
  mayEnter,
  remedyOfFactor,
  whyNotEnter,
} from '../../../../shared/domain/accounts/entry-policy.ts';

const singleSignOn = { domains: ['acme.example'], defaultRole: null, required: false };
const [acme, other] = ['acme.example', 'other.example'].map(domain => ({ id: 'any', domain }));

describe('a session enters an organization', () => {
  const open: EntryPolicy = {};
  const strict: EntryPolicy = { requireTwoFactor: true, singleSignOn };
  const required: EntryPolicy = { singleSignOn: { ...singleSignOn, required: true } };
  it.each([
    ['that asks for nothing', open, { provider: undefined }, true],
    ['that wants a second factor, with one', strict, { provider: undefined, hasTwoFactor: true }, true],
    ['that wants one, without', strict, { provider: undefined }, false],
    ['that wants one, as an owner without', strict, { provider: undefined, role: 'owner' }, false],
    ['that wants one, by its own provider', strict, { provider: acme }, true],
    ['that wants one, by another provider', strict, { provider: other, hasTwoFactor: true }, false],
    ['that wants single sign-on, by its provider', required, { provider: acme }, true],
    ['that wants it, by another provider', required, { provider: other }, false],
    ['that wants it, by a password', required, { provider: undefined, hasTwoFactor: true }, false],
    ['that wants it, by a password, as an owner', required, { provider: undefined, role: 'owner' }, true],
  ] as const)('%s', (_, policy, entering, may) => {
    expect(mayEnter(policy, { role: 'admin', hasTwoFactor: false, ...entering })).toBe(may);
  });
});

describe('who may not enter', () => {
  const policy = {
    requireTwoFactor: true,
    singleSignOn: { ...singleSignOn, domains: ['a.example', 'b.example'], required: true },
  };

  it.each([
    [undefined, 'this session was begun by a password. '],
    [other, 'this session was begun with an address of other.example. '],
  ])('is told why: %#', (provider, begun) => {
    const why = whyNotEnter(policy, { role: 'admin', provider });
    expect(why).toContain('by single sign-on only, with an address of a.example or b.example; ');
    expect(why).toContain(begun);
  });

  it.each([
    [policy, undefined, 'two_factor'],
    [policy, other, 'other_sign_in'],
    [{ requireTwoFactor: true }, other, 'other_sign_in'],
  ] as const)('is told what helps: %#', (asked, provider, remedy) => {
    expect(remedyOfFactor(asked, { provider, hasTwoFactor: false })).toBe(remedy);
  });
});
