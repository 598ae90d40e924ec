import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { region } from '../credentials.ts';
import type { Identities, Identity } from '../iam/sts.ts';
import { accessDenied, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

const algorithm = 'AWS4-HMAC-SHA256';
const minute = 60_000;
const longestExpiry = 604_800;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns a version 4 signature in hexadecimal. */
function signatureOf(secretAccessKey: string, date: string, text: string): string {
  const scope = [date, region, 's3', 'aws4_request'];
  const key = scope.reduce<string | Buffer>((outer, part) => hmac(outer, part), `AWS4${secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

/** Compares a signature with the expected one. `credential` is `<key id>/<date>/<region>/s3/aws4_request`. */
function checkSignature({ secretAccessKey }: Identity, { credential, signature }: Claim, text: string): void {
  const expected = Buffer.from(signatureOf(secretAccessKey, credential.split('/')[1] ?? '', text));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      { StringToSign: text },
    );
  }
}

type DatedCredential = { readonly credential: string; readonly date: string };

/** Throws `malformed` unless the credential matches this region and service and the day of `date`. */
function checkCredential(
  { credential, date }: DatedCredential,
  identities: Identities,
  malformed: (message: string) => S3Error,
) {
  const [id = '', ...scope] = credential.split('/');
  if (!identities.get(id)) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  const expected = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  if (scope.join('/') !== expected) throw malformed(`The credential's scope must be ${expected}.`);
}

/** Converts `20261121T022616Z` to milliseconds since the epoch, and anything else to NaN. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

type Claim = {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payload: string;
};

function stringToSign(request: S3Request, { credential, date, signedHeaders, payload }: Claim): string {
  const query = request.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? Number(x > y) - Number(x < y) : a < b ? -1 : 1));
  const headers = signedHeaders.map(
    name =>
      `${name}:${String(request.message.headers[name] ?? '')
        .trim()
        .replace(/\s+/g, ' ')}\n`,
  );
  const canonical = [
    request.method,
    encoded(request.path).replaceAll('%2F', '/'),
    query.map(pair => pair.join('=')).join('&'),
    headers.join(''),
    signedHeaders.join(';'),
    payload,
  ];
  const scope = credential.split('/').slice(1).join('/');
  return [algorithm, date, scope, hash('sha256', canonical.join('\n'))].join('\n');
}

/** Reads the claim from the `Authorization` header. */
function headerClaim(request: S3Request, identities: Identities, now: number): Claim {
  const malformed = (message: string) => new S3Error(400, 'AuthorizationHeaderMalformed', message);
  const authorization = request.message.headers.authorization ?? '';
  const parts = /^(\S+) Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([^,\s]+)$/.exec(authorization);
  const [, named, credential = '', signedHeaders = '', signature = ''] = parts ?? [];
  if (named !== algorithm) throw malformed('The authorization header is malformed.');
  const date = request.header('x-amz-date') ?? '';
  checkCredential({ credential, date }, identities, malformed);
  if (!(Math.abs(timeOf(date) - now) <= 15 * minute)) {
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  const payload = request.header('x-amz-content-sha256') ?? '';
  return { credential, date, signedHeaders: signedHeaders.split(';'), signature, payload };
}

/** Reads the claim from a presigned URL. */
function queryClaim(request: S3Request, identities: Identities, now: number): Claim {
  const malformed = (message: string) => new S3Error(400, 'AuthorizationQueryParametersError', message);
  const parameter = (name: string) => request.parameter(`X-Amz-${name}`) ?? '';
  const date = parameter('Date');
  const expires = Number(parameter('Expires') || Number.NaN);
  if (parameter('Algorithm') !== algorithm) throw malformed(`X-Amz-Algorithm only supports "${algorithm}".`);
  checkCredential({ credential: parameter('Credential'), date }, identities, malformed);
  if (!(expires >= 1 && expires <= longestExpiry))
    throw malformed('X-Amz-Expires must be between 1 and 604800 seconds.');
  if (!(timeOf(date) <= now + 15 * minute)) throw accessDenied('Request is not valid yet');
  if (now > timeOf(date) + expires * 1000) throw accessDenied('Request has expired');
  return {
    credential: parameter('Credential'),
    date,
    signedHeaders: parameter('SignedHeaders').split(';'),
    signature: parameter('Signature'),
    payload: request.header('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD',
  };
}

/** Returns the identity that the request claims. */
function identityOf(request: S3Request, { credential }: Claim, identities: Identities, now: number): Identity {
  const identity = identities.get(credential.split('/')[0] ?? '') as Identity;
  const { session } = identity;
  if (request.header('x-amz-security-token') !== session?.token) {
    throw new S3Error(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.');
  }
  if (session && now >= session.expiresAt) throw new S3Error(400, 'ExpiredToken', 'The provided token has expired.');
  return identity;
}

/**
 * Throws unless the request is signed and complete. Returns its identity and what it declares about its body: a SHA-256
 * hash or the transfer encoding.
 */
export function verifySignature(
  request: S3Request,
  identities: Identities,
  now: number,
): { payload: string; identity: Identity } {
  const { authorization } = request.message.headers;
  if (authorization === undefined && request.parameter('X-Amz-Algorithm') === undefined) throw accessDenied();
  const claim =
    authorization === undefined ? queryClaim(request, identities, now) : headerClaim(request, identities, now);
  const identity = identityOf(request, claim, identities, now);
  checkSignature(identity, claim, stringToSign(request, claim));
  const mustBeSigned = Object.keys(request.message.headers).filter(
    name => name === 'host' || name.startsWith('x-amz-'),
  );
  const unsigned = mustBeSigned.filter(name => !claim.signedHeaders.includes(name));
  if (unsigned.length > 0) {
    throw new S3Error(403, 'AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
  return { payload: claim.payload, identity };
}
