import { importPKCS8, SignJWT } from 'jose';
import type { ServiceAccount } from '../../domain/receivers/integration.ts';
import { minuteMs } from '../../durations.ts';
import { env } from '../../env.ts';
import { ServiceRefusal, textAt } from '../../outbound/call-service.ts';
import type { Sending } from '../../outbound/sending.ts';

const scope = 'https://www.googleapis.com/auth/spreadsheets';

/** How long before its expiry a token is renewed, in ms. */
const reserveMs = 5 * minuteMs;
const tokensMax = 500;

const tokens = new Map<string, { token: string; until: number }>();

const nameOf = ({ client_email, private_key }: ServiceAccount): string => `${client_email} ${private_key}`;

/** Forgets a token that Google no longer accepts. */
export const forgetToken = (account: ServiceAccount): boolean => tokens.delete(nameOf(account));

/**
 * Returns a token for the spreadsheets shared with a service account, cached until it expires:
 * https://developers.google.com/identity/protocols/oauth2/service-account
 */
export async function accessToken(account: ServiceAccount, call: Sending['call']): Promise<string> {
  const known = tokens.get(nameOf(account));
  if (known && known.until > Date.now()) return known.token;
  const { json } = await call({
    service: 'Google’s sign-in',
    method: 'POST',
    url: env('GOOGLE_TOKEN_URL'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await assertionOf(account),
    }).toString(),
    explain: refusalOf,
  });
  const token = textAt(json, 'access_token');
  if (token === undefined) throw new ServiceRefusal('Google’s sign-in returned no token');
  const seconds = Number((json as { expires_in?: unknown }).expires_in ?? 0);
  const [oldest] = tokens.keys();
  if (tokens.size >= tokensMax && oldest !== undefined) tokens.delete(oldest);
  tokens.set(nameOf(account), { token, until: Date.now() + seconds * 1000 - reserveMs });
  return token;
}

async function assertionOf({ client_email, private_key, private_key_id }: ServiceAccount): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) })
    .setIssuer(client_email)
    .setAudience(env('GOOGLE_TOKEN_URL'))
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign(await importPKCS8(private_key, 'RS256'));
}

function refusalOf(body: unknown): string | undefined {
  const error = textAt(body, 'error');
  const description = textAt(body, 'error_description');
  return error && `Google refused the service account: ${error}${description ? ` (${description})` : ''}`;
}
