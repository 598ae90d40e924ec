import { STATUS_CODES } from 'node:http';
import type { ErrorCode, ErrorStatus } from '../../shared/contracts/error-codes.ts';
import { nothingThere } from '../../shared/contracts/routing.ts';
import { asParameters, type Headers, onEveryAnswer } from './cors.ts';

type GatewayRefusal = {
  readonly status: ErrorStatus;
  readonly code: ErrorCode;
  readonly message: string;
  readonly headers?: Headers;
};

const unknownRoute: GatewayRefusal = { status: 404, code: 'not_found', message: nothingThere };
const badRequest: GatewayRefusal = {
  status: 400,
  code: 'invalid_parameter',
  message: 'The request could not be understood.',
};
const noKey: GatewayRefusal = {
  status: 401,
  code: 'invalid_api_key',
  message: 'Invalid or missing API key or session token.',
};
const refused: GatewayRefusal = {
  status: 403,
  code: 'insufficient_permission',
  message: 'This request is not allowed.',
};
const ourFault: GatewayRefusal = {
  status: 500,
  code: 'internal_error',
  message: 'Something went wrong on our side. Quote the requestId when you report it.',
};
const busy: GatewayRefusal = {
  status: 503,
  code: 'unavailable',
  message: 'The service did not answer in time. Send the request again in a moment.',
  headers: { 'Retry-After': '1' },
};
const tooMany: GatewayRefusal = {
  status: 429,
  code: 'rate_limited',
  message: 'Too many requests. Wait for the number of seconds in Retry-After, then send it again.',
  headers: { 'Retry-After': '1' },
};

/**
 * The answers that API Gateway gives without calling a function. No route has an authorizer or IAM authorization. So
 * what API Gateway calls a missing token or a bad signature is an unknown route, with or without an `Authorization`
 * header.
 */
const refusals: Readonly<Record<string, GatewayRefusal>> = {
  MISSING_AUTHENTICATION_TOKEN: unknownRoute,
  INVALID_SIGNATURE: unknownRoute,
  EXPIRED_TOKEN: unknownRoute,
  RESOURCE_NOT_FOUND: unknownRoute,
  BAD_REQUEST_BODY: badRequest,
  BAD_REQUEST_PARAMETERS: badRequest,
  DEFAULT_4XX: badRequest,
  UNAUTHORIZED: noKey,
  INVALID_API_KEY: noKey,
  ACCESS_DENIED: refused,
  WAF_FILTERED: refused,
  REQUEST_TOO_LARGE: {
    status: 413,
    code: 'payload_too_large',
    message: 'The body is larger than the service accepts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'Send JSON in UTF-8, and say so: Content-Type: application/json.',
  },
  THROTTLED: tooMany,
  QUOTA_EXCEEDED: tooMany,
  INTEGRATION_FAILURE: busy,
  INTEGRATION_TIMEOUT: busy,
  // API Gateway reports this when Lambda has no execution environment left.
  API_CONFIGURATION_ERROR: busy,
  AUTHORIZER_CONFIGURATION_ERROR: ourFault,
  AUTHORIZER_FAILURE: ourFault,
  DEFAULT_5XX: ourFault,
};

/** Returns `x-amazon-apigateway-gateway-responses`: the gateway's own answers in the contract's error format. */
export function gatewayResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(refusals).map(([type, refusal]) => [
      type,
      {
        statusCode: String(refusal.status),
        responseParameters: asParameters('gatewayresponse.header.', { ...onEveryAnswer, ...refusal.headers }),
        responseTemplates: { 'application/json': errorTemplate(refusal) },
      },
    ]),
  );
}

/**
 * Returns the contract's error body as a template for API Gateway. It uses the extended request ID:
 * `$context.requestId` is inserted unescaped, and a caller can choose it.
 */
export function errorTemplate({ status, code, message }: GatewayRefusal): string {
  return JSON.stringify({ error: STATUS_CODES[status], message, code, requestId: '$context.extendedRequestId' });
}
