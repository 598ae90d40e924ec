import { describe, expect, it } from '@jest/globals';
import { checkOrigin, loginReply } from '../../../shared/sign-in/login-reply.ts';
import type { BegunSession } from '../../../shared/store/accounts/sessions.ts';
import type { StoredUser } from '../../../shared/store/accounts/users.ts';

const createdAt = Date.parse('2026-01-31T09:30:00Z');
const begun = { token: 'ses_1', session: { createdAt, lastUsedAt: createdAt } } as unknown as BegunSession;
const stored = { id: 'usr_1', email: 'ada@example.com', status: 'active', createdAt: '2026-01-01T00:00:00Z' };
const user = { ...stored, passwordHash: 'hashed' } as unknown as StoredUser;

const shown = { ...stored, name: null, emailConfirmed: true, pendingEmail: null, updatedAt: stored.createdAt };

describe('a login', () => {
  it('is answered with the token of the session', () => {
    expect(loginReply(begun, user, false)).toMatchObject({
      ...{ body: { token: 'ses_1', expiresAt: '2026-02-01T09:30:00.000Z', user: shown }, status: undefined },
    });
    expect(loginReply(begun, user, false).headers).toEqual({});
  });

  it('has it in a cookie alone, for a week, where that was asked for', () => {
    const { body, headers } = loginReply(begun, user, true);
    expect(body).toEqual({ expiresAt: '2026-02-01T09:30:00.000Z', user: shown });
    expect(headers).toEqual({
      'set-cookie': '__Host-formline=ses_1; Max-Age=604800; Path=/; Secure; HttpOnly; SameSite=Strict',
    });
  });

  it('sets a cookie only for pages of this origin', () => {
    const header = { 'x-formline-request': '1' };
    expect(() => checkOrigin(true, {})).toThrow(
      expect.objectContaining({
        status: 401,
        message: expect.stringMatching(
          /a session in a cookie needs the header x-formline-request: 1\. Send that too, or leave out cookie: true\./,
        ),
      }),
    );
    expect(() => checkOrigin(true, header)).not.toThrow();
    expect(() => checkOrigin(false, {})).not.toThrow();
  });
});
