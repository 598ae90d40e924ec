import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Contract } from '../contracts/contract.ts';
import type { ErrorStatus } from '../contracts/error-codes.ts';
import { securityHeaders } from '../domain/traffic/security-headers.ts';
import { HttpError, versionMismatch } from '../errors.ts';
import type { Fault } from '../fault.ts';

export type GatewayResponse = { statusCode: number; headers: Record<string, string>; body: string | Readable };

/** The result of a handler that needs more than a record: another status, headers, or a stream. */
export class Reply {
  readonly body: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: unknown, options: { status?: number; headers?: Readonly<Record<string, string>> } = {}) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

export const reasons: Readonly<Record<ErrorStatus, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/**
 * The headers of every reply. Any page may read a reply that it had the key for. No page may read one with a session
 * cookie: there is no `Access-Control-Allow-Credentials`.
 */
const everyReply = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, idempotent-replayed, retry-after, link, content-disposition, x-amz-apigw-id',
  ...securityHeaders,
};

/** Returns the gateway response of a success: JSON, a stream, or nothing. */
export function gatewayResponse(reply: Reply, status: number): GatewayResponse {
  const headers = { ...everyReply, 'cache-control': 'no-store', ...reply.headers };
  if (reply.body === undefined) return { statusCode: status, headers, body: '' };
  if (isStream(reply.body) || isText(reply.body, headers)) return { statusCode: status, headers, body: reply.body };
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(reply.body),
  };
}

/** Returns the headers for caching a success. The gateway compresses it on request, without telling caches. */
export const cachingHeaders = ({ cacheControl }: Contract): Record<string, string> =>
  cacheControl === undefined ? {} : { 'cache-control': cacheControl, vary: 'Accept-Encoding' };

/** Returns the reply to HEAD. */
export const withoutBody = (response: GatewayResponse): GatewayResponse => ({ ...response, body: '' });

/** Returns the error as an HttpError. An unexpected error becomes a 500 that reveals nothing internal. */
export const knownError = (error: unknown): HttpError =>
  error instanceof HttpError
    ? error
    : new HttpError(
        500,
        'internal_error',
        'The service failed to handle this request. Give its operator the requestId.',
      );

/**
 * Returns the contract's error body.
 *
 * @param requestId the gateway's extended ID; the other one may be chosen by the caller, and used for many requests
 * @param baseUrl the URL of the API, for the link to the error's reference
 */
export function errorResponse(error: unknown, requestId: string | undefined, baseUrl?: string): GatewayResponse {
  const known = knownError(error);
  const body = {
    error: reasons[known.status],
    message: known.message,
    code: known.code,
    requestId,
    ...(baseUrl !== undefined && { docs: `${baseUrl}/docs#error-${known.status}` }),
    ...(known.details.length > 0 && { details: shownOf(known.details) }),
  };
  return gatewayResponse(new Reply(body, { headers: known.headers }), known.status);
}

const detailsMax = 1000;
const detailCharactersMax = 200_000;

/** Returns the faults that fit in a reply. A body may have more than one for every two of its bytes. */
function shownOf(details: readonly Fault[]): readonly Fault[] {
  let characters = 0;
  const end = details.findIndex(({ field, message }, index) => {
    characters += field.length + message.length;
    return index > 0 && (index >= detailsMax || characters > detailCharactersMax);
  });
  if (end < 0) return details;
  const message = `There are ${details.length - end} more faults; correct these first`;
  return [...details.slice(0, end), { field: '', rule: 'more', message }];
}

/** Returns a strong validator of a record's JSON (RFC 9110, 8.8.3). */
export function etagOf(record: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 22)}"`;
}

/** Whether a list of ETags, or `*`, includes this one. `W/` is dropped, because If-None-Match compares weakly. */
export function namesEtag(header: string, etag: string): boolean {
  return header.split(',').some(candidate => {
    const tag = candidate.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

/** Throws a 412 when the client changed another version of the record than the stored one. */
export const checkIfMatch = (ifMatch: string | undefined, stored: unknown): void => checkEtag(ifMatch, etagOf(stored));

export function checkEtag(ifMatch: string | undefined, etag: string): void {
  if (ifMatch !== undefined && !namesEtag(ifMatch, etag)) throw versionMismatch();
}

/** Whether the body is sent as it is, because it has its own type. */
const isText = (body: unknown, headers: object): body is string =>
  typeof body === 'string' && 'content-type' in headers;

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function';
}
