import { describe, expect, it } from '@jest/globals';
import { accountLink } from '../../../../shared/domain/accounts/account-link.ts';
import {
  addressToken,
  addressTokenIn,
  hashOfSecret,
  invitationAddress,
  invitationToken,
  isSecretOf,
  loginSecret,
  loginToken,
  newSecret,
  resetSecret,
  resetToken,
} from '../../../../shared/domain/accounts/account-token.ts';
import { newId } from '../../../../shared/ids.ts';

const secret = newSecret();

describe('a secret', () => {
  it('has 256 random bits, and is stored as a hash that it alone has', () => {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(hashOfSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(isSecretOf(hashOfSecret(secret), secret)).toBe(true);
    expect(isSecretOf(hashOfSecret(secret), newSecret())).toBe(false);
  });
});

describe('the token of a link', () => {
  const address = { id: newId('invitation'), organizationId: newId('organization'), secret };
  const invitation = invitationToken(address);
  const confirmation = { userId: newId('user'), secret };

  it('gives what was put into it', () => {
    expect(invitationAddress(invitation)).toEqual(address);
    expect(addressTokenIn(addressToken(confirmation))).toEqual(confirmation);
    expect(resetSecret(resetToken(secret))).toBe(secret);
    expect(loginSecret(loginToken(secret))).toBe(secret);
  });

  it('is of one kind alone', () => {
    expect([resetToken('x'), loginToken('x')]).toEqual(['rst_x', 'lgn_x']);
    expect(addressToken({ userId: 'usr_1', secret: 'x' })).toBe('adr_1x');
    expect([resetSecret(loginToken(secret)), loginSecret(resetToken(secret))]).toEqual([undefined, undefined]);
  });

  it.each([
    ['invitation', invitation, invitationAddress],
    ['address', addressToken(confirmation), addressTokenIn],
    ['reset', resetToken(secret), resetSecret],
    ['login', loginToken(secret), loginSecret],
  ])('is none with anything before, behind or missing: %s', (_, token, read) => {
    for (const text of [`x${token}`, `${token}x`, token.slice(1), token.slice(0, -1), '']) {
      expect(read(text)).toBeUndefined();
    }
  });

  it('leads into the dashboard', () => {
    expect(accountLink('https://forms.example', '/reset')).toBe('https://forms.example/app/reset');
  });
});
