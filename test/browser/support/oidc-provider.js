/**
 * A provider of OpenID Connect on this machine, by the program of that name: `node oidc-provider.js <port>`. Whoever
 * signs in is whom they say, with any password: `ada@real.example`. The first part of the address says what is not as usual:
 * `unverified…` has an address that is not verified.
 */
import { createHash } from 'node:crypto';
import Provider from 'oidc-provider';

const port = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;

/** As OpenID Connect has it by default: the address is told by the userinfo endpoint, and not by the token. */
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'formline',
      client_secret: 'a-secret-of-the-real-client',
      redirect_uris: ['http://127.0.0.1:1/auth/oidc/real/callback'],
    },
  ],
  // In a header alone, encoded as RFC 6749 has it.
  clientAuthMethods: ['client_secret_basic'],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  pkce: { required: () => true },
  cookies: { keys: ['of this run'] },
  findAccount: (_, email) => ({
    accountId: email,
    claims: () => ({
      sub: createHash('sha256').update(email).digest('hex'),
      email,
      email_verified: !email.startsWith('unverified'),
      name: email.split('@')[0],
    }),
  }),
});
// The service is at a port that nobody knows beforehand.
provider.Client.prototype.redirectUriAllowed = uri =>
  /^http:\/\/127\.0\.0\.1:\d+\/auth\/oidc\/real\/callback$/.test(uri);

provider.listen(port, '127.0.0.1', () => console.log('Ready'));
