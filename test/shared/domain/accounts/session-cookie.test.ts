import { describe, expect, it } from '@jest/globals';
import {
  flowInCookie,
  howToSendCookie,
  isOfOwnPage,
  sessionCookie,
  signInCookie,
  tokenInCookie,
} from '../../../../shared/domain/accounts/session-cookie.ts';
import { newSessionToken } from '../../../../shared/domain/accounts/session-token.ts';

const token = newSessionToken();

describe('the cookie of a session', () => {
  it('goes to this host alone, over TLS, and to no script', () => {
    expect(sessionCookie('x', 60)).toBe('__Host-formline=x; Max-Age=60; Path=/; Secure; HttpOnly; SameSite=Strict');
    expect(signInCookie('x', 0)).toBe('__Host-formline-sign-in=x; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax');
  });

  it.each([`__Host-formline=${token}`, `a=1; __Host-formline-sign-in=flow;  __Host-formline=${token} ; b=2`])(
    'is found among others: %#',
    cookie => expect(tokenInCookie({ cookie })).toBe(token),
  );

  it.each([
    undefined,
    '',
    '__Host-formline',
    '__Host-formline=x',
    `formline=${token}`,
    `x__Host-formline=${token}`,
    `__Host-formline-sign-in=${token}`,
  ])('is none: %#', cookie => expect(tokenInCookie({ cookie })).toBeUndefined());

  it('is another while somebody is at a provider', () => {
    expect(flowInCookie({ cookie: `__Host-formline=${token}; __Host-formline-sign-in=flow=1` })).toBe('flow=1');
    expect(flowInCookie({})).toBeUndefined();
  });

  it('counts with a header that only our own pages send', () => {
    expect(howToSendCookie).toBe('the header x-formline-request: 1');
    expect(isOfOwnPage({ 'x-formline-request': '1' })).toBe(true);
    expect([{}, { 'x-formline-request': '' }, { 'x-formline-request': true }].map(isOfOwnPage)).toEqual([
      ...[false, false, false],
    ]);
  });
});
