import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Contract } from '../contracts/contract.ts';
import type { ErrorStatus } from '../contracts/error-codes.ts';
import { securityHeaders } from '../domain/security-headers.ts';
import { HttpError, versionMismatch } from '../errors.ts';
import type { Fault } from '../fault.ts';

export type GatewayResponse = { statusCode: number; headers: Record<string, string>; body: string | Readable };

/** What a handler returns when a record alone is not enough: another status, headers, or a stream. */
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
 * Any page may read a reply that it had the key for. That it may read one with the cookie of a session is never said:
 * there is no `Access-Control-Allow-Credentials`.
 */
const everyReply = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, idempotent-replayed, retry-after, link, content-disposition, x-amz-apigw-id',
  ...securityHeaders,
};

/** Gateway response of a success: JSON, a stream, or nothing at all. */
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

/** How long a success may be kept. The gateway compresses it where it is asked to, and does not say so to caches. */
export const cachingHeaders = ({ cacheControl }: Contract): Record<string, string> =>
  cacheControl === undefined ? {} : { 'cache-control': cacheControl, vary: 'Accept-Encoding' };

/** What HEAD is answered with. */
export const withoutBody = (response: GatewayResponse): GatewayResponse => ({ ...response, body: '' });

/** An error that nobody meant becomes a 500 that tells nothing of the inside. */
export const knownError = (error: unknown): HttpError =>
  error instanceof HttpError
    ? error
    : new HttpError(
        500,
        'internal_error',
        'The service failed to handle this request. Give its operator the requestId.',
      );

/**
 * The contract's error body.
 *
 * @param requestId the gateway's extended one: the other may be the caller's own, and that of many requests
 */
export function errorResponse(error: unknown, requestId: string | undefined): GatewayResponse {
  const known = knownError(error);
  const body = {
    error: reasons[known.status],
    message: known.message,
    code: known.code,
    requestId,
    ...(known.details.length > 0 && { details: shownOf(known.details) }),
  };
  return gatewayResponse(new Reply(body, { headers: known.headers }), known.status);
}

const detailsMax = 1000;
const detailCharactersMax = 200_000;

/** The faults that an answer has room for: a body may have more than one of them for every two of its bytes. */
function shownOf(details: readonly Fault[]): readonly Fault[] {
  let characters = 0;
  const end = details.findIndex(({ field, message }, index) => {
    characters += field.length + message.length;
    return index > 0 && (index >= detailsMax || characters > detailCharactersMax);
  });
  if (end < 0) return details;
  const message = `There are ${details.length - end} more faults: correct these first`;
  return [...details.slice(0, end), { field: '', rule: 'more', message }];
}

/** A strong validator of a record's JSON (RFC 9110, 8.8.3). */
export function etagOf(record: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 22)}"`;
}

/** Whether a list of ETags, or `*`, names this one. `W/` is dropped: If-None-Match compares weakly. */
export function namesEtag(header: string, etag: string): boolean {
  return header.split(',').some(candidate => {
    const tag = candidate.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

/** Throws a 412 when the client changed another version of the record than the one that is stored now. */
export function checkIfMatch(ifMatch: string | undefined, stored: unknown): void {
  if (ifMatch !== undefined && !namesEtag(ifMatch, etagOf(stored))) throw versionMismatch();
}

/** What has a type of its own is sent as it is. */
const isText = (body: unknown, headers: object): body is string =>
  typeof body === 'string' && 'content-type' in headers;

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function';
}
